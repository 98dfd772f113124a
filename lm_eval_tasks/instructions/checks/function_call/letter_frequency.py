"""``function_call:letter_frequency``: how often a letter occurs.

Asks      that ``letter`` occurs ``N`` times, exactly, at least or at most.
Decides   by counting it in the lower-cased argument.
Quirks    none.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"letter": "z", "N": 2, "comparison_option": "exactly"}
followed      "Zigzag"
not followed  "Zebra"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import Relation, counted, holds


class LetterFrequency(Parameters, frozen=True):
    """How many are expected."""

    letter: Annotated[str, Meta(min_length=1)]
    N: Annotated[int, Meta(ge=0)]
    comparison_option: Relation


def amount(value: str, want: LetterFrequency) -> int:
    """The number of times the letter occurs."""
    return value.lower().count(want.letter.lower())


def official(text: Text, want: LetterFrequency) -> Verdict:
    """Compare the number with the one asked for."""
    value = text.string
    number = amount(value, want)
    return Verdict(
        holds(number, want.comparison_option, want.N),
        counted(number, "time"),
        f"expected {want.comparison_option} {want.N}",
    )


letter_frequency: Check = check("function_call:letter_frequency", LetterFrequency, official)
