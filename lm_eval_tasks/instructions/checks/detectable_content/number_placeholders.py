"""``detectable_content:number_placeholders``: placeholders in square brackets.

Asks      at least ``num_placeholders`` placeholders such as ``[name]``.
Decides   by counting ``[`` up to the nearest ``]`` on the same line.
Corrected Innermost brackets count, also over a line end and glued to a word (``Agent[name]``),
          unless they are blank, a check box, a link, an index (``a[0]``), a list of strings, a
          citation (``[1]``, ``[^1]``), an ellipsis or escaped.
Quirks    ``[]``, check boxes and link texts count; nested brackets count once. The Spanish data have
          a ``relation``, too, which is ignored: the number is always a minimum.
Source    google-research, instruction_following_eval.
Example   {"num_placeholders": 2}
followed      "Dear [name], greetings from [city]."
not followed  "Dear [name], greetings from home."
"""

from __future__ import annotations

from typing import Annotated

import regex
from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Span, Text, Verdict, check
from lm_eval_tasks.text.relations import Relation, counted


class NumberPlaceholders(Parameters, frozen=True):
    """How many placeholders are expected at least."""

    num_placeholders: Annotated[int, Meta(ge=0)]


class NumberPlaceholdersInRelation(NumberPlaceholders, frozen=True):
    """The same with a relation, which decides nothing (M-IFEval, Spanish)."""

    relation: Relation | None = None


def bracketed(text: str) -> list[Span]:
    """Each ``[`` with the nearest ``]`` after it on its line, left to right, in linear time."""
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


_BRACKET = regex.compile(r"\\[\[\]]|[\[\]]|\n[ \t\r]*+\n")


def official(text: Text, want: NumberPlaceholders) -> Verdict:
    """Count bracket pairs on one line."""
    spans = tuple(text.get(bracketed))
    return Verdict(
        len(spans) >= want.num_placeholders,
        counted(len(spans), "placeholder"),
        f"expected at least {want.num_placeholders}",
        spans,
    )


_CITATION = regex.compile(r"[\s\d,;.–-]*+|\^.*+|…", regex.DOTALL)
_STRINGS = regex.compile(r'\s*+"[^"]*+"(?:\s*+,\s*+"[^"]*+")++\s*+,?\s*+')
_GLUED = regex.compile(
    r"(?!(?:int|str|float|bool|char|bytes|object|index|idx|key|item|any|none|self)\b)"
    r"\p{L}[\p{L}\p{M}'’-]{2,}+(?:[ _/-]\p{L}[\p{L}\p{M}'’-]*+)*+",
    regex.IGNORECASE,
)
"""What may be glued to a word and still is a placeholder, not an index: words."""
_CHECK_BOX = regex.compile(r"[ \t>]*+(?:[-*+•]|\d{1,3}[.)])[ \t]++")
_LINK_TARGET = regex.compile(r"\([^()\s]*+(?:[ \t]++\"[^\"\n]*+\")?\)|:[ \t]*+https?:")


def placeholders(text: str) -> list[Span]:
    """The bracket pairs that are placeholders for something to fill in, in linear time."""
    spans = []
    start = -1
    for match in _BRACKET.finditer(text):
        if match.group() == "[":
            start = match.start()
        elif match.group() != "]":
            start = -1  # a blank line or an escape ends what was open
        elif start >= 0:
            end = match.end()
            if _fills_in(text, start, end):
                spans.append((start, end))
            start = -1
    return spans


def _fills_in(text: str, start: int, end: int) -> bool:
    """Whether the pair is a placeholder and none of the things that only look alike."""
    inner = text[start + 1 : end - 1]
    if _CITATION.fullmatch(inner) or _LINK_TARGET.match(text, end) or _STRINGS.fullmatch(inner):
        return False
    before = text[start - 1 : start]
    # What is indexed is ASCII; an Arabic conjunction is written onto a bracket.
    if (before.isascii() and before.isalnum()) or before == ")":
        return _GLUED.fullmatch(inner) is not None and text[end : end + 1] not in ("[", "(", ".", "=")
    if before in ("_", "\\"):
        return False
    if inner in ("x", "X"):
        # A list marker is short, so a few characters are enough to look at.
        line_start = text.rfind("\n", max(0, start - 50), start) + 1
        return not ((line_start or start < 50) and _CHECK_BOX.fullmatch(text, line_start, start))
    return True


def corrected(text: Text, want: NumberPlaceholders) -> Verdict:
    """Count the bracket pairs that are placeholders."""
    spans = tuple(text.get(placeholders))
    return Verdict(
        len(spans) >= want.num_placeholders,
        counted(len(spans), "placeholder"),
        f"expected at least {want.num_placeholders}",
        spans,
    )


number_placeholders: Check = check(
    "detectable_content:number_placeholders", NumberPlaceholders, official, corrected=corrected
)
placeholders_in_any_relation: Check = check(
    "detectable_content:number_placeholders", NumberPlaceholdersInRelation, official, corrected=corrected
)
