"""Rows to items, files to rows, saved answers to responses."""
