"""Searching for what a data row asks for: literally, or as the pattern it is.

The reference uses keywords unescaped as regular expressions. Nearly all of them are
plain words, for which that makes no difference. Those that an ordinary engine could need
exponential time for are matched by :mod:`lm_eval_tasks.text.automaton` in counted steps.

Source    google-research, instruction_following_eval.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from lm_eval_tasks.errors import UndecidedError
from lm_eval_tasks.text.automaton import MOST_TRIES, Automaton, PatternError, readable, tries
from lm_eval_tasks.text.budget import Budget
from lm_eval_tasks.text.values import Span

Find = Callable[[str, str, Budget], Iterator[Span]]
"""Yields where a keyword (first) occurs in a text (second), within a budget of steps (third)."""

TRIES_A_STEP = 256
"""How many tries of the backtracking engine are charged as one step of a budget."""


@lru_cache(maxsize=4096)
def _compiled(
    pattern: str, ahead: str, behind: str, flags: int
) -> tuple[re.Pattern[str] | Automaton, int] | None:
    """A matcher and its ways to try, or None when ``pattern`` is not a valid regular expression.

    ``pattern`` comes from data, the fixed ``ahead`` and ``behind`` from a check. The pattern must
    be valid by itself: a leading ``*`` would repeat what is ahead.
    """
    try:
        ways = tries(pattern)
        if ways <= MOST_TRIES:
            return re.compile(f"{ahead}{readable(pattern)}{behind}", flags), ways
        return Automaton(f"{ahead}{pattern}{behind}", flags), ways
    except (re.error, OverflowError, RecursionError):
        return None


def is_pattern(pattern: str) -> bool:
    """Whether ``pattern`` is a valid regular expression, also one that takes too long."""
    try:
        return _compiled(pattern, "", "", re.IGNORECASE) is not None
    except PatternError:
        return True


def find_all(
    pattern: str,
    text: str,
    budget: Budget,
    *,
    ignore_case: bool = True,
    ahead: str = "",
    behind: str = "",
) -> Iterator[Span]:
    """Where ``pattern``, a regular expression, is found; non-overlapping, left to right.

    An invalid pattern is found nowhere.

    Raises:
        UndecidedError: when the pattern needs more steps than the budget has, or cannot be
            matched in bounded time at all.
    """
    try:
        compiled = _compiled(pattern, ahead, behind, re.IGNORECASE if ignore_case else 0)
    except PatternError as error:
        raise UndecidedError(str(error)) from None
    if compiled is None:
        return
    matcher, ways = compiled
    if isinstance(matcher, Automaton):
        yield from matcher.finditer(text, budget)
        return
    budget.spend((ways - 1) * len(text) // TRIES_A_STEP, f"the pattern {pattern!r}")
    for match in matcher.finditer(text):
        yield match.span()


def pattern_anywhere(keyword: str, text: str, budget: Budget) -> Iterator[Span]:
    """The keyword as a regular expression, ignoring case, also inside words."""
    return find_all(keyword, text, budget)


def pattern_cased(keyword: str, text: str, budget: Budget) -> Iterator[Span]:
    """The keyword as a regular expression, case-sensitive."""
    return find_all(keyword, text, budget, ignore_case=False)


def pattern_word(keyword: str, text: str, budget: Budget) -> Iterator[Span]:
    """The keyword as a regular expression between word boundaries, ignoring case."""
    return find_all(keyword, text, budget, ahead=r"\b", behind=r"\b")


def literal_word(keyword: str, text: str, budget: Budget) -> Iterator[Span]:
    """The keyword as it is written, between word boundaries, case-sensitive."""
    return find_all(re.escape(keyword), text, budget, ignore_case=False, ahead=r"\b", behind=r"\b")


def bounded_word(keyword: str, text: str, budget: Budget) -> Iterator[Span]:
    """The keyword literally between word boundaries, ignoring case."""
    return find_all(re.escape(keyword), text, budget, ahead=r"\b", behind=r"\b")


def first_literal(keyword: str, text: str, _budget: Budget) -> Span | None:
    """The first place of the keyword as it is written, also inside words."""
    at = text.find(keyword)
    return (at, at + len(keyword)) if at >= 0 else None
