r"""``detectable_format:multiple_sections``: numbered sections.

Asks      at least ``num_sections`` sections, each marked ``section_spliter`` and a number.
Decides   by counting the marker, at most one whitespace character, and digits. In Japanese the
          number goes first: ``第``, digits of either width and the marker.
Corrected The marker, taken literally, starts a line (after markup or brackets at most) or ends a
          label such as ``(Verse 1 - SECTION 1)``, and a number follows: digits, a Roman numeral, a
          capital letter or a word (``One``, ``First``). A number that was there already is not
          counted again, but for the literal ``X`` of the prompt. More sections than asked fail,
          unless the prompt says ``at least`` or ``or more``.
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
Example   {"section_spliter": "章", "num_sections": 2} in m_ifeval_ja_corrected
followed      "第一章\n根\n第二章\n葉"
not followed  "第一章\n根"
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


_AFTER_TEXT = regex.compile(r"[(\[{–—|:]\s*+$|\s[-–—]\s*+$")
_LABEL = 60
"""So much text at most is before a marker that ends a label: ``(Verse 1 - SECTION 1)``."""


def ends_label(line: str, marker: str) -> str | None:
    """The number of the section whose marker ends the line after a bracket, dash or colon; else None."""
    bare = line.rstrip(" \t\r*_#)]}>|:.\"'”’")
    at = bare.rfind(marker)
    if at < 1 or at > _LABEL or not _AFTER_TEXT.search(bare[:at]):
        return None
    number = numbered(bare[at:], marker)
    behind = bare[at + len(marker) :].strip(_BETWEEN).lower()
    return number if number == behind else None


_SOME_NUMBER = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten)"
_AT_LEAST = regex.compile(
    rf"\b(?:at least|minimum of|no (?:fewer|less) than|more "
    rf"than)\s+{_SOME_NUMBER}\s+(?P<what>[\w#]+(?:\s+[\w#]+)?)|"
    rf"{_SOME_NUMBER}\s+or\s+more\s+(?P<what>[\w#]+)|"
    r"(?:al menos|por lo menos|como mínimo|au moins|au minimum|almeno|pelo menos|mindestens|не "
    r"менее)\s+\w+\s+"
    r"(?P<what>\w+)|على الأقل|أو أكثر|少なくとも|以上|至少|कम से कम",
    regex.IGNORECASE,
)
_SECTION_WORDS = (
    "section",
    "part",
    "chapter",
    "paragraph",
    "secci",
    "partie",
    "sezion",
    "seç",
    "abschnitt",
    "разд",
)


def more_are_allowed(prompt: str, marker: str) -> bool:
    """Whether the prompt asks for so many sections or more; without a prompt more are allowed."""
    if not prompt:
        return True
    for match in _AT_LEAST.finditer(prompt):
        what = (match["what"] or "").lower()
        if not what or any(word.startswith((*_SECTION_WORDS, marker.lower())) for word in what.split()):
            return True
    return False


def corrected(text: Text, want: MultipleSections) -> Verdict:
    """Count the different numbers after markers; every ``X`` where the prompt shows one."""
    marker = want.section_spliter.strip()
    literal = f"{marker} X" in text.asked.prompt
    numbers: set[str] = set()
    spans = []
    offset = 0
    for line in text.string.split("\n"):
        if marker and marker in line:
            number = numbered(line, marker) or ends_label(line, marker)
            if number is not None and (number not in numbers or (literal and number == "x")):
                numbers.add(number)
                spans.append((offset, offset + len(line)))
        offset += len(line) + 1
    more = more_are_allowed(text.asked.prompt, marker)
    return Verdict(
        len(spans) >= want.num_sections if more else len(spans) == want.num_sections,
        counted(len(spans), "section"),
        f"expected {'at least' if more else 'exactly'} {want.num_sections} marked {marker!r}",
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
    "detectable_format:multiple_sections", MultipleSections, official, corrected=corrected
)
sections_in_any_relation: Check = check(
    "detectable_format:multiple_sections", MultipleSectionsInRelation, official, corrected=corrected
)
numbered_before_marker: Check = check(
    "detectable_format:multiple_sections",
    MultipleSections,
    official_reading(ahead=r"第\d+"),
    corrected=official_reading(ahead=r"第[\d〇一二三四五六七八九十百]+"),
)


def corrected_arabic(text: Text, want: MultipleSections) -> Verdict:
    """Count the different numbers after the marker, digits or Arabic ordinals."""
    numbers = dict(numbered_in_arabic(want.section_spliter, text.string))
    more = more_are_allowed(text.asked.prompt, want.section_spliter.strip())
    return Verdict(
        len(numbers) >= want.num_sections if more else len(numbers) == want.num_sections,
        counted(len(numbers), "section"),
        f"expected {'at least' if more else 'exactly'} {want.num_sections} "
        f"marked {want.section_spliter.strip()!r}",
        tuple(numbers.values()),
    )


arabic_multiple_sections: Check = check(
    "detectable_format:multiple_sections", MultipleSections, official, corrected=corrected_arabic
)
