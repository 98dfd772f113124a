"""``words:consonants``: a consonant cluster in every word.

Asks      that every word contains two consonants next to each other.
Decides   by the words between whitespace, ignoring case; y is a consonant.
Quirks    Short words such as ``a`` and lone marks fail.
Source    allenai, IFBench.
Example   {}
followed      "Strong winds crush ships"
not followed  "Strong winds crush a boat"
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

_CLUSTER = re.compile("[bcdfghjklmnpqrstvwxyz]{2}")


def word_without_cluster(text: str) -> str | None:
    """The first word without two neighbouring consonants."""
    return next((word for word in text.lower().split() if not _CLUSTER.search(word)), None)


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for a word without a cluster."""
    word = text.get(word_without_cluster)
    if word is None:
        return Verdict(True, "every word has a consonant cluster")
    return Verdict(False, f"no consonant cluster in {word[:40]!r}", "expected one in every word")


consonants: Check = check("words:consonants", NoParameters, official)
