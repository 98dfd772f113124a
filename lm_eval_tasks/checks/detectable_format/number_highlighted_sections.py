"""``detectable_format:number_highlighted_sections``: passages between asterisks.

Asks      at least ``num_highlights`` passages such as ``*this*`` or ``**this**``.
Decides   by adding two counts: what stands between single asterisks, and what stands between
          double ones, each on one line and not blank.
Corrected Passages are paired: a run of one to three asterisks opens before and closes behind
          text, not blanks, and each passage counts once, over a line end too. List markers,
          operators, escapes and code do not pair.
Quirks    ``***x***`` counts twice, and so does bold text behind a ``*`` bullet;
          ``2 * 3 * 4`` counts once; underscores never count.
Source    google-research, instruction_following_eval.
Example   {"num_highlights": 2}
followed      "A *fig* and a **plum**."
not followed  "A *fig* and a plum."
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.model import Check, Parameters, Span, Text, Verdict, check
from lm_eval_tasks.text import markdown
from lm_eval_tasks.text.relations import counted

_SINGLE = re.compile(r"\*[^\n*]*\*")
_DOUBLE = re.compile(r"\*\*[^\n*]*\*\*")


class NumberHighlights(Parameters, frozen=True):
    """How many highlighted passages are wanted at least."""

    num_highlights: Annotated[int, Meta(ge=0)]


def highlights(text: str) -> list[Span]:
    """The passages of both kinds; one passage may occur twice."""
    spans = [match.span() for match in _SINGLE.finditer(text) if match.group().strip("*").strip()]
    spans += [match.span() for match in _DOUBLE.finditer(text) if match.group()[2:-2].strip()]
    return spans


def official(text: Text, want: NumberHighlights) -> Verdict:
    """Compare the sum of both counts with the number asked for."""
    spans = tuple(text.get(highlights))
    return Verdict(
        len(spans) >= want.num_highlights,
        counted(len(spans), "highlight"),
        f"at least {want.num_highlights} wanted",
        spans,
    )


def corrected(text: Text, want: NumberHighlights) -> Verdict:
    """Compare the number of paired passages with the number asked for."""
    spans = tuple(text.get(markdown.highlights))
    return Verdict(
        len(spans) >= want.num_highlights,
        counted(len(spans), "highlight"),
        f"at least {want.num_highlights} wanted",
        spans,
    )


number_highlighted_sections: Check = check(
    "detectable_format:number_highlighted_sections", NumberHighlights, official, corrected=corrected
)
