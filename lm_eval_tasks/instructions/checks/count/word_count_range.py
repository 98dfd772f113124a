"""``count:word_count_range``: a number of words within a range.

Asks      between ``min_words`` and ``max_words`` words.
Decides   by counting runs of word characters; both ends belong to the range.
Quirks    ``don't`` and ``well-known`` are two words each.
Source    allenai, IFBench.
Example   {"min_words": 2, "max_words": 3}
followed      "Rain fell."
not followed  "Rain fell all day."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.words import word_runs


class WordRange(Parameters, frozen=True):
    """The fewest and the most words."""

    min_words: Annotated[int, Meta(ge=0)]
    max_words: Annotated[int, Meta(ge=0)]


def official(text: Text, want: WordRange) -> Verdict:
    """Compare the number of words with both ends."""
    count = len(text.get(word_runs))
    return Verdict(
        want.min_words <= count <= want.max_words,
        counted(count, "word"),
        f"expected {want.min_words} to {want.max_words}",
    )


word_count_range: Check = check("count:word_count_range", WordRange, official)
