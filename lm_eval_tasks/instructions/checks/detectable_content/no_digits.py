"""``detectable_content:no_digits``: no digits.

Asks      that numbers are written without digits, in words or in kanji.
Decides   by looking for a decimal digit of any script, full-width ones included.
Quirks    Roman numerals, ``½`` and ``②`` are not decimal digits. List numbers and years are.
Source    M-IFEval (arXiv:2502.04688), French and Japanese.
Example   {}
followed      "Le phare a deux cents ans."
not followed  "Le phare a 200 ans."
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

_DIGIT = re.compile(r"\d")


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for the first one."""
    match = _DIGIT.search(text.string)
    if match is None:
        return Verdict(True, "no digit")
    return Verdict(
        False, f"digit {match.group()!r} at character {match.start()}", "expected none", (match.span(),)
    )


def any_digit(text: Text, want: NoParameters) -> Verdict:
    """Look for the first character that is a digit in any sense, ``²`` too."""
    at = next((at for at, character in enumerate(text.string) if character.isdigit()), None)
    if at is None:
        return Verdict(True, "no digit")
    return Verdict(False, f"digit {text.string[at]!r} at character {at}", "expected none", ((at, at + 1),))


no_digits_of_any_kind: Check = check("detectable_content:no_digits", NoParameters, any_digit)
no_digits: Check = check("detectable_content:no_digits", NoParameters, official)
