"""Shares and balances: of words, of sentence types, of a reference text."""
