r"""``detectable_format:title``: a title in double angle brackets.

Asks      a title such as ``<<this>>``.
Decides   by looking, line by line, from the first ``<<`` to the last ``>>`` with something that
          is not blank between them.
Quirks    The longest stretch of the line is taken, so code with shifts has a title.
Source    google-research, instruction_following_eval.
Example   {}
followed      "<<Night Train>>\nOnce it left, the town slept."
not followed  "<Night Train>\nOnce it left, the town slept."
"""

from __future__ import annotations

from collections.abc import Callable

from lm_eval_tasks.model import Check, NoParameters, Reading, Span, Text, Verdict, check


def angle_title(text: str) -> Span | None:
    """The first line's stretch from ``<<`` to ``>>`` that holds more than brackets and blanks."""
    offset = 0
    for line in text.split("\n"):
        start = line.find("<<")
        if start >= 0:
            end = line.rfind(">>")
            if end >= start + 3 and line[start : end + 2].lstrip("<").rstrip(">").strip():
                return offset + start, offset + end + 2
        offset += len(line) + 1
    return None


def reading(find_title: Callable[[str], Span | None]) -> Reading:
    """Judge by a benchmark's notion of a title."""

    def judge(text: Text, want: NoParameters) -> Verdict:
        span = text.get(find_title)
        if span is None:
            return Verdict(False, "no title", "<<title>> wanted")
        return Verdict(True, f"title {text.string[span[0] : span[1]]!r}", spans=(span,))

    return judge


def title(find_title: Callable[[str], Span | None] = angle_title) -> Check:
    """The check with one benchmark's notion of a title."""
    return check("detectable_format:title", NoParameters, reading(find_title))
