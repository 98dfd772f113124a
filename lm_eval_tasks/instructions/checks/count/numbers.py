"""``count:numbers``: how many numbers.

Asks      exactly ``N`` numbers.
Decides   by deleting the ASCII punctuation marks and counting the runs of digits left.
Quirks    ``1,000``, ``3.14`` and ``1-2-3`` are one number each, ``a1b2`` is two. Digits of every
          script count; numbers in words do not.
Source    allenai, IFBench.
Example   {"N": 2}
followed      "In 1998 the town had 12,400 people."
not followed  "In 1998 the town had 3 mills and 2 bridges."
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import without_marks
from lm_eval_tasks.text.relations import counted

_DIGITS = re.compile(r"\d+")


class Numbers(Parameters, frozen=True):
    """How many numbers are expected, exactly."""

    N: Annotated[int, Meta(ge=0)]


def numbers_without_marks(text: str) -> list[str]:
    """The runs of digits once the marks are gone."""
    return _DIGITS.findall(without_marks(text))


def official(text: Text, want: Numbers) -> Verdict:
    """Compare the count with the number expected."""
    count = len(text.get(numbers_without_marks))
    return Verdict(count == want.N, counted(count, "number"), f"expected exactly {want.N}")


numbers: Check = check("count:numbers", Numbers, official)
