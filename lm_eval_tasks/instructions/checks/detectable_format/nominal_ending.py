"""``detectable_format:nominal_ending``: sentences that end with a noun.

Asks      at least ``count`` sentences that end with a noun (taigen-dome).
Decides   by counting the end marks ``。``, ``！`` and ``？`` whose token directly follows a noun, after
          what is in ``「」`` and ``『』`` is removed.
Quirks    A sentence without an end mark, or with an ASCII one, does not count. What the
          dictionary takes for a noun (numbers, stems of ``する`` verbs, pronouns) is one.
Source    M-IFEval (arXiv:2502.04688), Japanese; MeCab with the IPA dictionary for Janome.
Example   {"count": 1}
followed      "窓の外には静かな海。"
not followed  "窓の外に海が見えます。"
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.japanese import tokens
from lm_eval_tasks.text.pairs import without_quotations
from lm_eval_tasks.text.relations import counted

ENDS = "。！？"
NOUN = "名詞"


class Count(Parameters, frozen=True):
    """How many such sentences are expected at least."""

    count: Annotated[int, Meta(ge=0)]


def nominal_endings(text: str) -> int:
    """End marks directly after a noun."""
    found = tokens(without_quotations(text, ("「", "」"), ("『", "』")))
    return sum(
        mark.surface in ENDS and word.part == NOUN and word.start + len(word.surface) == mark.start
        for word, mark in pairwise(found)
    )


def official(text: Text, want: Count) -> Verdict:
    """Compare the count with the number asked for."""
    count = text.get(nominal_endings)
    return Verdict(
        count >= want.count,
        f"{counted(count, 'sentence')} ending with a noun",
        f"expected at least {want.count}",
    )


nominal_ending: Check = check("detectable_format:nominal_ending", Count, official)
