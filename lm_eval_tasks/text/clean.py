r"""Cleaning a response before it is judged, as the Inception task does.

Source    the langcheck document of the fork, section 3, "Preprocessing".
"""

from __future__ import annotations

import unicodedata
from typing import Literal

import regex

_LONG_MARK_RUN = regex.compile(r"\p{M}{16,}+")
_INVISIBLE = regex.compile(r"[\u200B-\u200D\uFEFF\u202A-\u202E\u2066-\u2069]+")
_CONTROL_OR_FORMAT = regex.compile(r"[\p{Cc}\p{Cf}]+")
_CONTROL_BUT_LINE_END = regex.compile(r"[[\p{Cc}\p{Cf}]--[\n]]+", regex.VERSION1)


def normalized(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """``unicodedata.normalize`` in linear time, also for very long runs of marks.

    The standard library puts the marks of a run in order by insertion, which takes quadratic
    time; long runs are put in the same (stable) order before it sees them.
    """
    return unicodedata.normalize(form, _LONG_MARK_RUN.sub(_in_order, text))


def _in_order(match: regex.Match[str]) -> str:
    """The marks of a run in canonical order; those of class 0 stay where they are."""
    ordered: list[str] = []
    pending: list[str] = []
    for mark in match.group():
        if unicodedata.combining(mark):
            pending.append(mark)
            continue
        ordered += sorted(pending, key=unicodedata.combining)
        ordered.append(mark)
        pending.clear()
    return "".join(ordered + sorted(pending, key=unicodedata.combining))


def cleaned(text: str) -> str:
    """The text in one line: NFKC, without invisible and control characters, blanks collapsed.

    Newlines and tabs are control characters, so they go without leaving a blank: the last
    word of a line is glued to the first of the next.
    """
    text = _INVISIBLE.sub("", normalized("NFKC", text))
    return " ".join(_CONTROL_OR_FORMAT.sub("", text).split())


def cleaned_by_line(text: str) -> str:
    """The same, line by line: line ends stay, and a tab counts as a blank.

    Characters are deleted before NFKC, so that marks they parted are put in order, too.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    text = _CONTROL_BUT_LINE_END.sub("", _INVISIBLE.sub("", text))
    lines = normalized("NFKC", text).split("\n")
    return "\n".join(" ".join(line.split()) for line in lines).strip()
