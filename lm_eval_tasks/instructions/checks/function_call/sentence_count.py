"""``function_call:sentence_count``: how many sentences.

Asks      that the argument has ``N`` sentences, exactly, at least or at most.
Decides   by the rule-based splitter of the first IFEval release.
Quirks    Three dots end a sentence and leave an empty one after them, which is counted.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"N": 2, "comparison_option": "at least"}
followed      "It rained. We stayed in."
not followed  "It rained and we stayed in."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import Relation, counted, holds
from lm_eval_tasks.text.rule_sentences import rule_sentences


class SentenceCount(Parameters, frozen=True):
    """How many are expected."""

    N: Annotated[int, Meta(ge=0)]
    comparison_option: Relation


def amount(value: str) -> int:
    """The number of pieces the rules leave."""
    return len(rule_sentences(value))


def official(text: Text, want: SentenceCount) -> Verdict:
    """Compare the number with the one asked for."""
    number = text.get(amount)
    return Verdict(
        holds(number, want.comparison_option, want.N),
        counted(number, "sentence"),
        f"expected {want.comparison_option} {want.N}",
    )


sentence_count: Check = check("function_call:sentence_count", SentenceCount, official)
