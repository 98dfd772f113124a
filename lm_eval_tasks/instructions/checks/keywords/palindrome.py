"""``keywords:palindrome``: a word that reads the same both ways.

Asks      to include a palindrome.
Decides   by what whitespace divides, as it is: any piece that equals its reverse.
Corrected A word of three letters or more, without the marks around it, ignoring case.
Quirks    One-letter words (``a``, ``I``), bullet marks and dashes count. ``Level`` and ``level.`` do
          not. A palindrome of several words is not looked for.
Source    allenai, open-instruct, IFEvalG.
Example   {}
followed      "The level rose."
not followed  "Nothing here"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.bare import bare_words
from lm_eval_tasks.text.words import spaced_words

SHORTEST = 3


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for a piece that equals its reverse."""
    found = next((word for word in text.get(spaced_words) if word == word[::-1]), None)
    if found is None:
        return Verdict(False, "no palindrome", "expected one")
    return Verdict(True, f"the palindrome {found[:40]!r}")


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Look for a palindrome of letters."""
    for word in text.get(bare_words):
        if len(word) >= SHORTEST and word.isalpha() and word == word[::-1]:
            return Verdict(True, f"the palindrome {word[:40]!r}")
    return Verdict(False, "no palindrome", f"expected one of {SHORTEST} letters or more")


palindrome: Check = check("keywords:palindrome", NoParameters, official, corrected=corrected)
