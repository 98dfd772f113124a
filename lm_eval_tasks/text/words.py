"""What a word is, in the several senses the benchmarks use.

Source    NLTK 3.10.4 for ``word_runs``; see ``docs/deviations.md`` for older releases.
"""

from __future__ import annotations

import regex

from lm_eval_tasks.text.characters import Replacement

_WORD_CHARACTER = regex.compile(r"\w")
_RUN = regex.compile(r"\w++")
_BEGINNING = 256
_blanked = Replacement(lambda character: character if _WORD_CHARACTER.match(character) else " ")


def word_runs(text: str) -> list[str]:
    """Maximal runs of word characters: letters, marks, decimal digits, connectors, joiners."""
    return _blanked(text).split() if _mostly_ascii(text) else _RUN.findall(text)


def _mostly_ascii(text: str) -> bool:
    """Whether the table is the faster way to the same words, by the beginning of the text."""
    beginning = text[:_BEGINNING]
    return text.isascii() or 2 * sum(map(str.isascii, beginning)) > len(beginning)


def spaced_words(text: str) -> list[str]:
    """What whitespace separates."""
    return text.split()


def lowered(text: str) -> str:
    """The text in lower case."""
    return text.lower()


def first_word_until_mark(paragraph: str, marks: str = ".,?!'\"") -> str:
    """The first word as IFEval reads it: lower-cased, up to the first of ``. , ? ! ' "``.

    Leading ``'`` and then leading ``"`` are removed, once, in this order; each character
    is lower-cased on its own.
    """
    word = paragraph.split(maxsplit=1)[0].lstrip("'").lstrip('"')
    letters = []
    for character in word:
        if character in marks:
            break
        letters.append(character.lower())
    return "".join(letters)
