"""``count:keywords_multiple``: five keywords, each a set number of times.

Asks      the first of five keywords once, the second to fifth 2, 3, 5 and 7 times.
Decides   by counting each keyword in the lower-cased response; the counts must be exact.
Quirks    Keywords count inside words: ``team`` contains ``tea``.
Source    allenai, IFBench.
Example   {"keyword1": "a1", "keyword2": "b2", "keyword3": "c3", "keyword4": "d4", "keyword5": "e5"}
followed      "a1 b2 b2 c3 c3 c3 d4 d4 d4 d4 d4 e5 e5 e5 e5 e5 e5 e5"
not followed  "a1 b2 b2 c3 c3 c3 d4 d4 d4 d4 d4 e5 e5"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.words import lowered

TIMES = (1, 2, 3, 5, 7)
Keyword = Annotated[str, Meta(min_length=1)]


class FiveKeywords(Parameters, frozen=True):
    """The keywords, in the order of their counts."""

    keyword1: Keyword
    keyword2: Keyword
    keyword3: Keyword
    keyword4: Keyword
    keyword5: Keyword


def official(text: Text, want: FiveKeywords) -> Verdict:
    """Compare each count with its number."""
    keywords = (want.keyword1, want.keyword2, want.keyword3, want.keyword4, want.keyword5)
    string = text.get(lowered)
    counts = tuple(string.count(keyword.lower()) for keyword in keywords)
    found = ", ".join(f"{keyword!r} {count}" for keyword, count in zip(keywords, counts, strict=True))
    return Verdict(counts == TIMES, f"found {found}", "1, 2, 3, 5, expected 7")


keywords_multiple: Check = check("count:keywords_multiple", FiveKeywords, official)
