"""Replies that hold a value of JSON or Python: found in whatever text is around them, never evaluated."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

LONGEST = 200_000
"""Characters of an object beyond which it is left unread."""
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")


def values(text: str, brackets: str = "{}") -> Iterator[Any]:
    """Every outermost object (or list, by ``brackets``) that can be read, in the order of the text.

    JSON, JSON with a comma before its closing bracket, and Python's quotes are taken.
    """
    for part in _outermost(text, *brackets):
        value = _value(part)
        if value is not None:
            yield value


def _outermost(text: str, opening: str, closing: str) -> Iterator[str]:
    """The balanced pieces between brackets, in one pass; brackets in double quotes do not count."""
    depth, start, quoted, escaped = 0, 0, False, False
    for at, character in enumerate(text):
        if depth and quoted:
            quoted = character != '"' or escaped
            escaped = character == "\\" and not escaped
        elif character == opening:
            start = start if depth else at
            depth += 1
        elif depth and character == closing:
            depth -= 1
            if not depth:
                yield text[start : at + 1]
        elif depth and character == '"':
            quoted, escaped = True, False


def _value(part: str) -> Any:
    if len(part) > LONGEST:
        return None
    for attempt in (part, _TRAILING_COMMA.sub(r"\1", part)):
        try:
            return json.loads(attempt)
        except (ValueError, RecursionError):
            pass
    try:
        return ast.literal_eval(part)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return None


def found(value: Any, names: tuple[str, ...]) -> Iterator[Any]:
    """What an object holds under one of ``names``, at any depth and in any case."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            for name, inner in one.items():
                if isinstance(inner, dict | list):
                    waiting.append(inner)
                if str(name).strip().lower() in names and not isinstance(inner, dict):
                    yield inner
        elif isinstance(one, list):
            waiting += [inner for inner in one if isinstance(inner, dict | list)]
