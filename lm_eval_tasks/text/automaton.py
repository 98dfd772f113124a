r"""Regular expressions from data, matched in time linear in the text and in counted steps.

A backtracking engine needs exponential time for some patterns (``(a|aa)+$``). Here all ways to
match are followed side by side, in the order in which a backtracking engine would try them, so
that the first match and its end are the same (Pike's algorithm). One difference remains: a
repetition of something that can be empty, such as ``(\b|.)*``, never stops early at an empty turn.
A pattern is measured before it is built: ``((a{1000}){1000}){1000}`` would have 10^9 states and is
refused.

Lookarounds, backreferences and conditions cannot be matched this way. A pattern that has one
beside repetitions or alternatives is refused.

Source    Cox (2009), "Regular Expression Matching: the Virtual Machine Approach"; the syntax and
          the choice among matches are those of Python's ``re``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from lm_eval_tasks.text.budget import Budget
from lm_eval_tasks.text.values import Span

try:  # The parser of ``re``: private, but the only reader of its syntax.
    from re import _constants as sre  # type: ignore[attr-defined]
    from re import _parser as sre_parse  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_constants as sre
    import sre_parse

MOST_STATES: Final = 1000
"""A pattern whose repetitions, written out, have more states than this is refused, unless it is
itself that long: a keyword of a megabyte is not."""
MOST_TRIES: Final = 1024
"""A pattern that a backtracking engine can try in at most so many ways at each place is left to it."""


class PatternError(ValueError):
    """A pattern that cannot be matched in bounded time; the message says why."""


_MANY: Final = 10**9


@dataclass(frozen=True)
class Measure:
    """How large a pattern is, written out, and in how many ways it can be tried at one place."""

    states: int
    tries: int
    """At most ``_MANY``, which is also the value of a repetition without an upper bound."""
    plain: bool = True
    """Whether it has no lookaround, backreference or condition."""


def _measured(tree: Any) -> Measure:
    states, ways, plain = 0, 1, True
    for op, argument in tree:
        if op in _REPEATS:
            least, most, body = argument
            inner = _measured(body)
            unbounded = most == sre.MAXREPEAT
            copies = least + 1 if unbounded else most
            states += max(1, inner.states) * copies + copies
            ways *= _MANY if unbounded else (most - least + 1) * _power(inner.tries, copies)
            plain = plain and inner.plain
        elif op is sre.BRANCH:
            inners = [_measured(branch) for branch in argument[1]]
            states += sum(inner.states for inner in inners) + len(inners)
            ways *= sum(inner.tries for inner in inners)
            plain = plain and all(inner.plain for inner in inners)
        elif op is sre.SUBPATTERN:
            inner = _measured(argument[-1])
            states, ways, plain = states + inner.states, ways * inner.tries, plain and inner.plain
        elif op in _UNBOUNDED:
            for inner_tree in argument if isinstance(argument, tuple | list) else ():
                if isinstance(inner_tree, sre_parse.SubPattern):
                    states += _measured(inner_tree).states
            plain = False
        else:
            states += 1
        states, ways = min(states, _MANY), min(ways, _MANY)
    return Measure(states, ways, plain)


def _power(tries: int, copies: int) -> int:
    """``tries ** copies``, without ever computing a number far above ``_MANY``."""
    found = 1
    for _ in range(copies):
        found *= tries
        if found >= _MANY or tries == 1:
            break
    return min(found, _MANY)


_POSSESSIVE = getattr(sre, "POSSESSIVE_REPEAT", None)
_ATOMIC = getattr(sre, "ATOMIC_GROUP", None)
_REPEATS = tuple(op for op in (sre.MAX_REPEAT, sre.MIN_REPEAT, _POSSESSIVE) if op is not None)
_UNBOUNDED = tuple(
    op for op in (sre.ASSERT, sre.ASSERT_NOT, sre.GROUPREF, sre.GROUPREF_EXISTS, _ATOMIC) if op is not None
)


_POSSESSIVE_MARK = re.compile(r"(\\.|[^\\*+?}])([*+?]|\{\d*,?\d*\})\+", re.DOTALL)


def readable(pattern: str) -> str:
    """The pattern as this Python reads it: before 3.11, ``C++`` becomes ``C+``.

    Python 3.10 refuses possessive repetitions. Without them the verdict on a keyword such as ``C++``
    would depend on the Python.
    """
    return pattern if sys.version_info >= (3, 11) else _POSSESSIVE_MARK.sub(r"\1\2", pattern)


def _parsed(pattern: str, flags: int) -> Any:
    """The tree of a valid pattern.

    Raises:
        re.error, OverflowError, RecursionError: for a pattern that is not valid.
    """
    return sre_parse.parse(readable(pattern), flags)


@lru_cache(maxsize=4096)
def problem_of(pattern: str) -> str | None:
    """Why a pattern from data cannot be matched in bounded time, or None.

    A pattern that is not a valid regular expression is found nowhere and is not a problem.
    """
    try:
        tree = _parsed(pattern, 0)
    except (re.error, OverflowError, RecursionError):
        return None
    try:
        measure = _measured(tree)
    except RecursionError:
        return "is nested too deeply"
    if measure.states > max(MOST_STATES, 2 * len(pattern)):
        return f"is a regular expression with more than {MOST_STATES:,} states (repetitions written out)"
    if not measure.plain and measure.tries > 1:
        return (
            "is a regular expression with a lookaround, a backreference, an atomic group or a condition "
            "beside repetitions or alternatives, which can take exponential time"
        )
    return None


def require_bounded(*patterns: str) -> None:
    """See that patterns from data can be matched in bounded time.

    Raises:
        ValueError: naming the first that cannot, and why.
    """
    for pattern in patterns:
        problem = problem_of(pattern)
        if problem:
            shown = pattern if len(pattern) <= 60 else pattern[:59] + "…"
            raise ValueError(f"{shown!r} {problem}")


def tries(pattern: str) -> int:
    """In how many ways a backtracking engine may try the pattern at one place.

    Raises:
        re.error, OverflowError, RecursionError: for a pattern that is not valid.
    """
    return _measured(_parsed(pattern, 0)).tries


_CHAR, _JUMP, _SPLIT, _AT, _WHILE, _MATCH = range(6)
State = tuple[Any, ...]
"""(CHAR, test), (JUMP, to), (SPLIT, first, second), (AT, test), (WHILE, test, out) or (MATCH,)."""
OneCharacter = Callable[[str], bool]


class Automaton:
    """A pattern that is matched in at most ``len(states) * len(text)`` steps.

    Raises:
        re.error, OverflowError, RecursionError: for a pattern that is not valid.
        PatternError: for one that :func:`problem_of` names.
    """

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags
        self._states: list[State] = []
        tree = _parsed(pattern, flags)
        # Inline flags such as (?i) are known only after parsing.
        self._flags = tree.state.flags & ~re.UNICODE.value
        measure = _measured(tree)
        if measure.states > max(MOST_STATES, 2 * len(pattern)) or not measure.plain:
            raise PatternError(f"{pattern!r} cannot be matched in bounded time")
        self._build(tree, self._flags)
        self._states.append((_MATCH,))

    # Building: each node appends its states; the next node follows directly.

    def _add(self, *state: Any) -> int:
        self._states.append(state)
        return len(self._states) - 1

    def _build(self, tree: Any, flags: int) -> None:
        for node in tree:
            self._build_node(node, flags)

    def _build_node(self, node: Any, flags: int) -> None:
        op, argument = node
        if op in _REPEATS:
            self._build_repeat(op, argument, flags)
        elif op is sre.BRANCH:
            ends = []
            for branch in argument[1][:-1]:
                split = self._add(_SPLIT, 0, 0)
                self._build(branch, flags)
                ends.append(self._add(_JUMP, 0))
                self._states[split] = (_SPLIT, split + 1, len(self._states))
            self._build(argument[1][-1], flags)
            for end in ends:
                self._states[end] = (_JUMP, len(self._states))
        elif op is sre.SUBPATTERN:
            _, added, removed, body = argument
            self._build(body, (flags | added) & ~removed)
        elif op is sre.AT:
            self._add(_AT, _place(argument, flags))
        else:
            self._add(_CHAR, _one_character(node, flags))

    def _build_repeat(self, op: Any, argument: Any, flags: int) -> None:
        least, most, body = argument
        unbounded = most == sre.MAXREPEAT
        for _ in range(least):
            self._build(body, flags)
        if op is _POSSESSIVE:
            self._build_possessive(body, None if unbounded else most - least, flags)
            return
        greedy = op is sre.MAX_REPEAT
        if unbounded:
            split = self._add(_SPLIT, 0, 0)
            self._build(body, flags)
            self._add(_JUMP, split)
            self._set_split(split, len(self._states), greedy)
            return
        splits = []
        for _ in range(most - least):
            splits.append(self._add(_SPLIT, 0, 0))
            self._build(body, flags)
        for split in splits:
            self._set_split(split, len(self._states), greedy)

    def _set_split(self, split: int, out: int, greedy: bool) -> None:
        inside = split + 1
        self._states[split] = (_SPLIT, inside, out) if greedy else (_SPLIT, out, inside)

    def _build_possessive(self, body: Any, more: int | None, flags: int) -> None:
        """A repetition that gives nothing back: it goes on while the next character fits."""
        if len(body) != 1 or body[0][0] in (*_REPEATS, sre.BRANCH, sre.SUBPATTERN, sre.AT):
            raise PatternError(f"{self.pattern!r}: a possessive repetition of more than one character")
        test = _one_character(body[0], flags)
        if more is None:
            at = self._add(_WHILE, test, 0)
            self._add(_CHAR, test)
            self._add(_JUMP, at)
            self._states[at] = (_WHILE, test, len(self._states))
            return
        ats = []
        for _ in range(more):
            ats.append(self._add(_WHILE, test, 0))
            self._add(_CHAR, test)
        for at in ats:
            self._states[at] = (_WHILE, test, len(self._states))

    # Matching.

    def finditer(self, text: str, budget: Budget) -> Iterator[Span]:
        """Where it matches: non-overlapping, left to right, as ``re.finditer`` has it.

        Raises:
            UndecidedError: when the budget's steps are used up.
        """
        start, empty_at = 0, -1
        while start <= len(text):
            span = self._search(text, start, empty_at, budget)
            if span is None:
                return
            yield span
            start = span[1]
            empty_at = span[1] if span[0] == span[1] else -1

    def _search(self, text: str, start: int, not_empty_at: int, budget: Budget) -> Span | None:
        """The first match from ``start`` on; an empty one at ``not_empty_at`` does not count."""
        states, length = self._states, len(text)
        threads: list[tuple[int, int]] = []  # (state, where its match began), best first
        found: Span | None = None
        steps = 0
        for at in range(start, length + 1):
            character = text[at] if at < length else None
            reached: set[int] = set()
            ready: list[tuple[int, int]] = []
            seeds = threads if found is not None else [*threads, (0, at)]
            for seed, began in seeds:
                stack = [seed]
                done = False
                while stack:
                    state = stack.pop()
                    if state in reached:
                        continue
                    reached.add(state)
                    steps += 1
                    op, *rest = states[state]
                    if op == _CHAR:
                        ready.append((state, began))
                    elif op == _JUMP:
                        stack.append(rest[0])
                    elif op == _SPLIT:
                        stack.append(rest[1])
                        stack.append(rest[0])
                    elif op == _AT:
                        if rest[0](text, at):
                            stack.append(state + 1)
                    elif op == _WHILE:
                        fits = character is not None and rest[0](character)
                        stack.append(state + 1 if fits else rest[1])
                    elif began == at == not_empty_at:
                        reached.discard(state)  # an empty match here was reported already
                    else:
                        ready.append((state, began))
                        done = True
                        break
                if done:
                    break
            threads = []
            for state, began in ready:
                if states[state][0] == _MATCH:
                    found = (began, at)  # worse ways are given up; better ones may still match
                    break
                steps += 1
                if character is not None and states[state][1](character):
                    threads.append((state + 1, began))
            if steps > 4096:
                budget.spend(steps, f"the pattern {self.pattern!r}")
                steps = 0
            if found is not None and not threads:
                break
        budget.spend(steps, f"the pattern {self.pattern!r}")
        return found


@lru_cache(maxsize=1024)
def _test(source: str, flags: int) -> OneCharacter:
    """Whether one character matches, remembered by character."""
    match = re.compile(source, flags).fullmatch
    known: dict[str, bool] = {}

    def fits(character: str) -> bool:
        try:
            return known[character]
        except KeyError:
            found = known[character] = match(character) is not None
            return found

    return fits


def _one_character(node: Any, flags: int) -> OneCharacter:
    """The test of a node that matches one character."""
    kept = flags & (re.IGNORECASE | re.DOTALL | re.ASCII)
    return _test(_source(node), int(kept))


def _source(node: Any) -> str:
    op, argument = node
    if op is sre.LITERAL:
        return re.escape(chr(argument))
    if op is sre.NOT_LITERAL:
        return f"[^{re.escape(chr(argument))}]"
    if op is sre.ANY:
        return "."
    if op is sre.CATEGORY:
        return _CATEGORIES[argument]
    if op is sre.IN:
        negated = argument[0][0] is sre.NEGATE
        members = argument[1:] if negated else argument
        return f"[{'^' if negated else ''}{''.join(map(_member, members))}]"
    raise PatternError(f"{op} cannot be matched in bounded time")


def _member(node: Any) -> str:
    op, argument = node
    if op is sre.RANGE:
        return f"{_hexadecimal(argument[0])}-{_hexadecimal(argument[1])}"
    if op is sre.LITERAL:
        return _hexadecimal(argument)
    return _CATEGORIES[argument]


def _hexadecimal(code: int) -> str:
    return f"\\U{code:08x}"


_CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d",
    sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}


def _place(kind: Any, flags: int) -> Callable[[str, int], bool]:
    """The test of an anchor at a place of a text."""
    source = {
        sre.AT_BEGINNING: "^",
        sre.AT_BEGINNING_STRING: r"\A",
        sre.AT_END: "$",
        sre.AT_END_STRING: r"\Z",
        sre.AT_BOUNDARY: r"\b",
        sre.AT_NON_BOUNDARY: r"\B",
    }[kind]
    pattern = re.compile(source, int(flags & (re.MULTILINE | re.ASCII)))

    def holds(text: str, at: int) -> bool:
        return pattern.match(text, at) is not None

    return holds
