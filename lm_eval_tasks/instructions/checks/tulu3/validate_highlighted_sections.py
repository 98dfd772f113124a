"""``tulu3:validate_highlighted_sections``: highlighted sections.

Asks      for at least ``N`` sections between asterisks.
Decides   by counting pairs of asterisks on a line.
Quirks    ``**x**`` is two.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"N": 2}
followed      "*iron* and *water*"
not followed  "*iron*"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.pairs import enclosed
from lm_eval_tasks.text.relations import counted


class ValidateHighlightedSections(Parameters, frozen=True):
    """The arguments of the function."""

    N: int | float


def official(text: Text, want: ValidateHighlightedSections) -> Verdict:
    """Count the asterisks."""
    count = enclosed(text.string, "*", "*")
    return Verdict(count >= want.N, counted(count, "section"), f"expected at least {want.N:g}")


validate_highlighted_sections: Check = check(
    "tulu3:validate_highlighted_sections", ValidateHighlightedSections, official
)
