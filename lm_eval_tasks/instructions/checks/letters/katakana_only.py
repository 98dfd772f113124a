"""``letters:katakana_only``: nothing but katakana.

Asks      that katakana is the only script.
Decides   by looking for a letter that is not from ``ァ`` to ``ン``, nor ``ー``, nor half-width.
Quirks    Digits, punctuation, blanks and emoji may occur. ``ヴ`` and ``ヽ`` are
          letters beyond ``ン`` and fail.
Source    M-IFEval (arXiv:2502.04688), Japanese.
Example   {}
followed      "ミナトハ、シズカデス。"
not followed  "ミナトは、シズカです。"
"""

from __future__ import annotations

import regex

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

_OTHER = regex.compile(r"[\p{L}--[ァ-ンー・ｦ-ﾟ]]", regex.VERSION1)


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for the first letter of another script."""
    match = _OTHER.search(text.string)
    if match is None:
        return Verdict(True, "no letter but katakana")
    found = f"letter {match.group()!r} at character {match.start()}"
    return Verdict(False, found, "expected only katakana", (match.span(),))


katakana_only: Check = check("letters:katakana_only", NoParameters, official)
