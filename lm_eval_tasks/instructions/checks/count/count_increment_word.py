"""``count:count_increment_word``: one keyword once, another twice.

Asks      that ``keyword1`` occurs once and ``keyword2`` twice.
Decides   by counting the places of each, read as a regular expression, ignoring case, also inside words.
Corrected The keywords are taken literally and as whole words, as in ``keywords:existence``.
Quirks    ``Sunday`` holds ``sun``. If both keywords are the same, no response follows.
Source    allenai, open-instruct, IFEvalG.
Example   {"keyword1": "sun", "keyword2": "moon"}
followed      "The sun, the moon, the moon."
not followed  "The sun, the moon."
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.automaton import require_bounded
from lm_eval_tasks.text.normal import find_word, folded
from lm_eval_tasks.text.patterns import Find, pattern_anywhere

Keyword = Annotated[str, Meta(min_length=1)]


class IncrementWord(Parameters, frozen=True):
    """The keyword expected once, and the one expected twice."""

    keyword1: Keyword
    keyword2: Keyword

    def __post_init__(self) -> None:
        require_bounded(self.keyword1)
        require_bounded(self.keyword2)


def reading(find: Find, form: Callable[[str], str] | None = None) -> Reading:
    """Count what ``find`` finds in the text (in its ``form``)."""

    def judge(text: Text, want: IncrementWord) -> Verdict:
        string = text.get(form) if form else text.string
        keywords = [want.keyword1.strip(), want.keyword2.strip()]
        counts = [sum(1 for _ in find(keyword, string, text.budget)) for keyword in keywords]
        found = ", ".join(f"{keyword!r} {count}" for keyword, count in zip(keywords, counts, strict=True))
        return Verdict(counts == [1, 2], f"found {found}", "expected 1 and 2")

    return judge


count_increment_word: Check = check(
    "count:count_increment_word",
    IncrementWord,
    reading(pattern_anywhere),
    corrected=reading(find_word, folded),
)
