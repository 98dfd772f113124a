"""``function_call:placeholder_count``: how many placeholders.

Asks      ``N`` placeholders in square brackets, exactly, at least or at most.
Decides   by counting ``[`` up to the nearest ``]`` on the same line.
Quirks    ``[]`` counts; nested brackets count once.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"N": 1, "comparison_option": "exactly"}
followed      "Dear [name]"
not followed  "Dear friend"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import Relation, counted, holds


class PlaceholderCount(Parameters, frozen=True):
    """How many are expected."""

    N: Annotated[int, Meta(ge=0)]
    comparison_option: Relation


def amount(value: str) -> int:
    """The number of bracket pairs, in linear time."""
    count, start = 0, value.find("[")
    while start >= 0:
        end = value.find("]", start)
        if end < 0:
            break
        newline = value.find("\n", start, end)
        count += newline < 0
        start = value.find("[", end if newline < 0 else newline)
    return count


def official(text: Text, want: PlaceholderCount) -> Verdict:
    """Compare the number with the one asked for."""
    number = text.get(amount)
    return Verdict(
        holds(number, want.comparison_option, want.N),
        counted(number, "placeholder"),
        f"expected {want.comparison_option} {want.N}",
    )


placeholder_count: Check = check("function_call:placeholder_count", PlaceholderCount, official)
