r"""``detectable_content:postscript``: a postscript.

Asks      a postscript that starts with ``postscript_marker``.
Decides   by looking for the marker anywhere, ignoring case. ``P.S.`` and ``P.P.S`` may have
          one whitespace character between their letters; so may ``P.D.`` in Spanish.
Corrected The marker, taken literally but for case and blanks between its letters, starts a line
          (after markup or a quote at most) below the first text, or a sentence near the end, and
          has text after it.
Quirks    The marker does not have to start a line, and ``P.P.S.`` satisfies ``P.S.``.
Source    google-research, instruction_following_eval.
Example   {"postscript_marker": "P.S."}
followed      "See you soon.\nP.S. Bring a coat."
not followed  "See you soon.\nPS: bring a coat."
Example   {"postscript_marker": "P.D."} in m_ifeval_es
followed      "Hasta pronto.\nP.D. Trae un abrigo."
not followed  "Hasta pronto.\nP.S. Trae un abrigo."
Example   {"postscript_marker": "追伸"} in m_ifeval_ja
followed      "ではまた。\n追伸 傘を忘れずに。"
not followed  "ではまた。"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated

import regex
from immutabledict import immutabledict
from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Span, Text, Verdict, check
from lm_eval_tasks.text.automaton import require_bounded
from lm_eval_tasks.text.budget import Budget
from lm_eval_tasks.text.patterns import pattern_cased
from lm_eval_tasks.text.words import lowered

Known = Mapping[str, re.Pattern[str]]
"""Markers with a pattern of their own, for a lower-cased text."""
ENGLISH: Known = immutabledict({"P.S.": re.compile(r"p\.\s?s\."), "P.P.S": re.compile(r"p\.\s?p\.\s?s")})
SPANISH: Known = immutabledict({"P.D.": re.compile(r"p\.\s?d\.")})

_FILLED = regex.compile(r"[\p{L}\p{N}]")
_LINE_END = regex.compile("\n|<br ?/?>", regex.IGNORECASE)


class Postscript(Parameters, frozen=True):
    """How the postscript is marked."""

    postscript_marker: Annotated[str, Meta(min_length=1)]

    def __post_init__(self) -> None:
        require_bounded(self.postscript_marker)


def _first_pattern(marker: str, lowered_text: str, budget: Budget) -> Span | None:
    return next(pattern_cased(marker, lowered_text, budget), None)


def reading(find_other: Callable[[str, str, Budget], Span | None], known_markers: Known = ENGLISH) -> Reading:
    """Judge; markers other than the known ones are searched by ``find_other``."""

    def judge(text: Text, want: Postscript) -> Verdict:
        marker = want.postscript_marker.strip()
        low = text.get(lowered)
        known = known_markers.get(marker)
        if known:
            match = known.search(low)
            span = match.span() if match else None
        else:
            span = find_other(marker.lower(), low, text.budget)
        if span is None:
            return Verdict(False, "no postscript marker", f"expected {marker!r}")
        # Lower-casing may lengthen a text (only for a few letters); spans then do not fit.
        spans = (span,) if len(low) == len(text.string) else ()
        return Verdict(True, f"marker {low[span[0] : span[1]]!r} at character {span[0]}", spans=spans)

    return judge


_BEFORE = " \t\r#>*_~-+•[(<{\"'“‘«"


_CLOSING = " \t\r\u00a0*_\"'”’»)]}"
_ENDS = regex.compile(r"[.!?…。！？؟۔।>]|\p{So}")
_SPOKEN_OF = regex.compile(
    r"[\s\"'”’)]*(?:stands for|means|is short|is an? abbreviation|refers to)\b", regex.IGNORECASE
)
_NEAR_END = 600
"""A postscript inside a line has at most so many characters, or is in the last third of the text."""


def _pattern(marker: str) -> regex.Pattern[str]:
    letters = [regex.escape(letter) for letter in marker if not letter.isspace()]
    end = "" if not marker[-1].isalnum() else r"(?![\p{L}\p{N}])"
    return regex.compile(r"[ \t\u00a0]?".join(letters) + end, regex.IGNORECASE)


def marked_sentence(string: str, marker: str) -> Span | None:
    """Where the marker starts a sentence near the end, inside a line, and has text after it."""
    found = None
    for match in _pattern(marker).finditer(string):
        before = string[max(0, match.start() - 20) : match.start()].rstrip("*_\"'“‘«([")
        bare = before.rstrip(_CLOSING)
        divided = bare != before or before.endswith((">", "。", "！", "？", "।"))
        spoken_of = _SPOKEN_OF.match(string, match.end())
        ended = bare and (_ENDS.fullmatch(bare[-1]) or before.rstrip().endswith("]"))
        if ended and divided and not spoken_of:
            found = match
    if found is None or not _FILLED.search(string, found.end()):
        return None
    behind = len(string) - found.start()
    return found.span() if behind <= max(_NEAR_END, len(string) // 3) else None


def marked_line(string: str, marker: str) -> Span | None:
    """Where the marker starts a line that is not the first text and has text after it."""
    pattern = _pattern(marker)
    ends = [match.span() for match in _LINE_END.finditer(string)]
    start, first = 0, True
    for end_of_line, next_line in [*ends, (len(string), len(string))]:
        bare = string[start:end_of_line].lstrip(_BEFORE)
        match = None if first else pattern.match(string, end_of_line - len(bare))
        if match and _FILLED.search(string, match.end()):
            return match.span()
        first = first and not _FILLED.search(bare)
        start = next_line
    return None


def corrected(text: Text, want: Postscript) -> Verdict:
    """Look for the marker where lines start, then where sentences do."""
    marker = want.postscript_marker.strip()
    span = (marked_line(text.string, marker) or marked_sentence(text.string, marker)) if marker else None
    if span is None:
        found = "the marker starts no line below the first and no sentence near the end"
        return Verdict(False, found, f"expected {marker!r}")
    shown = text.string[span[0] : span[1]]
    return Verdict(True, f"marker {shown!r} at character {span[0]}", spans=(span,))


def postscript(
    find_other: Callable[[str, str, Budget], Span | None] = _first_pattern, known_markers: Known = ENGLISH
) -> Check:
    """The check with a language's markers; ``find_other`` searches an unusual, lower-cased one."""
    return check(
        "detectable_content:postscript",
        Postscript,
        reading(find_other, known_markers),
        corrected=corrected,
    )
