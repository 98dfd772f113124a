"""``count:punctuation``: every standard punctuation mark.

Asks      all of ``. , ! ? ; :`` and an interrobang: ``?!``, ``!?`` or ``‽``.
Decides   by taking out the first ``?!``, or else the first ``!?``, and looking for each of the
          other six in the rest.
Quirks    The marks of the interrobang do not count again, except those of ``‽``, which has none.
Source    allenai, IFBench.
Example   {}
followed      "Well, look: rain; rain again! Why? Really?! Yes."
not followed  "Well, look: rain; rain again. Really?!"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

INTERROBANGS = ("?!", "!?", "‽")
STANDARD = ".,!?;:"


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for an interrobang, then for the six marks beside it."""
    string = text.string
    present = [mark for mark in INTERROBANGS if mark in string]
    if not present:
        return Verdict(False, "no interrobang", "?!, expected !? or ‽")
    rest = string if present[0] == "‽" else string.replace(present[0], "", 1)
    missing = [mark for mark in STANDARD if mark not in rest]
    if missing:
        return Verdict(
            False, f"no {' '.join(missing)} beside the interrobang", f"expected {' '.join(STANDARD)}"
        )
    return Verdict(True, "every mark and an interrobang")


punctuation: Check = check("count:punctuation", NoParameters, official)
