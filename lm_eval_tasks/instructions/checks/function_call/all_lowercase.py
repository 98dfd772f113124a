"""``function_call:all_lowercase``: everything in lower case.

Asks      that all letters are in lower case.
Decides   by Python's notion of case; one letter with case is needed.
Quirks    none.
Source    IFEval-FC (arXiv:2509.18420).
Example   {}
followed      "all of it 7"
not followed  "All of it"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Ask the string."""
    followed = text.string.islower()
    return Verdict(
        followed,
        "only lower case" if followed else "not only lower case",
        "" if followed else "expected lower case",
    )


all_lowercase: Check = check("function_call:all_lowercase", NoParameters, official)
