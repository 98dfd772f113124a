"""``tulu3:verify_letter_frequency``: a letter a number of times.

Asks      that ``letter`` occurs exactly ``N`` times.
Decides   by counting the character, minding case.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"letter": "r", "N": 2}
followed      "Rust rarely"
not followed  "rust"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted


class VerifyLetterFrequency(Parameters, frozen=True):
    """The arguments of the function."""

    letter: Annotated[str, Meta(min_length=1, max_length=1)]
    N: int | float


def official(text: Text, want: VerifyLetterFrequency) -> Verdict:
    """Count the letter."""
    count = text.string.count(want.letter)
    return Verdict(
        count == want.N, f"{want.letter!r} found {counted(count, 'time')}", f"expected exactly {want.N:g}"
    )


verify_letter_frequency: Check = check("tulu3:verify_letter_frequency", VerifyLetterFrequency, official)
