"""``tulu3:validate_sections``: sections opened by a word.

Asks      for exactly ``N`` sections, each opened by ``section_splitter``.
Decides   by splitting at the word; an empty first piece is not counted.
Quirks    Text before the first section is one more.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"N": 2, "section_splitter": "Part"}
followed      "Part 1 iron Part 2 water"
not followed  "Intro Part 1 iron Part 2 water"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted


class ValidateSections(Parameters, frozen=True):
    """The arguments of the function."""

    N: int | float
    section_splitter: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: ValidateSections) -> Verdict:
    """Count the pieces."""
    pieces = text.string.split(want.section_splitter)
    count = len(pieces) - (pieces[0] == "")
    return Verdict(count == want.N, counted(count, "section"), f"expected exactly {want.N:g}")


validate_sections: Check = check("tulu3:validate_sections", ValidateSections, official)
