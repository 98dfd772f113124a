"""``count:unique_word_count``: how many different words.

Asks      at least ``N`` different words.
Decides   by the words between whitespace, in lower case and without outer marks.
Quirks    All marks that are alone together add one empty word.
Source    allenai, IFBench.
Example   {"N": 3}
followed      "Rain fell. Rain stayed."
not followed  "Rain, rain fell."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import trimmed
from lm_eval_tasks.text.relations import counted


class UniqueWords(Parameters, frozen=True):
    """How many different words are expected."""

    N: Annotated[int, Meta(ge=0)]


def different_words(text: str) -> int:
    """The number of different words, case and outer marks left out."""
    return len({trimmed(word) for word in text.lower().split()})


def official(text: Text, want: UniqueWords) -> Verdict:
    """Compare the count with the number expected."""
    count = text.get(different_words)
    return Verdict(count >= want.N, counted(count, "different word"), f"expected at least {want.N}")


unique_word_count: Check = check("count:unique_word_count", UniqueWords, official)
