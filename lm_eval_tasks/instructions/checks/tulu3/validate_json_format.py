r"""``tulu3:validate_json_format``: JSON.

Asks      for a response that is JSON.
Decides   by reading the whole response.
Quirks    A fence fails.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {}
followed      "{\"a\": 1}"
not followed  "```json\n{\"a\": 1}\n```"
"""

from __future__ import annotations

import json

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Read it."""
    try:
        json.loads(text.string)
    except (ValueError, RecursionError) as error:
        return Verdict(False, f"not JSON: {str(error)[:60]}", "expected JSON")
    return Verdict(True, "JSON")


validate_json_format: Check = check("tulu3:validate_json_format", NoParameters, official)
