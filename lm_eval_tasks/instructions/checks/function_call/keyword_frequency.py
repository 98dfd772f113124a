"""``function_call:keyword_frequency``: how often a keyword occurs.

Asks      that ``keyword`` occurs ``N`` times as a word, exactly, at least or at most.
Decides   by replacing each ASCII punctuation mark by a blank and comparing lower-cased words.
Quirks    A keyword of several words never occurs.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"keyword": "heron", "N": 1, "comparison_option": "exactly"}
followed      "A heron stood."
not followed  "Herons stood."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.calls import spread_words
from lm_eval_tasks.text.relations import Relation, counted, holds


class KeywordFrequency(Parameters, frozen=True):
    """How many are expected."""

    keyword: Annotated[str, Meta(min_length=1)]
    N: Annotated[int, Meta(ge=0)]
    comparison_option: Relation


def amount(value: str, want: KeywordFrequency) -> int:
    """The number of words equal to the keyword."""
    return spread_words(value.lower()).count(want.keyword.lower())


def official(text: Text, want: KeywordFrequency) -> Verdict:
    """Compare the number with the one asked for."""
    value = text.string
    number = amount(value, want)
    return Verdict(
        holds(number, want.comparison_option, want.N),
        counted(number, "time"),
        f"expected {want.comparison_option} {want.N}",
    )


keyword_frequency: Check = check("function_call:keyword_frequency", KeywordFrequency, official)
