"""``function_call:n_commas``: how many commas.

Asks      ``N`` commas, exactly, at least or at most.
Decides   by counting the ASCII comma.
Quirks    none.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"N": 2, "comparison_option": "exactly"}
followed      "red, green, blue"
not followed  "red and green"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import Relation, counted, holds


class NCommas(Parameters, frozen=True):
    """How many are expected."""

    N: Annotated[int, Meta(ge=0)]
    comparison_option: Relation


def amount(value: str) -> int:
    """The number of commas."""
    return value.count(",")


def official(text: Text, want: NCommas) -> Verdict:
    """Compare the number with the one asked for."""
    number = text.get(amount)
    return Verdict(
        holds(number, want.comparison_option, want.N),
        counted(number, "comma"),
        f"expected {want.comparison_option} {want.N}",
    )


n_commas: Check = check("function_call:n_commas", NCommas, official)
