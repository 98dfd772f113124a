"""``keywords:frequency``: how often a keyword occurs.

Asks      that ``keyword`` occurs fewer than, or at least, ``frequency`` times.
Decides   by counting non-overlapping places; the benchmark says how they are found.
Quirks    IFEval uses the keyword as a regular expression, ignoring case, anywhere: ``war`` is
          counted in ``warm`` and ``toward``.
Source    google-research, instruction_following_eval.
Example   {"keyword": "owl", "frequency": 2, "relation": "at least"}
followed      "An owl saw an owl."
not followed  "An owl saw a mouse."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.patterns import Find
from lm_eval_tasks.text.relations import Relation, counted, holds


class Frequency(Parameters, frozen=True):
    """A word and how many times it must occur."""

    keyword: Annotated[str, Meta(min_length=1)]
    frequency: Annotated[int, Meta(ge=0)]
    relation: Relation


def reading(find: Find, around: int = 0) -> Reading:
    """Judge by ``find``; ``around`` is the tolerance of the relation of that name."""

    def judge(text: Text, want: Frequency) -> Verdict:
        keyword = want.keyword.strip()
        spans = tuple(find(keyword, text.string))
        return Verdict(
            holds(len(spans), want.relation, want.frequency, around),
            f"{keyword!r} found {counted(len(spans), 'time')}",
            f"{want.relation} {want.frequency} wanted",
            spans,
        )

    return judge


def frequency(find: Find) -> Check:
    """The check with one benchmark's way of finding a keyword."""
    return check("keywords:frequency", Frequency, reading(find))
