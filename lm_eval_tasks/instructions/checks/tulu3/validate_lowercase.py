"""``tulu3:validate_lowercase``: small letters only.

Asks      for a response in small letters.
Decides   by comparing the response with itself in small letters.
Quirks    No language is asked for. A text without letters is followed.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {}
followed      "iron meets water."
not followed  "Iron meets water."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.words import lowered


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare with small letters."""
    return Verdict(
        text.string == text.get(lowered),
        "compared with itself in small letters",
        "expected small letters only",
    )


validate_lowercase: Check = check("tulu3:validate_lowercase", NoParameters, official)
