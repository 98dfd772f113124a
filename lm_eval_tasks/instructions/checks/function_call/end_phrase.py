"""``function_call:end_phrase``: the argument ends with a phrase.

Asks      that the argument ends with ``end_phrase``.
Decides   by comparing the end, ignoring case, after outer whitespace is removed.
Quirks    none.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"end_phrase": "over"}
followed      "Roger. OVER"
not followed  "Over and out"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check


class EndPhrase(Parameters, frozen=True):
    """What is expected."""

    end_phrase: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: EndPhrase) -> Verdict:
    """Compare the ends in lower case."""
    phrase = want.end_phrase.strip().lower()
    end = text.string.strip().lower()
    return Verdict(end.endswith(phrase), f"ends with {end[-20:]!r}", f"expected {phrase!r}")


end_phrase: Check = check("function_call:end_phrase", EndPhrase, official)
