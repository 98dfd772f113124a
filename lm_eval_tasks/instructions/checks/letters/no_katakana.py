"""``letters:no_katakana``: no katakana.

Asks      that no katakana occurs.
Decides   by looking for a character from ``ァ`` to ``ヺ``, or a half-width one.
Quirks    The long vowel mark ``ー`` and the middle dot ``・`` may occur.
Source    M-IFEval (arXiv:2502.04688), Japanese.
Example   {}
followed      "港で待つ"
not followed  "ホテルで待つ"
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

_OTHER = re.compile("[ァ-ヺｦ-ﾟ]")


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for the first one."""
    match = _OTHER.search(text.string)
    if match is None:
        return Verdict(True, "no katakana")
    found = f"katakana {match.group()!r} at character {match.start()}"
    return Verdict(False, found, "expected none", (match.span(),))


no_katakana: Check = check("letters:no_katakana", NoParameters, official)
