"""``function_call:json_format``: JSON.

Asks      that the argument is JSON.
Decides   by parsing it after code fences (plain or labelled json) are removed.
Quirks    Any JSON value passes, ``NaN`` too.
Source    IFEval-FC (arXiv:2509.18420).
Example   {}
followed      "[1, 2]"
not followed  "one, two"
"""

from __future__ import annotations

import json

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Parse with the standard library."""
    value = text.string.strip()
    for fence in ("```json", "```Json", "```JSON", "```"):
        value = value.removeprefix(fence)
    try:
        json.loads(value.removesuffix("```").strip())
    except (ValueError, RecursionError) as error:
        return Verdict(False, f"no JSON: {error}")
    return Verdict(True, "valid JSON")


json_format: Check = check("function_call:json_format", NoParameters, official)
