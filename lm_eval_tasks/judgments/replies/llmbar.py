"""LLMBar's replies: ``Output (a)`` or ``Output (b)``.

Source    princeton-nlp/LLMBar, LLMEvaluator, caa7bee.
"""

from __future__ import annotations

import re

from lm_eval_tasks.judgments.replies.reading import Found, last

_VANILLA = (("1", re.compile(r"(?:^|\n) ?Output \(a\)")), ("2", re.compile(r"(?:^|\n) ?Output \(b\)")))
_COT = (("1", re.compile(r"Output \(a\) is better.")), ("2", re.compile(r"Output \(b\) is better.")))
_OUTCOMES = {"1": 1.0, "2": 0.0}
_SIDES = {"A": "1", "B": "2"}


def _first_of(patterns: tuple[tuple[str, re.Pattern[str]], ...], text: str) -> Found:
    text = text.strip()
    value = next((value for value, pattern in patterns if pattern.search(text)), None)
    return Found(value, _OUTCOMES.get(value or ""))


def vanilla(text: str) -> Found:
    """The first output where a line begins with it, else the second."""
    return _first_of(_VANILLA, text)


def cot(text: str) -> Found:
    """The first output where it is called better, else the second."""
    return _first_of(_COT, text)


_OUTPUT = r"output\s*\(?\s*([ab])\s*\)?(?!\w)"
_LINE = re.compile(rf"^[^\S\n]*[\"'`]*{_OUTPUT}[\"'`]*[^\S\n]*[.!]?[^\S\n]*$", re.IGNORECASE | re.MULTILINE)
_CALLED = re.compile(
    rf"{_OUTPUT}\s+(?:is|was)\s+(?:(?:clearly|slightly|much|therefore|overall|the|a|far)\s+)*"
    r"(?:(better|best|superior|preferred|preferable)|worse|weaker|inferior)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"(?:better|best|superior|preferred|winner|choose|select|prefer|verdict|answer)"
    rf"(?:\s+(?:one|output|answer|choice))?\s*(?:is|:)?\s*[\"'`]*{_OUTPUT}(?!\s+(?:is|was)\b)",
    re.IGNORECASE,
)


def robust(text: str) -> Found:
    """The last output that makes up a line, else the last one that is called better."""
    line = last(_LINE, text)
    if line:
        return _side(line.group(1))
    called, named = last(_CALLED, text), last(_NAMED, text)
    if named and (not called or called.start() < named.start()) and not _object_of(text, named):
        return _side(named.group(1))
    if called:
        return _side(called.group(1), other=not called.group(2))
    start = re.match(rf"\s*{_OUTPUT}", text, re.IGNORECASE)
    return _side(start.group(1)) if start and len(text) < 200 else Found(None)


def _object_of(text: str, match: re.Match[str]) -> bool:
    """Whether the output is what another one is compared with: *better than Output (b)*."""
    return bool(re.search(r"than\s*[\"'`]*$", text[max(0, match.start(1) - 20) : match.start(1) - 8], re.I))


def _side(letter: str, *, other: bool = False) -> Found:
    value = _SIDES[letter.upper()]
    if other:
        value = "2" if value == "1" else "1"
    return Found(value, _OUTCOMES[value])
