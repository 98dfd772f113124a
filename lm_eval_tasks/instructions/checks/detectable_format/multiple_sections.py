r"""``detectable_format:multiple_sections``: numbered sections.

Asks      at least ``num_sections`` sections, each marked ``section_spliter`` and a number.
Decides   by counting the marker, at most one whitespace character, and digits. In Japanese the
          number goes first: ``第``, digits of either width and the marker.
Corrected The marker, taken literally, starts a line (after markup or brackets at most), and a
          number follows: digits, a Roman numeral, a capital letter or a word (``One``,
          ``First``). A repeated number is counted once.
Plusplus  The marker is taken literally, and anything that is not blank may follow it
          (``Sections`` counts).
Quirks    The marker is a case-sensitive regular expression and may be anywhere, also inside
          a word; ``Section IV`` does not count. The parameter is spelt as in the data. The Spanish
          data have a ``relation``, too, which is ignored: the number is always a minimum.
Source    google-research, instruction_following_eval.
Example   {"section_spliter": "Section", "num_sections": 2}
followed      "Section 1\nRoots\nSection 2\nLeaves"
not followed  "Section 1\nRoots and leaves"
Example   {"section_spliter": "章", "num_sections": 2} in m_ifeval_ja
followed      "第1章\n根\n第2章\n葉"
not followed  "第一章\n根\n第二章\n葉"
"""

from __future__ import annotations

import re
from typing import Annotated

import regex
from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.arabic import numbered_in_arabic
from lm_eval_tasks.text.automaton import require_bounded
from lm_eval_tasks.text.patterns import find_all
from lm_eval_tasks.text.relations import Relation, counted


class MultipleSections(Parameters, frozen=True):
    """The section marker and how many are expected at least."""

    section_spliter: Annotated[str, Meta(min_length=1)]
    num_sections: Annotated[int, Meta(ge=0)]

    def __post_init__(self) -> None:
        require_bounded(self.section_spliter)


class MultipleSectionsInRelation(MultipleSections, frozen=True):
    """The same with a relation, which decides nothing (M-IFEval, Spanish)."""

    relation: Relation | None = None


def official_reading(*, ahead: str = "", behind: str = "") -> Reading:
    """Count the markers with the pattern of a number ``ahead`` or ``behind``."""

    def judge(text: Text, want: MultipleSections) -> Verdict:
        marker = want.section_spliter.strip()
        spans = tuple(
            find_all(marker, text.string, text.budget, ignore_case=False, ahead=ahead, behind=behind)
        )
        return Verdict(
            len(spans) >= want.num_sections,
            counted(len(spans), "section"),
            f"expected at least {want.num_sections} marked {marker!r}",
            spans,
        )

    return judge


official = official_reading(behind=r"\s?\d+")


_BEFORE = " \t#>*_~-+•|[(<{\\\"'“‘0123456789.)"
_BETWEEN = " \t\u00a0*_#:№-–"
_NUMBER_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty first second third fourth fifth sixth seventh eighth ninth tenth"
)
_NUMBER = regex.compile(
    rf"(?:\d++|[IVXLC]++|[A-Z]|(?i:{'|'.join(_NUMBER_WORDS.split())}))(?![\p{{L}}\p{{N}}])"
)


def numbered(line: str, marker: str) -> str | None:
    """The number of the section that ``line`` starts, as it is written; None when it starts none."""
    start = 0
    while not line.startswith(marker, start):
        if start >= len(line) or line[start] not in _BEFORE:
            return None
        start += 1
    behind = start + len(marker)
    at = behind
    while at < len(line) and line[at] in _BETWEEN:
        at += 1
    match = _NUMBER.match(line, at)
    if match is None or (at == behind and marker[-1].isalnum() and not match.group()[0].isdigit()):
        return None
    return match.group().lower()


def corrected(text: Text, want: MultipleSections) -> Verdict:
    """Count the different numbers after markers that start a line."""
    marker = want.section_spliter.strip()
    numbers: set[str] = set()
    spans = []
    offset = 0
    for line in text.string.split("\n"):
        number = numbered(line, marker) if marker and marker in line else None
        if number is not None and number not in numbers:
            numbers.add(number)
            spans.append((offset, offset + len(line)))
        offset += len(line) + 1
    return Verdict(
        len(numbers) >= want.num_sections,
        counted(len(numbers), "section"),
        f"expected at least {want.num_sections} marked {marker!r}",
        tuple(spans),
    )


def plusplus(text: Text, want: MultipleSections) -> Verdict:
    """Count the literal markers before anything that is not blank."""
    marker = want.section_spliter.strip()
    spans = tuple(find_all(re.escape(marker), text.string, text.budget, ignore_case=False, behind=r"\s?\S+"))
    return Verdict(
        len(spans) >= want.num_sections,
        counted(len(spans), "section"),
        f"expected at least {want.num_sections} marked {marker!r}",
        spans,
    )


multiple_sections: Check = check(
    "detectable_format:multiple_sections", MultipleSections, official, corrected=corrected, plusplus=plusplus
)
sections_in_any_relation: Check = check(
    "detectable_format:multiple_sections", MultipleSectionsInRelation, official, corrected=corrected
)
numbered_before_marker: Check = check(
    "detectable_format:multiple_sections", MultipleSections, official_reading(ahead=r"第\d+")
)


def corrected_arabic(text: Text, want: MultipleSections) -> Verdict:
    """Count the different numbers after the marker, digits or Arabic ordinals."""
    numbers = dict(numbered_in_arabic(want.section_spliter, text.string))
    return Verdict(
        len(numbers) >= want.num_sections,
        counted(len(numbers), "section"),
        f"expected at least {want.num_sections} marked {want.section_spliter.strip()!r}",
        tuple(numbers.values()),
    )


arabic_multiple_sections: Check = check(
    "detectable_format:multiple_sections", MultipleSections, official, corrected=corrected_arabic
)
