"""``punctuation:no_period``: no full stop.

Asks      that no full stop occurs.
Decides   by looking for the ideographic full stop anywhere.
Quirks    The ASCII full stop and the half-width ``｡`` are different characters and may occur.
Source    M-IFEval (arXiv:2502.04688), Japanese.
Example   {}
followed      "港は静かで、灯りが揺れている"
not followed  "港は静かだ。"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

PERIOD = "。"


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for the first one."""
    at = text.string.find(PERIOD)
    if at >= 0:
        return Verdict(False, f"full stop {PERIOD!r} at character {at}", "expected none", ((at, at + 1),))
    return Verdict(True, "no full stop")


no_period: Check = check("punctuation:no_period", NoParameters, official)
