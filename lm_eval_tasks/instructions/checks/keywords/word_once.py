"""``keywords:word_once``: a keyword, once.

Asks      to include ``keyword`` once.
Decides   by counting the places of the keyword, read as a regular expression, ignoring case, also
          inside words.
Corrected The keyword is taken literally and as a whole word, as in ``keywords:existence``.
Quirks    The prompts of the data say "include", but a second use fails.
Source    allenai, open-instruct, IFEvalG.
Example   {"keyword": "harbour"}
followed      "The harbour is old."
not followed  "The harbour meets the harbour."
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.automaton import require_bounded
from lm_eval_tasks.text.normal import find_word, folded
from lm_eval_tasks.text.patterns import Find, pattern_anywhere
from lm_eval_tasks.text.relations import counted


class WordOnce(Parameters, frozen=True):
    """The keyword."""

    keyword: Annotated[str, Meta(min_length=1)]

    def __post_init__(self) -> None:
        require_bounded(self.keyword)


def reading(find: Find, form: Callable[[str], str] | None = None) -> Reading:
    """Count what ``find`` finds in the text (in its ``form``)."""

    def judge(text: Text, want: WordOnce) -> Verdict:
        keyword = want.keyword.strip()
        string = text.get(form) if form else text.string
        spans = tuple(find(keyword, string, text.budget))
        return Verdict(
            len(spans) == 1,
            f"{keyword!r} found {counted(len(spans), 'time')}",
            "expected exactly 1",
            spans if len(string) == len(text.string) else (),
        )

    return judge


word_once: Check = check(
    "keywords:word_once", WordOnce, reading(pattern_anywhere), corrected=reading(find_word, folded)
)
