"""``function_call:n_all_capital_words``: how many words in capitals.

Asks      ``N`` words in capitals, exactly, at least or at most.
Decides   by replacing each ASCII punctuation mark by a blank and counting the words that are upper case.
Quirks    Single letters count; ``U.S.`` is two words.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"N": 1, "comparison_option": "exactly"}
followed      "the NASA probe"
not followed  "the probe"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.calls import spread_words
from lm_eval_tasks.text.relations import Relation, counted, holds


class NAllCapitalWords(Parameters, frozen=True):
    """How many are expected."""

    N: Annotated[int, Meta(ge=0)]
    comparison_option: Relation


def amount(value: str) -> int:
    """The number of upper-case words."""
    return sum(map(str.isupper, spread_words(value)))


def official(text: Text, want: NAllCapitalWords) -> Verdict:
    """Compare the number with the one asked for."""
    number = text.get(amount)
    return Verdict(
        holds(number, want.comparison_option, want.N),
        counted(number, "word") + " in capitals",
        f"expected {want.comparison_option} {want.N}",
    )


n_all_capital_words: Check = check("function_call:n_all_capital_words", NAllCapitalWords, official)
