"""``detectable_format:number_highlighted_sections``: highlighted passages.

Asks      at least ``num_highlights`` passages such as ``*this*`` or ``**this**``, in Japanese
          ``《this》``.
Decides   by adding two counts: passages between single asterisks, and passages between double
          ones, each on one line and not blank. In Japanese it counts passages in ``《》`` on
          one line.
Corrected Passages are paired: a run of one to three asterisks opens before and closes after text,
          not blanks, and each passage counts once, over a line end too. List markers, operators,
          escapes and code do not pair; a fence around the whole answer is not code. ``_this_`` and
          ``==this==`` count where the prompt names Markdown and does not demand asterisks.
Quirks    ``***x***`` counts twice, and so does bold text after a ``*`` bullet;
          ``2 * 3 * 4`` counts once; underscores never count. The Spanish data have a ``relation``,
          too, which is ignored: the number is always a minimum.
Source    google-research, instruction_following_eval.
Example   {"num_highlights": 2}
followed      "A *fig* and a **plum**."
not followed  "A *fig* and a plum."
Example   {"num_highlights": 2} in m_ifeval_ja
followed      "《梅》と《梨》"
not followed  "*梅*と*梨*"
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated

import regex
from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Span, Text, Verdict, check
from lm_eval_tasks.text import markdown
from lm_eval_tasks.text.relations import Relation, counted

_SINGLE = re.compile(r"\*[^\n*]*\*")
_DOUBLE = re.compile(r"\*\*[^\n*]*\*\*")
_BRACKETED = re.compile("《([^\n《》]*)》")


class NumberHighlights(Parameters, frozen=True):
    """How many highlighted passages are expected at least."""

    num_highlights: Annotated[int, Meta(ge=0)]


class NumberHighlightsInRelation(NumberHighlights, frozen=True):
    """The same with a relation, which decides nothing (M-IFEval, Spanish)."""

    relation: Relation | None = None


def highlights(text: str) -> list[Span]:
    """The passages of both kinds; one passage may occur twice."""
    spans = [match.span() for match in _SINGLE.finditer(text) if match.group().strip("*").strip()]
    spans += [match.span() for match in _DOUBLE.finditer(text) if match.group()[2:-2].strip()]
    return spans


def in_double_angle_brackets(text: str) -> list[Span]:
    """The passages in ``《》``."""
    return [match.span() for match in _BRACKETED.finditer(text) if match.group(1).strip()]


def reading(find_highlights: Callable[[str], list[Span]]) -> Reading:
    """Judge by how many passages ``find_highlights`` finds."""

    def judge(text: Text, want: NumberHighlights) -> Verdict:
        spans = tuple(text.get(find_highlights))
        return Verdict(
            len(spans) >= want.num_highlights,
            counted(len(spans), "highlight"),
            f"expected at least {want.num_highlights}",
            spans,
        )

    return judge


official = reading(highlights)
_UNDERSCORED = regex.compile(r"(?<![\w_])(_{1,3}|==)(?=[^\s_=])[^_=\n]++(?<=\S)\1(?![\w_=])")
_MARKDOWN = regex.compile(r"\bmark\s?downs?\b|ماركداون|マークダウン", regex.IGNORECASE)
_ASTERISK = regex.compile(
    r"asterisk|[\"'“`]\*[\"'”`]|asterisco|astérisque|\b(?:use|using|with) \*(?!\w)", regex.IGNORECASE
)


def corrected(text: Text, want: NumberHighlights) -> Verdict:
    """Count the passages in asterisks, and those in Markdown's other marks where Markdown is asked for."""
    spans = list(text.get(markdown.highlights))
    prompt = text.asked.prompt
    if _MARKDOWN.search(prompt) and not _ASTERISK.search(prompt):
        spans += [match.span() for match in _UNDERSCORED.finditer(markdown.without_code(text.string))]
    return Verdict(
        len(spans) >= want.num_highlights,
        counted(len(spans), "highlight"),
        f"expected at least {want.num_highlights}",
        tuple(spans),
    )


number_highlighted_sections: Check = check(
    "detectable_format:number_highlighted_sections", NumberHighlights, official, corrected=corrected
)
highlights_in_any_relation: Check = check(
    "detectable_format:number_highlighted_sections",
    NumberHighlightsInRelation,
    official,
    corrected=corrected,
)
bracketed_highlights: Check = check(
    "detectable_format:number_highlighted_sections", NumberHighlights, reading(in_double_angle_brackets)
)
