"""``function_call:keywords_presence``: keywords that must or must not occur.

Asks      that every keyword of ``list_of_keywords`` occurs (``must_include``), or none does.
Decides   by replacing each ASCII punctuation mark by a blank and comparing lower-cased words.
Quirks    A keyword of several words never occurs; ``sun-light`` contains ``light``.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"list_of_keywords": ["heron"], "must_include": true}
followed      "A heron stood."
not followed  "Herons stood."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.calls import spread_words


class KeywordsPresence(Parameters, frozen=True):
    """What is expected."""

    list_of_keywords: Annotated[tuple[str, ...], Meta(min_length=1)]
    must_include: bool


def official(text: Text, want: KeywordsPresence) -> Verdict:
    """Look each keyword up among the words."""
    words = set(spread_words(text.string.lower()))
    found = [keyword for keyword in want.list_of_keywords if keyword.lower() in words]
    keywords = list(want.list_of_keywords)
    if want.must_include:
        return Verdict(len(found) == len(keywords), f"{found} found", f"expected all of {keywords}")
    return Verdict(not found, f"{found} found", f"expected none of {keywords}")


keywords_presence: Check = check("function_call:keywords_presence", KeywordsPresence, official)
