r"""``detectable_format:tashkeel``: an Arabic vowel mark a given number of times.

Asks      ``count`` words that carry the mark ``tashkeel_name`` (Fathatan, Dammatan, Kasratan,
          Fatha, Damma, Kasra, Shadda or Sukun).
Decides   by counting the mark in the whole text, decomposed (NFKD): exactly ``count``.
Corrected counts words that carry the mark, at least ``count``; none for 0.
Quirks    Marks are counted, not words, and one too many fails, so a fully vocalised answer
          hardly ever passes. Inception uses 1 for a missing ``count``; HF requires both.
Source    the two Arabic ports of IFEval; the HF port does not know Sukun and raises.
Example   {"tashkeel_name": "Shadda", "count": 2}
followed      "المعلّم كلّم الطالب"
not followed  "المعلّم قرأ الدرس"
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.arabic import MARKS
from lm_eval_tasks.text.clean import normalized
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.scripts import marked_words

Mark = Literal["Fathatan", "Dammatan", "Kasratan", "Fatha", "Damma", "Kasra", "Shadda", "Sukun"]


class Tashkeel(Parameters, frozen=True):
    """A mark by its English name, and how often it must occur."""

    tashkeel_name: Mark
    count: Annotated[int, Meta(ge=0)]


class TashkeelOnce(Parameters, frozen=True):
    """The same, once where no count is given."""

    tashkeel_name: Mark
    count: Annotated[int, Meta(ge=0)] = 1


def decomposed(text: str) -> str:
    """NFKD, in which a mark is a character of its own."""
    return normalized("NFKD", text)


def official(text: Text, want: Tashkeel | TashkeelOnce) -> Verdict:
    """Count the mark in the whole text."""
    found = text.get(decomposed).count(MARKS[want.tashkeel_name])
    return Verdict(
        found == want.count,
        f"{want.tashkeel_name} found {counted(found, 'time')}",
        f"expected exactly {want.count}",
    )


def corrected(text: Text, want: Tashkeel | TashkeelOnce) -> Verdict:
    """Count the words that carry the mark."""
    mark = MARKS[want.tashkeel_name]
    found = sum(mark in word for word in marked_words(text.get(decomposed)))
    return Verdict(
        found >= want.count if want.count else found == 0,
        f"{counted(found, 'word')} with {want.tashkeel_name}",
        f"expected at least {want.count}" if want.count else "expected none",
    )


inception_tashkeel: Check = check("detectable_format:tashkeel", TashkeelOnce, official, corrected=corrected)
hf_tashkeel: Check = check("detectable_format:tashkeel", Tashkeel, official, corrected=corrected)
