r"""``tulu3:validate_quotation``: double quotes around the response.

Asks      for double quotes around the response.
Decides   by the first and the last character.
Quirks    One quote is enough.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {}
followed      "\"Iron.\""
not followed  "Iron."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Look at the ends."""
    found = text.string.startswith('"') and text.string.endswith('"')
    return Verdict(found, f"from {text.string[:1]!r} to {text.string[-1:]!r}", "expected double quotes")


validate_quotation: Check = check("tulu3:validate_quotation", NoParameters, official)
