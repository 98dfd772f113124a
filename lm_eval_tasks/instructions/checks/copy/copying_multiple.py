r"""``copy:copying_multiple``: the request several times, divided by six asterisks.

Asks      to copy the request ``N`` times, divided by ``******``, without an answer.
Decides   by splitting at six asterisks: ``N`` pieces, each the request, ignoring case and outer
          whitespace.
Quirks    Seven asterisks, or a divider at the end, fail.
Source    allenai, open-instruct, IFEvalG.
Example   {"prompt_to_repeat": "Name a lake.", "N": 2}
followed      "Name a lake.\n******\nName a lake."
not followed  "Name a lake."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check

DIVIDER = "******"


class Copies(Parameters, frozen=True):
    """The request and how many times."""

    prompt_to_repeat: Annotated[str, Meta(min_length=1)]
    N: int | float


def official(text: Text, want: Copies) -> Verdict:
    """Compare each piece."""
    pieces = text.string.split(DIVIDER)
    if len(pieces) != want.N:
        return Verdict(False, f"{len(pieces)} parts divided by {DIVIDER}", f"expected {want.N:g}")
    request = want.prompt_to_repeat.strip().lower()
    for number, piece in enumerate(pieces, 1):
        if piece.strip().lower() != request:
            return Verdict(
                False, f"part {number} is {piece.strip()[:60]!r}", f"expected {want.prompt_to_repeat[:60]!r}"
            )
    return Verdict(True, f"the request, {len(pieces)} times")


copying_multiple: Check = check("copy:copying_multiple", Copies, official)
