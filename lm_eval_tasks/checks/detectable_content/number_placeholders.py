"""``detectable_content:number_placeholders``: placeholders in square brackets.

Asks      at least ``num_placeholders`` placeholders such as ``[name]``.
Decides   by counting ``[`` up to the nearest ``]`` on the same line.
Quirks    ``[]``, check boxes and link texts count; nested brackets count once.
Source    google-research, instruction_following_eval.
Example   {"num_placeholders": 2}
followed      "Dear [name], greetings from [city]."
not followed  "Dear [name], greetings from home."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.model import Check, Parameters, Span, Text, Verdict, check
from lm_eval_tasks.text.relations import counted


class NumberPlaceholders(Parameters, frozen=True):
    """How many placeholders are wanted at least."""

    num_placeholders: Annotated[int, Meta(ge=0)]


def bracketed(text: str) -> list[Span]:
    """Each ``[`` with the nearest ``]`` behind it on its line, left to right, in linear time."""
    spans = []
    start = text.find("[")
    while start >= 0:
        end = text.find("]", start)
        if end < 0:
            break
        newline = text.find("\n", start, end)
        if newline >= 0:
            start = text.find("[", newline)
            continue
        spans.append((start, end + 1))
        start = text.find("[", end)
    return spans


def official(text: Text, want: NumberPlaceholders) -> Verdict:
    """Count bracket pairs on one line."""
    spans = tuple(text.get(bracketed))
    return Verdict(
        len(spans) >= want.num_placeholders,
        counted(len(spans), "placeholder"),
        f"at least {want.num_placeholders} wanted",
        spans,
    )


number_placeholders: Check = check("detectable_content:number_placeholders", NumberPlaceholders, official)
