"""``function_call:quotation``: quotation marks around everything.

Asks      that the argument starts and ends with a straight ``single`` or ``double`` quotation mark.
Decides   by its first and its last character; nothing is removed before.
Quirks    Whitespace outside the marks fails.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"quotation_type": "single"}
followed      "'red'"
not followed  "red"
"""

from __future__ import annotations

from typing import Literal

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check


class Quotation(Parameters, frozen=True):
    """What is expected."""

    quotation_type: Literal["single", "double"]


def official(text: Text, want: Quotation) -> Verdict:
    """Look at both ends."""
    mark = {"single": "'", "double": '"'}[want.quotation_type]
    value = text.string
    followed = len(value) > 1 and value[0] == mark == value[-1]
    return Verdict(
        followed, f"starts with {value[:1]!r} and ends with {value[-1:]!r}", f"expected {mark} at both ends"
    )


quotation: Check = check("function_call:quotation", Quotation, official)
