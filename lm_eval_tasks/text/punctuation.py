"""Words without their punctuation, in the two ways IFBench takes it off.

Source    allenai, IFBench; the marks are ``string.punctuation`` of Python.
"""

from __future__ import annotations

import string

MARKS = string.punctuation
"""The 32 punctuation marks of ASCII; curly quotes and other scripts' marks are not among them."""

_DELETED = str.maketrans("", "", MARKS)


def without_marks(text: str) -> str:
    """The text with every mark deleted, also inside words: ``don't`` becomes ``dont``."""
    return text.translate(_DELETED)


def trimmed(text: str) -> str:
    """The text without marks and blanks at its ends; newlines and tabs stay."""
    return text.strip(MARKS + " ")


def bare_words(text: str) -> list[str]:
    """What whitespace separates once every mark is deleted; lone marks are no words."""
    return without_marks(text).split()


def bare_words_lowered(text: str) -> list[str]:
    """:func:`bare_words` in lower case."""
    return bare_words(text.lower())


CLOSING = " \t\r\n\"'”’»)]*_`"
"""What may follow the end mark of a sentence and belongs to it."""
