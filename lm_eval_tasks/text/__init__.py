"""Strings in, strings out: what the checks and gates know of text."""
