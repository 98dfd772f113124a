"""``words:no_consecutive``: neighbouring words start with different letters.

Asks      that no two consecutive words share their first letter.
Decides   by the words left after the ASCII punctuation is deleted, ignoring case.
Quirks    Digits count as letters.
Source    allenai, IFBench.
Example   {}
followed      "Rain fell on dry ground."
not followed  "Rain fell for days."
"""

from __future__ import annotations

from itertools import pairwise

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import bare_words_lowered


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the first characters of neighbours."""
    words = text.get(bare_words_lowered)
    for one, other in pairwise(words):
        if one[0] == other[0]:
            return Verdict(False, f"{one[:40]!r} and {other[:40]!r} are neighbours", "expected other letters")
    return Verdict(True, f"{len(words)} words, no two neighbours with one letter")


no_consecutive: Check = check("words:no_consecutive", NoParameters, official)
