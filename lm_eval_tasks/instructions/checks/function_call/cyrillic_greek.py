"""``function_call:cyrillic_greek``: one script only.

Asks      that all letters are Cyrillic, or all are Greek (``script``).
Decides   by allowing the letters of the script, ASCII digits, whitespace and punctuation, and nothing else.
Quirks    Digits and punctuation alone, and the empty text, are followed; an underscore is not.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"script": "greek"}
followed      "Καλημέρα 7!"
not followed  "Hello"
"""

from __future__ import annotations

import re
from typing import Literal

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check

# A word character that is neither of the script nor an ASCII digit.
_FOREIGN = {
    "cyrillic": re.compile(r"(?![\u0400-\u052f\u2de0-\u2dff\ua640-\ua69f0-9])\w"),
    "greek": re.compile(r"(?![\u0370-\u03ff\u1f00-\u1fff0-9])\w"),
}


class CyrillicGreek(Parameters, frozen=True):
    """What is expected."""

    script: Literal["cyrillic", "greek"]


def official(text: Text, want: CyrillicGreek) -> Verdict:
    """Find the first character that does not belong."""
    match = _FOREIGN[want.script].search(text.string)
    if match:
        expected = f"{want.script} letters only"
        return Verdict(False, f"{match.group()!r} at character {match.start()}", expected, (match.span(),))
    return Verdict(True, f"nothing outside the {want.script} script")


cyrillic_greek: Check = check("function_call:cyrillic_greek", CyrillicGreek, official)
