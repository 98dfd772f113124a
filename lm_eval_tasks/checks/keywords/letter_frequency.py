"""``keywords:letter_frequency``: how often a letter occurs.

Asks      that ``letter`` occurs fewer than, or at least, ``let_frequency`` times.
Decides   by counting it in the lower-cased response, the whole text, markup included.
Quirks    A character outside a-z is counted as itself; the reference draws a random letter
          for it (``docs/deviations.md``). No accent is folded: ``e`` is not counted in
          ``é`` unless the accent is a character of its own.
Source    google-research, instruction_following_eval.
Example   {"letter": "z", "let_frequency": 2, "let_relation": "at least"}
followed      "Zigzag"
not followed  "Zoo"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import Relation, counted, holds
from lm_eval_tasks.text.words import lowered


class LetterFrequency(Parameters, frozen=True):
    """A letter and how many times it must occur."""

    letter: Annotated[str, Meta(min_length=1)]
    let_frequency: Annotated[int, Meta(ge=0)]
    let_relation: Relation


def official(text: Text, want: LetterFrequency) -> Verdict:
    """Count the stored character in the lower-cased text."""
    letter = want.letter.strip().lower() or want.letter
    count = text.get(lowered).count(letter)
    return Verdict(
        holds(count, want.let_relation, want.let_frequency),
        f"{letter!r} found {counted(count, 'time')}",
        f"{want.let_relation} {want.let_frequency} wanted",
    )


letter_frequency: Check = check("keywords:letter_frequency", LetterFrequency, official)
