"""``tulu3:verify_keyword_frequency``: a word a number of times.

Asks      that ``word`` occurs exactly ``N`` times.
Decides   by comparing each run of word characters, in lower case.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"word": "iron", "N": 2}
followed      "Iron meets iron."
not followed  "Iron, iron, iron."
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.words import lowered

_WORD = re.compile(r"\b\w+\b")


class VerifyKeywordFrequency(Parameters, frozen=True):
    """The arguments of the function."""

    word: Annotated[str, Meta(min_length=1)]
    N: int | float


def official(text: Text, want: VerifyKeywordFrequency) -> Verdict:
    """Count the word."""
    word = want.word.lower()
    count = sum(one == word for one in _WORD.findall(text.get(lowered)))
    return Verdict(
        count == want.N, f"{word[:40]!r} found {counted(count, 'time')}", f"expected exactly {want.N:g}"
    )


verify_keyword_frequency: Check = check("tulu3:verify_keyword_frequency", VerifyKeywordFrequency, official)
