"""``length_constraints:number_words``: how many words.

Asks      fewer than, or at least, ``num_words`` words.
Decides   by counting what ``words`` returns; each language brings its own.
Corrected A word is what white space divides, and it holds a letter or digit: ``well-known``,
          ``don't`` and ``1,000`` are one each, list numbers, tags and emoji none. A dash or
          ellipsis without blanks divides. Each Han character and kana is one; three letters
          of Thai, Lao, Khmer or Burmese are taken for one. ``around`` allows a tenth, at
          least one.
Plusplus  ``around`` allows 25.
Quirks    In IFEval a word is a run of word characters: ``don't`` and ``well-known`` are two,
          ``snake_case`` is one.
Source    google-research, instruction_following_eval; the word rule of NLTK 3.10.4.
Example   {"num_words": 3, "relation": "at least"}
followed      "one two three"
not followed  "one two"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.relations import Relation, counted, holds


class NumberWords(Parameters, frozen=True):
    """How many words are wanted."""

    num_words: Annotated[int, Meta(ge=0)]
    relation: Relation


def reading(words: Callable[[str], list[str]], around: int | None = 0) -> Reading:
    """Judge by the number of words that ``words`` finds."""

    def judge(text: Text, want: NumberWords) -> Verdict:
        count = len(text.get(words))
        return Verdict(
            holds(count, want.relation, want.num_words, around),
            counted(count, "word"),
            f"{want.relation} {want.num_words} wanted",
        )

    return judge


def number_words(words: Callable[[str], list[str]]) -> Check:
    """The check with one language's words."""
    return check(
        "length_constraints:number_words",
        NumberWords,
        reading(words),
        corrected=reading(prose.words, None),
        plusplus=reading(words, around=25),
    )
