"""What the rules of a benchmark need to know about a language: one module per language.

A check takes these values as arguments and knows no language by name.
"""
