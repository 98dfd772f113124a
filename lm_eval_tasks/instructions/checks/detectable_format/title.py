r"""``detectable_format:title``: a title in brackets.

Asks      a title such as ``<<this>>``, in French ``##this##``, in Japanese ``『this』``.
Decides   by looking, line by line, from the first ``<<`` to the last ``>>`` with something that
          is not blank between them.
Corrected A title has letters or digits and no angle bracket in it. With blanks inside both pairs of
          brackets it must have a line to itself, so that shifts and streams in code are no titles.
          The request that must be repeated holds no title of the answer. Two titles are expected
          where the prompt says that both have one.
Plusplus  No ``<`` directly after ``<<`` and no ``>`` before ``>>``.
Quirks    The longest stretch of the line is taken, so code with shifts has a title.
Source    google-research, instruction_following_eval.
Example   {}
followed      "<<Night Train>>\nOnce it left, the town slept."
not followed  "<Night Train>\nOnce it left, the town slept."
Example   {} in m_ifeval_fr
followed      "##Train de nuit##\nLa ville dort."
not followed  "# Train de nuit\nLa ville dort."
Example   {} in m_ifeval_ja
followed      "『夜汽車』\n町は眠る。"
not followed  "「夜汽車」\n町は眠る。"
"""

from __future__ import annotations

from collections.abc import Callable

import regex

from lm_eval_tasks.instructions.model import Check, NoParameters, Reading, Span, Text, Verdict, check
from lm_eval_tasks.text.normal import without_literal

_FILLED = regex.compile(r"[\p{L}\p{N}]")
_MARKUP = 40
_AROUND = " \t\r#*_>\"'“”<.:"


def stretched(text: str, opening: str, closing: str) -> Span | None:
    """The first line's stretch from ``opening`` to the last ``closing`` that is not blank inside."""
    offset = 0
    for line in text.split("\n"):
        start = line.find(opening)
        if start >= 0:
            end = line.rfind(closing)
            stop = end + len(closing)
            if end > start + len(opening) and line[start:stop].lstrip(opening).rstrip(closing).strip():
                return offset + start, offset + stop
        offset += len(line) + 1
    return None


def angle_title(text: str) -> Span | None:
    """What is in double angle brackets."""
    return stretched(text, "<<", ">>")


def number_sign_title(text: str) -> Span | None:
    """What is between two pairs of number signs."""
    return stretched(text, "##", "##")


def corner_bracket_title(text: str) -> Span | None:
    """What is in white corner brackets."""
    return stretched(text, "『", "』")


def inception_title(text: str) -> Span | None:
    """A title in double angle brackets, or anything in guillemets: first ``«`` to last ``»`` of a line."""
    span = angle_title(text)
    offset = 0
    for line in text.split("\n") if span is None else ():
        start, end = line.find("«"), line.rfind("»")
        if 0 <= start < end - 1:
            return offset + start, offset + end + 1
        offset += len(line) + 1
    return span


def tight_title(text: str) -> Span | None:
    """The first title without brackets inside: tight anywhere, loose only on its own line."""
    offset = 0
    for line in text.split("\n"):
        start = line.find("<<")
        while start >= 0:
            end = line.find(">>", start + 2)
            if end < 0:
                break
            start = line.rfind("<<", start, end)  # the innermost opening
            inner = line[start + 2 : end]
            if _names(inner) and (inner == inner.strip() or _alone(line, start, end + 2)):
                return offset + start, offset + end + 2
            start = line.find("<<", end)
        offset += len(line) + 1
    return None


def _names(inner: str) -> bool:
    """Whether there is a letter or digit and no bracket."""
    return _FILLED.search(inner) is not None and "<" not in inner and ">" not in inner


def _alone(line: str, start: int, end: int) -> bool:
    """Whether nothing but a little markup is around the title on its line."""
    if start > _MARKUP or len(line) - end > _MARKUP:
        return False
    return not line[:start].strip(_AROUND) and not line[end:].strip(_AROUND)


def tight_or_guillemet_title(text: str) -> Span | None:
    """A tight title, or a line of its own in guillemets."""
    span = tight_title(text)
    offset = 0
    for line in text.split("\n") if span is None else ():
        bare = line.strip(_AROUND)
        if bare.startswith("«") and bare.find("»") == len(bare) - 1 and _FILLED.search(bare):
            start = offset + line.index("«")
            return start, start + len(bare)
        offset += len(line) + 1
    return span


def unbracketed_title(text: str) -> Span | None:
    """``<<``, no ``<`` next, no ``>`` up to ``>>`` on the line, and not only blanks between.

    One search for ``>`` serves all openings before it, so that the time stays linear.
    """
    offset = 0
    for line in text.split("\n"):
        start, close = line.find("<<"), -1
        while start >= 0:
            if line[start + 2 : start + 3] != "<":
                if close < start + 3:
                    close = line.find(">", start + 3)
                    if close < 0:
                        break
                if line.startswith(">>", close):
                    if line[start + 2 : close].strip():
                        return offset + start, offset + close + 2
                    start = close + 1
            start = line.find("<<", start + 1)
        offset += len(line) + 1
    return None


def reading(find_title: Callable[[str], Span | None], shown: str = "<<title>>") -> Reading:
    """Judge by a benchmark's notion of a title, which is shown as ``shown``."""

    def judge(text: Text, want: NoParameters) -> Verdict:
        span = text.get(find_title)
        if span is None:
            return Verdict(False, "no title", f"expected {shown}")
        return Verdict(True, f"title {text.string[span[0] : span[1]]!r}", spans=(span,))

    return judge


_TITLES = 50
"""So many titles are looked at, which bounds the time where all are the request's."""
_TWO = regex.compile(
    r"\b(?:both|each of (?:the|them)|each (?:option|version|letter|one|answer|response|story|"
    r"poem))\b[^.!?\n]*"
    r"\b(?:have|has|contains?|includes?|needs?|with)\b[^.!?\n]*\btitles?\b|"
    r"\b(?:ambas|ambos|cada una?)\b[^.!?\n]*\btítulos?\b|\b(?:les deux|chacun\w*)\b[^.!?\n]*\btitres?\b",
    regex.IGNORECASE,
)


def corrected_reading(find_title: Callable[[str], Span | None], shown: str) -> Reading:
    """Judge by titles of the answer's own; two are expected where the prompt says that both have one.

    The request that must be repeated is not a part of the answer, nor is a title that it shows.
    """

    def judge(text: Text, want: NoParameters) -> Verdict:
        request = text.asked.repeated
        rest = without_literal(text.string, request)
        expected = 2 if _TWO.search(text.asked.prompt) else 1
        spans: list[Span] = []
        start = 0
        for _ in range(_TITLES):
            if len(spans) == expected:
                break
            span = find_title(rest[start:])
            if span is None:
                break
            found = span[0] + start, span[1] + start
            if rest[found[0] : found[1]] not in request:
                spans.append(found)
            start = found[1]
        said = ", ".join(repr(text.string[first:last]) for first, last in spans)
        if len(spans) < expected:
            return Verdict(
                False, f"only the title {said}" if said else "no title", f"expected {expected} {shown}"
            )
        return Verdict(True, f"title {said}", spans=tuple(spans))

    return judge


def title(
    find_title: Callable[[str], Span | None] = angle_title,
    find_corrected: Callable[[str], Span | None] = tight_title,
    shown: str = "<<title>>",
) -> Check:
    """The check with one benchmark's notion of a title, and the corrected one."""
    return check(
        "detectable_format:title",
        NoParameters,
        reading(find_title, shown),
        corrected=corrected_reading(find_corrected, shown),
    )
