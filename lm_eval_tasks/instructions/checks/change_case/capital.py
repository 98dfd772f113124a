"""``change_case:capital``: everything in capitals, in any language.

Asks      that the whole response is in capitals.
Decides   by its letters: at least one, and none of them lower-case.
Quirks    Letters without case do not matter, but a text that has no others fails.
Source    EuroEval, ``change_case:capital`` and its alias ``change_case:capital_letters``.
Example   {}
followed      "TOGET ER FORSINKET."
not followed  "Toget er FORSINKET."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for a letter that is not a capital."""
    if text.string.isupper():
        return Verdict(True, "only capitals")
    letter = next((c for c in text.string if c.islower() or (c.istitle() and not c.isupper())), None)
    found = "no letters with case" if letter is None else f"lower-case letter {letter!r}"
    return Verdict(False, found, "expected only capitals")


capital: Check = check("change_case:capital", NoParameters, official)
