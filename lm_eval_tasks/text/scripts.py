"""Which script a word is in, and how a word is shown to people.

Source    own; the Arabic blocks are those of the langcheck document's port.
"""

from __future__ import annotations

import unicodedata

import regex

ARABIC = r"\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF\uFB50-\uFDFF\uFE70-\uFEFF"
"""The Arabic blocks, as a part of a character class."""
ARABIC_WITH_MATHEMATICAL = ARABIC + r"\U0001EE00-\U0001EEFF"

_LETTER = regex.compile(r"\p{L}")
_LETTERS = regex.compile(r"\p{L}+")
_LETTERS_AND_MARKS = regex.compile(r"\p{L}[\p{L}\p{M}]*+")
_UNSEEN = ("M", "Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_SHOWN_POINTS = 6


def has_letter(text: str) -> bool:
    """Whether any letter (category L) is in the text."""
    return _LETTER.search(text) is not None


def letter_runs(text: str) -> list[str]:
    r"""Maximal runs of letters, ``\p{L}+``: a vocalised word falls apart at its marks."""
    return _LETTERS.findall(text)


def marked_words(text: str) -> list[str]:
    """Words of letters with the marks on them: a vocalised word is one word."""
    return _LETTERS_AND_MARKS.findall(text)


def visible(text: str, length: int = 40) -> str:
    """A piece of text, quoted, with the code points that one cannot see or tell apart.

    ``'كِتاب' (U+0650)``: combining marks, format and control characters and unusual spaces
    are named after the quoted text, each once, at most six. The text is cut to ``length``
    characters.
    """
    shown = text if len(text) <= length else text[: length - 1] + "…"
    points = dict.fromkeys(
        f"U+{ord(character):04X}"
        for character in shown
        if character not in " \n"
        and (unicodedata.category(character).startswith(_UNSEEN) or (character.isspace()))
    )
    if not points:
        return repr(shown)
    more = " …" if len(points) > _SHOWN_POINTS else ""
    return f"{shown!r} ({' '.join(list(points)[:_SHOWN_POINTS])}{more})"
