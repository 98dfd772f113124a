"""``function_call:word_count``: how many words.

Asks      that the argument has ``N`` words, exactly, at least or at most.
Decides   by counting runs of word characters (letters, digits, underscore).
Quirks    ``it's`` is two words.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"N": 2, "comparison_option": "exactly"}
followed      "grey heron"
not followed  "one grey heron"
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import Relation, counted, holds

_WORD = re.compile(r"\w+")


class WordCount(Parameters, frozen=True):
    """How many are expected."""

    N: Annotated[int, Meta(ge=0)]
    comparison_option: Relation


def amount(value: str) -> int:
    """The number of runs of word characters, as the standard library sees them."""
    return len(_WORD.findall(value))


def official(text: Text, want: WordCount) -> Verdict:
    """Compare the number with the one asked for."""
    number = text.get(amount)
    return Verdict(
        holds(number, want.comparison_option, want.N),
        counted(number, "word"),
        f"expected {want.comparison_option} {want.N}",
    )


word_count: Check = check("function_call:word_count", WordCount, official)
