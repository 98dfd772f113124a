"""``function_call:spaces_in_between``: a number of spaces between words.

Asks      that words are separated by exactly ``N`` spaces.
Decides   by splitting at ``N`` spaces: no piece may be empty or contain a space, and no space may be
          at either end.
Quirks    An argument without spaces follows. Tabs and newlines are not checked.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"N": 2}
followed      "red  green"
not followed  "red green"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted


class SpacesInBetween(Parameters, frozen=True):
    """What is expected."""

    N: Annotated[int, Meta(ge=1)]


def official(text: Text, want: SpacesInBetween) -> Verdict:
    """Look at every piece between runs of spaces."""
    value, expected = text.string, f"expected {counted(want.N, 'space')} between words"
    if value != value.strip():
        return Verdict(False, "whitespace at an end", expected)
    if " " not in value:
        return Verdict(True, "no spaces")
    pieces = value.split(" " * want.N)
    if len(pieces) > 1 and all(piece and " " not in piece for piece in pieces):
        return Verdict(True, f"{counted(want.N, 'space')} everywhere")
    return Verdict(False, "another number of spaces", expected)


spaces_in_between: Check = check("function_call:spaces_in_between", SpacesInBetween, official)
