"""How many syllables an English word has.

Source    syllapy 0.8.0: a list of known words, and a rule for all others.
"""

from __future__ import annotations


def syllables(word: str) -> int:
    """The number of syllables; 0 for a word with a digit in it."""
    import syllapy

    return int(syllapy.count(word))
