"""``keywords:frequency``: how often a keyword occurs.

Asks      that ``keyword`` occurs fewer than, or at least, ``frequency`` times.
Decides   by counting non-overlapping places; the benchmark defines how they are found.
Corrected The keyword is taken literally and as a whole word, as in ``keywords:existence``.
          The request that must be repeated does not help to reach a lower bound. ``around`` allows
          a tenth, at least one. ``keywords:word_count_different_numbers`` of the
          training data is this instruction; its prompts name only a number, so it is expected exactly.
Plusplus  The keyword is taken literally, between word boundaries, ignoring case; ``around``
          allows 5.
Quirks    IFEval uses the keyword as a regular expression, ignoring case, anywhere: ``war`` is
          counted in ``warm`` and ``toward``. If a row of Multi-IF has no keyword,
          no response follows; the reference draws one at random.
Source    google-research, instruction_following_eval.
Example   {"keyword": "owl", "frequency": 2, "relation": "at least"}
followed      "An owl saw an owl."
not followed  "An owl saw a mouse."
Example   {"keyword": "búho", "frequency": 2, "relation": "al menos"} in m_ifeval_es
followed      "Un búho vio a otro búho."
not followed  "Un búho vio un ratón."
Example   {"keyword": "hibou", "frequency": 2, "relation": "au moins"} in m_ifeval_fr
followed      "Un hibou voit un hibou."
not followed  "Un hibou voit une souris."
Example   {"keyword": "猫", "frequency": 2, "relation": "以上"} in m_ifeval_ja
followed      "猫が猫を見た。"
not followed  "猫が犬を見た。"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.automaton import require_bounded
from lm_eval_tasks.text.normal import find_word, folded, own_words
from lm_eval_tasks.text.patterns import Find
from lm_eval_tasks.text.relations import Relation, counted, holds


class Frequency(Parameters, frozen=True):
    """A word and how many times it must occur."""

    keyword: Annotated[str, Meta(min_length=1)]
    frequency: Annotated[int, Meta(ge=0)]
    relation: Relation

    def __post_init__(self) -> None:
        require_bounded(self.keyword)


class FrequencyOfAnything(Parameters, frozen=True):
    """The same where the data may name no keyword (Multi-IF)."""

    frequency: Annotated[int, Meta(ge=0)]
    relation: Relation
    keyword: str = ""

    def __post_init__(self) -> None:
        require_bounded(self.keyword)


def reading(
    find: Find,
    around: int | None = 0,
    form: Callable[[str], str] | None = None,
    relation: Relation | None = None,
) -> Reading:
    """Judge by ``find``, which yields where a keyword occurs in the text (in its ``form``).

    ``around`` is the tolerance of the relation of that name, see ``holds``. A ``relation`` is used
    instead of the row's.
    """

    def judge(text: Text, want: Frequency | FrequencyOfAnything) -> Verdict:
        keyword = want.keyword.strip()
        expected = relation or want.relation
        if not keyword:
            return Verdict(False, "no keyword is named", f"expected {expected} {want.frequency}")
        string = text.get(form) if form else text.string
        if form and expected not in ("less than", "at most"):
            string = own_words(text, form)
        spans = tuple(find(keyword, string, text.budget))
        return Verdict(
            holds(len(spans), expected, want.frequency, around),
            f"{keyword!r} found {counted(len(spans), 'time')}",
            f"expected {expected} {want.frequency}",
            # Places in a form of another length would point beside the words.
            spans if len(string) == len(text.string) else (),
        )

    return judge


def frequency(
    find: Find,
    corrected_find: Find = find_word,
    form: Callable[[str], str] | None = folded,
    parameters: type[Parameters] = Frequency,
    corrected_relation: Relation | None = None,
) -> Check:
    """The check with one benchmark's way of finding a word, and the corrected way (in its ``form``).

    ``corrected_relation`` is for data whose prompts name a number and no relation.
    """
    corrected = reading(corrected_find, None, form, corrected_relation)
    return check("keywords:frequency", parameters, reading(find), corrected=corrected)
