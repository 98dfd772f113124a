"""``keywords:no_adjacent_consecutive``: no two neighbours with neighbouring first letters.

Asks      that no word starts with the letter that follows the previous word's first letter.
Decides   by the first characters of what whitespace divides, in lower case: a code point that is one
          more than the previous one fails.
Corrected Only words count, by their first letter. Numbers and marks have none.
Quirks    Digits and marks are compared as well. A first character whose lower case is two characters
          (``İ``) fails.
Source    allenai, open-instruct, IFEvalG.
Example   {}
followed      "Big fish eat worms."
not followed  "Any big fish."
"""

from __future__ import annotations

from itertools import pairwise

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.bare import bare_words
from lm_eval_tasks.text.words import spaced_words


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the first characters of neighbours."""
    words = text.get(spaced_words)
    firsts = [word[0].lower() for word in words]
    for index, (one, other) in enumerate(pairwise(firsts)):
        pair = f"{words[index][:20]!r} before {words[index + 1][:20]!r}"
        if len(one) != 1 or len(other) != 1:
            return Verdict(False, f"{pair}: a first letter of two characters", "expected one character each")
        if ord(other) - ord(one) == 1:
            return Verdict(False, pair, "expected no neighbouring first letters")
    return Verdict(True, "no neighbouring first letters")


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Compare the first letters of neighbouring words."""
    words = text.get(bare_words)
    for one, other in pairwise(words):
        if one[0].isalpha() and other[0].isalpha() and ord(other[0]) - ord(one[0]) == 1:
            return Verdict(
                False, f"{one[:20]!r} before {other[:20]!r}", "expected no neighbouring first letters"
            )
    return Verdict(True, "no neighbouring first letters")


no_adjacent_consecutive: Check = check(
    "keywords:no_adjacent_consecutive", NoParameters, official, corrected=corrected
)
