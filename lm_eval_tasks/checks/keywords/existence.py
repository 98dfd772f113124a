"""``keywords:existence``: every keyword occurs.

Asks      that each of ``keywords`` occurs in the response.
Decides   by searching each keyword; the benchmark says how (``find``).
Quirks    IFEval uses each keyword as a regular expression, ignoring case, anywhere: ``art`` is
          found in ``start``, and ``a.c`` finds ``abc``.
Source    google-research, instruction_following_eval.
Example   {"keywords": ["harbour", "lantern"]}
followed      "A lantern hung above the Harbour."
not followed  "A lantern hung above the pier."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.patterns import Find


class Keywords(Parameters, frozen=True):
    """The words that must occur, at least one."""

    keywords: Annotated[tuple[str, ...], Meta(min_length=1)]


def reading(find: Find) -> Reading:
    """Judge by ``find``, which yields where a keyword occurs."""

    def judge(text: Text, want: Keywords) -> Verdict:
        spans = []
        for keyword in want.keywords:
            span = next(find(keyword, text.string), None)
            if span is None:
                return Verdict(
                    False, f"keyword {keyword!r} not found", f"all of {list(want.keywords)} wanted"
                )
            spans.append(span)
        return Verdict(True, f"all of {list(want.keywords)} found", spans=tuple(spans))

    return judge


def existence(find: Find) -> Check:
    """The check with one benchmark's way of finding a keyword."""
    return check("keywords:existence", Keywords, reading(find))
