"""``detectable_content:informal_address``: the reader is addressed informally.

Asks      that the reader is addressed with ``tu``.
Decides   by looking for one of the words ``tu te toi ton ta tes``, or ``t'`` before a word, ignoring
          case.
Quirks    One such word is enough, whoever it refers to. ``vous`` elsewhere does not matter. A
          curly apostrophe is not recognised.
Source    M-IFEval (arXiv:2502.04688), French.
Example   {}
followed      "Prends ton manteau, il pleut."
not followed  "Prenez votre manteau, il pleut."
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

_INFORMAL = re.compile(r"\b(?:(?:tu|te|toi|ton|ta|tes)\b|t'(?=\w))", re.IGNORECASE)


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for the first such word."""
    match = _INFORMAL.search(text.string)
    if match is None:
        return Verdict(False, "no informal word", "one of tu, te, toi, ton, ta, tes, expected t'")
    found = f"informal {match.group()!r} at character {match.start()}"
    return Verdict(True, found, spans=(match.span(),))


informal_address: Check = check("detectable_content:informal_address", NoParameters, official)
