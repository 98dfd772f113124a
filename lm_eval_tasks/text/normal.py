r"""Texts made comparable, and words found literally: what the corrected readings search.

One notion of a word for all three keyword instructions. A word ends where a letter, mark or
digit ends, so ``art`` is not in ``start``, and an underscore, hyphen or asterisk is a border.
In scripts that write words together (Han, kana, Thai and their relatives; Hangul, whose
particles are attached) a word is found inside longer runs.

Source    own; Unicode Standard Annex 15 (normalisation) and chapter 3.13 (case folding).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import regex

from lm_eval_tasks.text.clean import normalized
from lm_eval_tasks.text.values import Span, Text

_STRAIGHT = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02bc\u2032\uff07", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\uff02", '"')
    | dict.fromkeys("\u2010\u2011", "-")
)
_UNSEEN = regex.compile(
    r"[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]+"
)
_JOINED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}"
_IN_WORD = rf"[[\p{{L}}\p{{M}}\p{{Nd}}]--[{_JOINED}]]"
_WORD_CHARACTER = regex.compile(_IN_WORD, regex.VERSION1)


def straightened(text: str) -> str:
    """NFC, curly quotes and apostrophes straight, hyphens plain, invisible characters gone."""
    if text.isascii():
        return text
    return normalized("NFC", _UNSEEN.sub("", text).translate(_STRAIGHT))


def folded(text: str) -> str:
    """:func:`straightened`, and without difference of case (ß and ss are the same)."""
    if text.isascii():
        return text.lower()
    return normalized("NFC", straightened(text).casefold())


def composed_lower(text: str) -> str:
    """Lower case with accents composed, so that ``é`` is one character and holds no ``e``."""
    return normalized("NFC", normalized("NFC", text).lower())


def one_line(text: str) -> str:
    """The text with every run of whitespace as one blank, and none outside."""
    return " ".join(text.split())


@lru_cache(maxsize=4096)
def _searcher(word: str) -> Any:
    """A pattern for a folded word or phrase; None for one without characters."""
    parts = word.split()
    if not parts:
        return None
    before = rf"(?<!{_IN_WORD})" if _WORD_CHARACTER.match(word[0]) else ""
    after = rf"(?!{_IN_WORD})" if _WORD_CHARACTER.match(word[-1]) else ""
    # Whitespace as str.split sees it, which knows four separators more than a pattern.
    phrase = r"[\s\x1c-\x1f]++".join(regex.escape(part, special_only=True) for part in parts)
    return regex.compile(before + phrase + after, regex.VERSION1)


@lru_cache(maxsize=1024)
def _literal(text: str) -> Any:
    """A pattern for a text word for word, whatever whitespace divides its words."""
    return regex.compile(r"\s++".join(map(regex.escape, straightened(text).split())), regex.IGNORECASE)


def without_literal(text: str, *literals: str) -> str:
    """The text with every occurrence of the ``literals`` blanked out; other characters keep their place."""
    for literal in literals:
        if literal.strip():
            done, pieces = 0, []
            for match in _literal(literal).finditer(text.translate(_STRAIGHT)):
                pieces += [text[done : match.start()], " " * len(match.group())]
                done = match.end()
            text = "".join(pieces) + text[done:]
    return text


def own_words(text: Text, form: Callable[[str], str]) -> str:
    """The text in a form, without the request that must be repeated: its words are not the answer's."""
    if not text.asked.repeated:
        return text.get(form)
    return form(without_literal(text.string, text.asked.repeated))


def find_word(word: str, folded_text: str, _budget: object = None) -> Iterator[Span]:
    """Where ``word``, taken literally and as a whole, is in a :func:`folded` text.

    Non-overlapping, left to right. Whitespace inside a phrase matches any whitespace. A
    side of the word that is not a letter or digit (``C++``, ``$5``) needs no border.
    """
    searcher = _searcher(folded(word).strip())
    if searcher is not None:
        for match in searcher.finditer(folded_text):
            yield match.span()


def is_word_character(character: str) -> bool:
    """Whether a character is a letter, mark or digit of a script that divides words."""
    return _WORD_CHARACTER.match(character) is not None
