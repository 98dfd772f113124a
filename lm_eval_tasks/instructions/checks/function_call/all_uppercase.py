"""``function_call:all_uppercase``: everything in capitals.

Asks      that all letters are in capitals.
Decides   by Python's notion of case; one letter with case is needed.
Quirks    none.
Source    IFEval-FC (arXiv:2509.18420).
Example   {}
followed      "ALL OF IT 7"
not followed  "All of it"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Ask the string."""
    followed = text.string.isupper()
    return Verdict(
        followed,
        "only capitals" if followed else "not only capitals",
        "" if followed else "expected capitals",
    )


all_uppercase: Check = check("function_call:all_uppercase", NoParameters, official)
