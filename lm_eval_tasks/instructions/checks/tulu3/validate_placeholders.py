"""``tulu3:validate_placeholders``: placeholders in square brackets.

Asks      for at least ``N`` placeholders in square brackets.
Decides   by counting pairs of square brackets on a line.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"N": 2}
followed      "[iron] meets [water]"
not followed  "[iron] only"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.pairs import enclosed
from lm_eval_tasks.text.relations import counted


class ValidatePlaceholders(Parameters, frozen=True):
    """The arguments of the function."""

    N: int | float


def official(text: Text, want: ValidatePlaceholders) -> Verdict:
    """Count the brackets."""
    count = enclosed(text.string, "[", "]")
    return Verdict(count >= want.N, counted(count, "placeholder"), f"expected at least {want.N:g}")


validate_placeholders: Check = check("tulu3:validate_placeholders", ValidatePlaceholders, official)
