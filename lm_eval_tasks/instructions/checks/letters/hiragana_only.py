"""``letters:hiragana_only``: nothing but hiragana.

Asks      that hiragana is the only script.
Decides   by looking for a letter that is not from ``ぁ`` to ``ん``, nor ``ー``.
Quirks    Digits, punctuation, blanks and emoji may occur. ``ゔ`` and ``ゝ`` are
          letters beyond ``ん`` and fail.
Source    M-IFEval (arXiv:2502.04688), Japanese.
Example   {}
followed      "みなとは、しずかです。"
not followed  "港はしずかです。"
"""

from __future__ import annotations

import regex

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

_OTHER = regex.compile(r"[\p{L}--[ぁ-んー]]", regex.VERSION1)


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for the first letter of another script."""
    match = _OTHER.search(text.string)
    if match is None:
        return Verdict(True, "no letter but hiragana")
    found = f"letter {match.group()!r} at character {match.start()}"
    return Verdict(False, found, "expected only hiragana", (match.span(),))


hiragana_only: Check = check("letters:hiragana_only", NoParameters, official)
