r"""``length_constraints:number_paragraphs``: how many paragraphs, divided by ``***``.

Asks      exactly ``num_paragraphs`` paragraphs, divided by three asterisks.
Decides   by splitting at every ``***`` with at most one whitespace character on each side.
          A blank first or last piece is not counted; a blank piece between two dividers fails.
Corrected A divider is exactly ``***`` on a line of its own; blank parts do not count.
Quirks    ``***bold***`` divides too, four asterisks divide, six leave a blank piece.
Source    google-research, instruction_following_eval.
Example   {"num_paragraphs": 2}
followed      "First part.\n***\nSecond part."
not followed  "First part.\n\nSecond part."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.divided import ASTERISKS, filled_parts, parts
from lm_eval_tasks.text.relations import counted


class NumberParagraphs(Parameters, frozen=True):
    """How many paragraphs are expected, exactly."""

    num_paragraphs: Annotated[int, Meta(ge=0)]


def official(text: Text, want: NumberParagraphs) -> Verdict:
    """Count the pieces between dividers."""
    count, fault = parts(text.string, ASTERISKS)
    return Verdict(
        fault is None and count == want.num_paragraphs,
        fault or counted(count, "paragraph"),
        f"expected exactly {want.num_paragraphs} divided by ***",
    )


def corrected(text: Text, want: NumberParagraphs) -> Verdict:
    """Count the filled parts between lines that are dividers."""
    count = text.get(filled_parts)
    return Verdict(
        count == want.num_paragraphs,
        counted(count, "paragraph"),
        f"expected exactly {want.num_paragraphs} divided by lines of ***",
    )


number_paragraphs: Check = check(
    "length_constraints:number_paragraphs", NumberParagraphs, official, corrected=corrected
)
