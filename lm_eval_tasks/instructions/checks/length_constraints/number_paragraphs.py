r"""``length_constraints:number_paragraphs``: how many paragraphs, divided by ``***``.

Asks      exactly ``num_paragraphs`` paragraphs, divided by three asterisks.
Decides   by splitting at every ``***`` with at most one whitespace character on each side.
          A blank first or last piece is not counted; a blank piece between two dividers fails.
Corrected A divider is exactly ``***``, and blank parts do not count. It has a line of its own where
          the prompt shows one, asks for one or speaks of a markdown divider. Elsewhere it may be at
          the end of a line or between sentences, where it emphasises nothing.
Quirks    ``***bold***`` divides too, four asterisks divide, six leave a blank piece.
Source    google-research, instruction_following_eval.
Example   {"num_paragraphs": 2}
followed      "First part.\n***\nSecond part."
not followed  "First part.\n\nSecond part."
"""

from __future__ import annotations

from typing import Annotated

import regex
from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.divided import ASTERISKS, filled_parts, parts
from lm_eval_tasks.text.relations import counted


class NumberParagraphs(Parameters, frozen=True):
    """How many paragraphs are expected, exactly."""

    num_paragraphs: Annotated[int, Meta(ge=0)]


def official(text: Text, want: NumberParagraphs) -> Verdict:
    """Count the pieces between dividers."""
    count, fault = parts(text.string, ASTERISKS)
    return Verdict(
        fault is None and count == want.num_paragraphs,
        fault or counted(count, "paragraph"),
        f"expected exactly {want.num_paragraphs} divided by ***",
    )


_OWN_LINE_SHOWN = regex.compile(r"\S[^\n]*+\n[ \t]*+(?:\*{3}|\\\*\\\*\\\*)[ \t\r]*+\n\s*+\S")
_OWN_LINE_ASKED = regex.compile(
    r"\b(?:line ?breaks?|(?:a|its|their|one|separate|new|own) (?:\w+ )?line\b|l[ií]neas?|lignes?)\b|改行|سطر|"
    r"markdown[\w ]{0,12} (?:divider|rule|separator|break)|(?:divisor|separador|séparateur)[\w "
    r"]{0,12} markdown",
    regex.IGNORECASE,
)


def wants_own_line(prompt: str) -> bool:
    """Whether the prompt shows the divider on a line of its own, or asks for one.

    So does a "markdown divider", which in Markdown is a line. Without a prompt it is expected.
    """
    shown = _OWN_LINE_SHOWN.search(prompt) or _OWN_LINE_ASKED.search(prompt)
    return shown is not None or "***" not in prompt


def _before_phrase(text: Text) -> str:
    """The text without a last part that holds nothing but a prescribed phrase: it is not a paragraph."""
    string = text.string.rstrip()
    for phrase in text.asked.prescribed:
        before = string.removesuffix(phrase.strip()).rstrip()
        if phrase.strip() and len(before) < len(string) and before.endswith("***"):
            return before
    return text.string


def corrected(text: Text, want: NumberParagraphs) -> Verdict:
    """Count the filled parts between dividers."""
    own_line = wants_own_line(text.asked.prompt)
    count = filled_parts(_before_phrase(text), own_line)
    return Verdict(
        count == want.num_paragraphs,
        counted(count, "paragraph"),
        f"expected exactly {want.num_paragraphs} divided by {'lines of ' if own_line else ''}***",
    )


number_paragraphs: Check = check(
    "length_constraints:number_paragraphs", NumberParagraphs, official, corrected=corrected
)
