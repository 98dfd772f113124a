r"""Spanish words and sentences, near those of spaCy and without it.

``words`` follows the tokens of spaCy's Spanish tokenizer that are no punctuation, which M-IFEval
counts: whitespace beyond the one blank after a token is a token, too, and so is a symbol such
as ``<`` or ``$``. Tag soup and addresses divide differently there. ``sentences`` are Punkt's; the
parser that M-IFEval asks is a model of its own.

Source    M-IFEval (arXiv:2502.04688); spaCy 3.8, ``spacy.blank("es")``.
"""

from __future__ import annotations

import re

import regex

from lm_eval_tasks.text.folding import unaccented
from lm_eval_tasks.text.punctuation import without_marks
from lm_eval_tasks.text.sentences import Sentences

_TOKEN = regex.compile(
    r"\A\s++|(?<=\S )\s++|(?<!\s)[^\S ]\s*+"
    r"|\w++(?:(?:['’&+@_-]|(?<=\d)[.,:/](?=\d)|(?<!\p{Ll})\.(?=\w)|\.(?=\p{Ll}|\d))\w++)*+"
    r"|\p{S}"
)
_BLANKS = re.compile(r"\s*")
_NUMBER = re.compile(r"\d+\.\s*")
_BULLET = re.compile(r"[-*]\s*")
_spanish = Sentences("spanish")


def words(text: str) -> list[str]:
    """Tokens that are no punctuation; a compound with a hyphen or an apostrophe is one."""
    return _TOKEN.findall(text)


def words_in_prose(text: str) -> list[str]:
    """:func:`words` of the text without list marks and line ends."""
    return words(without_list_marks(text).replace("\n", " "))


def sentences(text: str) -> list[str]:
    """The sentences of the text without list marks."""
    prose = without_list_marks(text)
    return [prose[start:end] for start, end in _spanish(prose)]


def without_list_marks(text: str) -> str:
    """The text without the numbers, then without the ``-`` and ``*``, that its lines start with.

    The whitespace on both sides of a mark goes along, line ends included.
    """
    return _without_starts(_without_starts(text, _NUMBER), _BULLET)


def _without_starts(text: str, mark: re.Pattern[str]) -> str:
    """The text without the mark at each line's start and the whitespace before it, in linear time."""
    kept = []
    at, end = 0, len(text)
    while at < end:
        filled = _BLANKS.match(text, at).end()  # type: ignore[union-attr]
        match = mark.match(text, filled)
        done = match.end() if match else at
        if not match or text[done - 1] != "\n":
            newline = text.find("\n", max(done, filled))
            start, done = done, end if newline < 0 else newline + 1
            kept.append(text[start:done])
        at = done
    return "".join(kept)


def opening(paragraph: str, expected: str) -> str:
    """The first words of a paragraph, lower-cased and without ASCII marks, as many as ``expected`` has."""
    target = expected.split()
    found = [without_marks(word).lower() for word in paragraph.split(maxsplit=len(target))[: len(target)]]
    return expected if found == target else " ".join(found)


def in_capitals(text: str) -> bool:
    """Whether no letter, accents aside, is anything but a capital."""
    return all(character.isupper() or not character.isalpha() for character in unaccented(text))
