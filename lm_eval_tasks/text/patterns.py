"""Searching for what a data row asks for: literally, or as the pattern it is.

The reference uses keywords unescaped as regular expressions. Nearly all of them are
plain words, for which that makes no difference; the rest are compiled here, and those
that could backtrack are bounded.

Source    google-research, instruction_following_eval.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import regex

from lm_eval_tasks.text.values import Span

Find = Callable[[str, str], Iterator[Span]]
"""Yields where a keyword (first) occurs in a text (second)."""

TIME_LIMIT_SECONDS = 2.0
"""How long a pattern with quantifiers or alternatives may search one text, in processor time of
the process; beyond it nothing more is found."""

_CHOICE = re.compile(r"[*+?{|]")
_ESCAPED = re.compile(r"\\.", re.DOTALL)


@lru_cache(maxsize=4096)
def _compiled(pattern: str, ahead: str, behind: str, flags: int) -> Any:
    """A matcher, or None when it is not a valid pattern.

    ``pattern`` comes from data, the fixed ``ahead`` and ``behind`` from a check. A pattern
    without quantifiers and alternatives cannot backtrack and is compiled by the standard
    library; others go to ``regex``, which can be stopped, and which reads ``C++`` alike on
    every Python.
    """
    try:
        if _CHOICE.search(_ESCAPED.sub("", pattern)):
            regex.compile(pattern)  # valid by itself: a leading * would repeat what is ahead
            return regex.compile(f"{ahead}{pattern}{behind}", flags and regex.IGNORECASE)
        return re.compile(f"{ahead}{pattern}{behind}", flags)
    except (re.error, regex.error, OverflowError, RecursionError):
        return None


def find_all(
    pattern: str, text: str, *, ignore_case: bool = True, ahead: str = "", behind: str = ""
) -> Iterator[Span]:
    """Where ``pattern``, a regular expression, is found; non-overlapping, left to right.

    An invalid pattern is found nowhere. A pattern with quantifiers or alternatives stops at
    ``TIME_LIMIT_SECONDS``; all others take time linear in the text.
    """
    compiled = _compiled(pattern, ahead, behind, re.IGNORECASE if ignore_case else 0)
    if compiled is None:
        return
    if isinstance(compiled, re.Pattern):
        for match in compiled.finditer(text):
            yield match.span()
        return
    try:
        for match in compiled.finditer(text, timeout=TIME_LIMIT_SECONDS):
            yield match.span()
    except TimeoutError:
        return


def pattern_anywhere(keyword: str, text: str) -> Iterator[Span]:
    """The keyword as a regular expression, ignoring case, also inside words."""
    return find_all(keyword, text)


def pattern_cased(keyword: str, text: str) -> Iterator[Span]:
    """The keyword as a regular expression, minding case."""
    return find_all(keyword, text, ignore_case=False)


def pattern_word(keyword: str, text: str) -> Iterator[Span]:
    """The keyword as a regular expression between word boundaries, ignoring case."""
    return find_all(keyword, text, ahead=r"\b", behind=r"\b")


def literal_word(keyword: str, text: str) -> Iterator[Span]:
    """The keyword as it is written, between word boundaries, minding case."""
    return find_all(re.escape(keyword), text, ignore_case=False, ahead=r"\b", behind=r"\b")


def first_literal(keyword: str, text: str) -> Span | None:
    """The first place of the keyword as it is written, also inside words."""
    at = text.find(keyword)
    return (at, at + len(keyword)) if at >= 0 else None


def bounded_word(keyword: str, text: str) -> Iterator[Span]:
    """The keyword literally between word boundaries, ignoring case."""
    return find_all(re.escape(keyword), text, ahead=r"\b", behind=r"\b")
