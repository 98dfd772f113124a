"""``change_case:capital_word_frequency``: words in capitals.

Asks      that fewer than, or at least, ``capital_frequency`` words are all capitals.
Decides   by counting the word tokens (Penn Treebank) without a lower-case letter.
Corrected Words are those of ``length_constraints:number_words`` (corrected). One counts when it has
          two capital letters or more and no lower-case one: ``I`` does not, ``DON'T`` does
          once. ``around`` allows a tenth, at least one.
Plusplus  ``around`` allows 5.
Quirks    ``I`` and ``A`` count; a hyphenated word counts once, ``DON'T`` twice.
Source    google-research, instruction_following_eval; tokens as in NLTK 3.10.4.
Example   {"capital_frequency": 2, "capital_relation": "at least"}
followed      "The NASA and ESA teams met."
not followed  "The NASA team met."
Example   {"capital_frequency": 2, "capital_relation": "al menos"} in m_ifeval_es
followed      "La NASA y la ESA se reunieron."
not followed  "La NASA se reunió."
Example   {"capital_frequency": 2, "capital_relation": "au moins"} in m_ifeval_fr
followed      "La NASA et le CNES se réunissent."
not followed  "La NASA se réunit."
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.relations import Relation, counted, holds


class CapitalWordFrequency(Parameters, frozen=True):
    """How many words in capitals are expected."""

    capital_frequency: Annotated[int, Meta(ge=0)]
    capital_relation: Relation


def reading(tokens: Callable[[str], list[str]], around: int | None = 0) -> Reading:
    """Judge by the ``tokens`` of a benchmark that are upper case."""

    def judge(text: Text, want: CapitalWordFrequency) -> Verdict:
        count = sum(map(str.isupper, text.get(tokens)))
        return Verdict(
            holds(count, want.capital_relation, want.capital_frequency, around),
            counted(count, "word") + " in capitals",
            f"expected {want.capital_relation} {want.capital_frequency}",
        )

    return judge


def capital_words(text: str) -> list[str]:
    """The words with two capitals or more and no lower-case letter."""
    return [word for word in prose.words(text) if word.isupper() and sum(map(str.isupper, word)) > 1]


def capital_word_frequency(tokens: Callable[[str], list[str]]) -> Check:
    """The check with one benchmark's words."""
    return check(
        "change_case:capital_word_frequency",
        CapitalWordFrequency,
        reading(tokens),
        corrected=reading(capital_words, None),
        plusplus=reading(tokens, around=5),
    )
