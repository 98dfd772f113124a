"""``format:list``: list points with a given mark.

Asks      a list whose points are marked with ``sep``.
Decides   by counting ``sep`` in the response; twice is enough.
Quirks    It may be anywhere, also twice in one line.
Source    allenai, IFBench.
Example   {"sep": "~~"}
followed      "~~ rain ~~ snow"
not followed  "~~ rain, snow"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted

FEWEST = 2


class Separator(Parameters, frozen=True):
    """The mark of a list point."""

    sep: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: Separator) -> Verdict:
    """Count the marks."""
    count = text.string.count(want.sep)
    return Verdict(
        count >= FEWEST, f"{want.sep!r} occurs {counted(count, 'time')}", f"expected at least {FEWEST}"
    )


marked_list: Check = check("format:list", Separator, official)
