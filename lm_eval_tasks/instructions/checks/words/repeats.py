"""``words:repeats``: no word too often.

Asks      that no word is used more than ``small_n`` times.
Decides   by the words left after the ASCII punctuation is deleted, ignoring case.
Quirks    Articles and other small words count too.
Source    allenai, IFBench.
Example   {"small_n": 1}
followed      "Rain fell, and then snow."
not followed  "Rain fell, and then rain."
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import bare_words_lowered
from lm_eval_tasks.text.relations import counted


class Repeats(Parameters, frozen=True):
    """How often one word may occur."""

    small_n: Annotated[int, Meta(ge=0)]


def most_frequent(text: str) -> tuple[str, int]:
    """The most frequent word and its count; an empty word when there is none."""
    return next(iter(Counter(bare_words_lowered(text)).most_common(1)), ("", 0))


def official(text: Text, want: Repeats) -> Verdict:
    """Compare the most frequent word's count with the number allowed."""
    word, count = text.get(most_frequent)
    return Verdict(
        count <= want.small_n,
        f"{word[:40]!r} occurs {counted(count, 'time')}" if count else "no words",
        f"expected at most {want.small_n}",
    )


repeats: Check = check("words:repeats", Repeats, official)
