"""``punctuation:punctuation_dot``: no dots.

Asks      that no dot occurs.
Decides   by looking for the ASCII full stop anywhere, in numbers and addresses too.
Quirks    The ellipsis character and the full stops of other scripts pass.
Source    allenai, open-instruct, IFEvalG.
Example   {}
followed      "Rain is wet"
not followed  "Rain is wet."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Find the first one."""
    at = text.string.find(".")
    if at >= 0:
        return Verdict(False, f"dot at character {at}", "expected none", ((at, at + 1),))
    return Verdict(True, "no dot")


punctuation_dot: Check = check("punctuation:punctuation_dot", NoParameters, official)
