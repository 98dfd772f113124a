"""Punctuation marks."""
