r"""``format:quote_unquote``: every quotation is explained.

Asks      that each quoted phrase is followed by an unquoted explanation.
Decides   by taking out whitespace and a double quotation mark between two single ones, and then
          looking for two double quotation marks in a row, or one at the end followed only by
          digits and marks.
Corrected Curly quotation marks count like straight ones.
Quirks    Only straight quotation marks are recognised. A response without any passes.
Source    allenai, IFBench.
Example   {}
followed      "\"Slack water\" is the pause between tides."
not followed  "It is called \"slack water\"."
"""

from __future__ import annotations

import string

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.normal import straightened
from lm_eval_tasks.text.punctuation import MARKS

_OUTER = string.digits + MARKS.replace('"', "")


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for a quotation without an explanation."""
    packed = "".join(text.string.replace("'\"'", "").split())
    if '""' in packed:
        return Verdict(False, "a quotation follows another at once", "expected an explanation between them")
    if packed.strip(_OUTER).endswith('"'):
        return Verdict(False, "a quotation ends the response", "expected an explanation after it")
    return Verdict(True, "no quotation without words after it")


def corrected(text: Text, want: NoParameters) -> Verdict:
    """As officially, with curly quotation marks made straight."""
    return official(Text(text.get(straightened), text.budget), want)


quote_unquote: Check = check("format:quote_unquote", NoParameters, official, corrected=corrected)
