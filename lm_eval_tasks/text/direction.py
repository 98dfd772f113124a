"""Texts that run from right to left, beside others.

Source    Unicode Standard Annex 9, sections 2.4 and 2.5.
"""

from __future__ import annotations

import unicodedata

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def isolated(text: str) -> str:
    """A text that may run from right to left, fenced so that it does not move its neighbours."""
    if text.isascii():
        return text
    if any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text):
        return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"
    return text
