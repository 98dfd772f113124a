r"""``detectable_format:multiple_sections``: numbered sections.

Asks      at least ``num_sections`` sections, each marked ``section_spliter`` and a number.
Decides   by counting the marker, at most one white-space character, and digits.
Quirks    The marker is a regular expression, minds case and may stand anywhere, also inside
          a word; ``Section IV`` does not count. The parameter's spelling is the data's.
Source    google-research, instruction_following_eval.
Example   {"section_spliter": "Section", "num_sections": 2}
followed      "Section 1\nRoots\nSection 2\nLeaves"
not followed  "Section 1\nRoots and leaves"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.patterns import find_all
from lm_eval_tasks.text.relations import counted


class MultipleSections(Parameters, frozen=True):
    """The section marker and how many are wanted at least."""

    section_spliter: Annotated[str, Meta(min_length=1)]
    num_sections: Annotated[int, Meta(ge=0)]


def official(text: Text, want: MultipleSections) -> Verdict:
    """Count the places where the marker stands before digits."""
    marker = want.section_spliter.strip()
    spans = tuple(find_all(marker, text.string, ignore_case=False, behind=r"\s?\d+"))
    return Verdict(
        len(spans) >= want.num_sections,
        counted(len(spans), "section"),
        f"at least {want.num_sections} marked {marker!r} wanted",
        spans,
    )


multiple_sections: Check = check("detectable_format:multiple_sections", MultipleSections, official)
