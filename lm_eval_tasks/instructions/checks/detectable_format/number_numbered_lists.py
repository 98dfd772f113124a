r"""``detectable_format:number_numbered_lists``: numbered list items.

Asks      exactly ``num_items`` items of numbered lists.
Decides   by counting lines that start with digits, an ASCII full stop and whitespace, after any
          whitespace.
Quirks    Full-width digits count, the full-width stop does not. A number alone on its line includes
          the line below it.
Source    M-IFEval (arXiv:2502.04688), Japanese.
Example   {"num_items": 2}
followed      "1. 梅\n2. 桃"
not followed  "1. 梅\n2. 桃\n3. 柿"
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted

_NUMBER = re.compile(r"\d+\.(?=\s)")


class NumberItems(Parameters, frozen=True):
    """How many numbered items are expected, exactly."""

    num_items: Annotated[int, Meta(ge=0)]


def items(text: str) -> int:
    """The number of items, in linear time."""
    lines = [line.lstrip() for line in text.split("\n")]
    count, index, last = 0, 0, len(lines) - 1
    while index <= last:
        line = lines[index]
        match = _NUMBER.match(line if index == last else line + "\n")
        if match:
            count += 1
            if match.end() == len(line):
                index += 1  # the newline is the whitespace after the number
        index += 1
    return count


def official(text: Text, want: NumberItems) -> Verdict:
    """Compare the count with the number asked for."""
    count = text.get(items)
    return Verdict(
        count == want.num_items, counted(count, "numbered item"), f"expected exactly {want.num_items}"
    )


number_numbered_lists: Check = check("detectable_format:number_numbered_lists", NumberItems, official)
