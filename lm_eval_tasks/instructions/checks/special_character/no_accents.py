"""``special_character:no_accents``: no letter with an accent.

Asks      that no letter with an accent, cedilla or tilde occurs.
Decides   by looking for the accented letters of Western European languages, small or capital.
Quirks    ``œ`` and ``Ÿ`` may occur, and a separate accent character is not recognised.
Source    M-IFEval (arXiv:2502.04688), French.
Example   {}
followed      "Le vent souffle sur le port."
not followed  "Le vent a soufflé sur le port."
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

_SMALL = "àáâãäåçèéêëìíîïñòóôõöùúûüý"
_ACCENTED = re.compile(f"[{_SMALL}{_SMALL.upper()}ÿ]")


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for the first one."""
    match = _ACCENTED.search(text.string)
    if match is None:
        return Verdict(True, "no accented letter")
    return Verdict(
        False,
        f"accented letter {match.group()!r} at character {match.start()}",
        "expected none",
        (match.span(),),
    )


no_accents: Check = check("special_character:no_accents", NoParameters, official)
