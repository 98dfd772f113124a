"""``tulu3:validate_uppercase``: capitals only.

Asks      for a response in capitals.
Decides   by comparing the response with itself in capitals.
Quirks    A text without letters is followed.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {}
followed      "IRON AND WATER."
not followed  "IRON and WATER."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare with capitals."""
    return Verdict(
        text.string == text.string.upper(), "compared with itself in capitals", "expected capitals only"
    )


validate_uppercase: Check = check("tulu3:validate_uppercase", NoParameters, official)
