r"""``paragraphs:paragraphs``: two paragraphs, divided by ``***``.

Asks      for two paragraphs, divided by three asterisks.
Decides   as ``length_constraints:number_paragraphs`` does for two paragraphs.
Corrected A divider is exactly ``***`` on a line of its own; blank parts do not count.
Quirks    As there: four asterisks divide, six leave a blank piece.
Source    allenai, open-instruct, IFEvalG.
Example   {}
followed      "First part.\n***\nSecond part."
not followed  "First part.\n\nSecond part."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.divided import ASTERISKS, filled_parts, parts
from lm_eval_tasks.text.relations import counted

EXPECTED = "expected exactly 2 divided by ***"


def official(text: Text, want: NoParameters) -> Verdict:
    """Count the pieces between dividers."""
    count, fault = parts(text.string, ASTERISKS)
    return Verdict(fault is None and count == 2, fault or counted(count, "paragraph"), EXPECTED)


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Count the filled parts between lines that are dividers."""
    count = text.get(filled_parts)
    return Verdict(count == 2, counted(count, "paragraph"), EXPECTED)


paragraphs: Check = check("paragraphs:paragraphs", NoParameters, official, corrected=corrected)
