"""``change_case:lowercase``: everything in lower case, in any language.

Asks      that the whole response is in lower case.
Decides   by its letters: at least one, and none of them upper-case.
Quirks    Letters without case do not matter, but a text that has no others fails.
Source    EuroEval, ``change_case:lowercase`` and its alias ``change_case:lowercase_letters``.
Example   {}
followed      "toget er forsinket."
not followed  "Toget er forsinket."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for a letter that is not in lower case."""
    if text.string.islower():
        return Verdict(True, "only lower case")
    letter = next((c for c in text.string if c.isupper() or c.istitle()), None)
    found = "no letters with case" if letter is None else f"upper-case letter {letter!r}"
    return Verdict(False, found, "expected only lower case")


lowercase: Check = check("change_case:lowercase", NoParameters, official)
