"""``length_constraints:number_letters``: the number of characters.

Asks      fewer than, or at least, ``num_letters`` characters.
Decides   by the length of the response in code points, whitespace and line ends included.
Quirks    Blanks at both ends count; a voiced kana of two code points counts twice.
Source    M-IFEval (arXiv:2502.04688), Japanese.
Example   {"num_letters": 6, "relation": "以上"}
followed      "港の灯り。 "
not followed  "港の灯り"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import Relation, counted, holds


class NumberLetters(Parameters, frozen=True):
    """How many characters are expected."""

    num_letters: Annotated[int, Meta(ge=0)]
    relation: Relation


def official(text: Text, want: NumberLetters) -> Verdict:
    """Compare the length with the number asked for."""
    count = len(text.string)
    return Verdict(
        holds(count, want.relation, want.num_letters),
        counted(count, "character"),
        f"expected {want.relation} {want.num_letters}",
    )


number_letters: Check = check("length_constraints:number_letters", NumberLetters, official)
