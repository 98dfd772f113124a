"""``tulu3:validate_no_commas``: no commas.

Asks      that no comma occurs.
Decides   by looking for the ASCII comma.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {}
followed      "Iron rusts."
not followed  "Well, iron rusts."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Find the first one."""
    at = text.string.find(",")
    if at >= 0:
        return Verdict(False, f"comma at character {at}", "expected none", ((at, at + 1),))
    return Verdict(True, "no comma")


validate_no_commas: Check = check("tulu3:validate_no_commas", NoParameters, official)
