"""``punctuation:punctuation_exclamation``: no exclamation marks.

Asks      that no exclamation mark occurs.
Decides   by looking for the ASCII exclamation mark anywhere.
Quirks    The inverted, double and full-width marks pass.
Source    allenai, open-instruct, IFEvalG.
Example   {}
followed      "Rain is wet."
not followed  "Rain!"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Find the first one."""
    at = text.string.find("!")
    if at >= 0:
        return Verdict(False, f"exclamation mark at character {at}", "expected none", ((at, at + 1),))
    return Verdict(True, "no exclamation mark")


punctuation_exclamation: Check = check("punctuation:punctuation_exclamation", NoParameters, official)
