r"""``paragraphs:paragraphs2``: two paragraphs, divided by two line breaks.

Asks      for two paragraphs, divided by an empty line.
Decides   by splitting at two line feeds exactly. A blank first or last piece is not counted; a blank
          piece between two dividers fails.
Corrected A line that is empty or blank divides; several divide once.
Quirks    Three line feeds divide once, four leave a blank piece. With carriage returns, or with a
          blank in the empty line, nothing is divided.
Source    allenai, open-instruct, IFEvalG.
Example   {}
followed      "First part.\n\nSecond part."
not followed  "First part.\nSecond part."
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.divided import blocks, parts
from lm_eval_tasks.text.relations import counted

_DIVIDER = re.compile("\n\n")
EXPECTED = "expected exactly 2 divided by an empty line"


def official(text: Text, want: NoParameters) -> Verdict:
    """Count the pieces between pairs of line feeds."""
    count, fault = parts(text.string, _DIVIDER)
    return Verdict(fault is None and count == 2, fault or counted(count, "paragraph"), EXPECTED)


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Count the blocks between empty lines."""
    count = text.get(blocks)
    return Verdict(count == 2, counted(count, "paragraph"), EXPECTED)


paragraphs2: Check = check("paragraphs:paragraphs2", NoParameters, official, corrected=corrected)
