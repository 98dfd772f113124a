r"""``tulu3:verify_paragraph_count``: paragraphs divided by ``* * *``.

Asks      for exactly ``N`` paragraphs, divided by three asterisks with blanks between them.
Decides   by splitting the response, each line stripped, at ``* * *``. A blank piece fails.
Quirks    ``***`` does not divide, and a divider at an end leaves a blank piece.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"N": 2}
followed      "Iron.\n* * *\nWater."
not followed  "Iron.\n***\nWater."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted


class VerifyParagraphCount(Parameters, frozen=True):
    """The arguments of the function."""

    N: int | float


def official(text: Text, want: VerifyParagraphCount) -> Verdict:
    """Count the pieces."""
    lines = "\n".join(line.strip() for line in text.string.splitlines()).strip()
    pieces = lines.split("* * *")
    if not all(piece.strip() for piece in pieces):
        return Verdict(False, "a blank paragraph", f"expected exactly {want.N:g}")
    return Verdict(len(pieces) == want.N, counted(len(pieces), "paragraph"), f"expected exactly {want.N:g}")


verify_paragraph_count: Check = check("tulu3:verify_paragraph_count", VerifyParagraphCount, official)
