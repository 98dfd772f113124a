"""``tulu3:verify_keywords``: all keywords occur.

Asks      that every text of ``keyword_list`` occurs.
Decides   by looking for each in the lower-cased response, also inside words.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"keyword_list": ["iron", "water"]}
followed      "Irons meet WATER."
not followed  "Irons meet."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.words import lowered


class VerifyKeywords(Parameters, frozen=True):
    """The arguments of the function."""

    keyword_list: tuple[str, ...]


def official(text: Text, want: VerifyKeywords) -> Verdict:
    """Find each."""
    string = text.get(lowered)
    for keyword in want.keyword_list:
        if keyword.lower() not in string:
            return Verdict(False, f"{keyword[:40]!r} not found", "expected all keywords")
    return Verdict(True, "all keywords found")


verify_keywords: Check = check("tulu3:verify_keywords", VerifyKeywords, official)
