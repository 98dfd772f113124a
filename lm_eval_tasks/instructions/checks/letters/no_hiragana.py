"""``letters:no_hiragana``: no hiragana.

Asks      that no hiragana occurs.
Decides   by looking for a character from ``ぁ`` to ``ゖ``.
Quirks    The long vowel mark ``ー`` and the iteration marks ``ゝ`` and ``ゞ`` may occur.
Source    M-IFEval (arXiv:2502.04688), Japanese.
Example   {}
followed      "本日休業"
not followed  "本日は休業"
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

_OTHER = re.compile("[ぁ-ゖ]")


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for the first one."""
    match = _OTHER.search(text.string)
    if match is None:
        return Verdict(True, "no hiragana")
    found = f"hiragana {match.group()!r} at character {match.start()}"
    return Verdict(False, found, "expected none", (match.span(),))


no_hiragana: Check = check("letters:no_hiragana", NoParameters, official)
