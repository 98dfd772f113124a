"""``letters:letter_counting``: how many letters.

Asks      for at least, or fewer than, ``N`` letters.
Decides   by counting the letters a-z and A-Z.
Corrected Letters of every alphabet count. ``around`` allows a tenth, at least one.
Quirks    A relation other than the two is never followed. In the corrected edition it must be known.
Source    allenai, open-instruct, IFEvalG.
Example   {"N": 5, "relation": "at least"}
followed      "Hello"
not followed  "Hell 1234!!"
"""

from __future__ import annotations

from typing import Annotated

import regex
from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.clean import normalized
from lm_eval_tasks.text.relations import RELATIONS, Relation, counted, holds

_ASCII = regex.compile(r"[a-zA-Z]+")
_ANY = regex.compile(r"\p{L}+")


class LetterCount(Parameters, frozen=True):
    """How many letters; the relation is any text, because an unknown one is not an error there."""

    N: int | float
    relation: Annotated[str, Meta(min_length=1)]


def ascii_letters(text: str) -> int:
    """The number of letters a-z and A-Z."""
    return sum(map(len, _ASCII.findall(text)))


def letters(text: str) -> int:
    """The number of letters of any alphabet, a letter and its accent being one."""
    return sum(map(len, _ANY.findall(normalized("NFC", text))))


def official(text: Text, want: LetterCount) -> Verdict:
    """Count the ASCII letters."""
    count = text.get(ascii_letters)
    found, expected = counted(count, "letter"), f"expected {want.relation} {want.N:g}"
    if want.relation == "at least":
        return Verdict(count >= want.N, found, expected)
    if want.relation == "less than":
        return Verdict(count < want.N, found, expected)
    return Verdict(False, f"{found}, but {want.relation!r} is not a relation here", expected)


def relation(name: str) -> Relation | None:
    """The relation of that name, None if there is none."""
    return next((known for known in RELATIONS if known == name), None)


def corrected(text: Text, want: LetterCount) -> Verdict:
    """Count all letters."""
    count = text.get(letters)
    found, expected = counted(count, "letter"), f"expected {want.relation} {want.N:g}"
    known = relation(want.relation)
    if known is None:
        return Verdict(False, f"{found}, but {want.relation!r} is not a relation", expected)
    return Verdict(holds(count, known, want.N, None), found, expected)


letter_counting: Check = check("letters:letter_counting", LetterCount, official, corrected=corrected)
