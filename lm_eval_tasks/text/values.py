"""A text as a value: what was derived from it, its places, and how it was prepared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from lm_eval_tasks.text.budget import Budget

T = TypeVar("T")

Span = tuple[int, int]
"""A place in a text, as (start, end) in characters."""


class Asked(msgspec.Struct, frozen=True):
    """What the whole prompt asks, beyond the parameters of one instruction.

    Corrected readings and variants look at it where one instruction cannot be judged without
    the prompt's own words or without another instruction of the same prompt. Official readings
    never do.

    ``prompt`` is the prompt, ``ids`` are the ids of its instructions, ``repeated`` is the request
    that must be repeated first, and ``prescribed`` are the texts that other instructions prescribe
    to the letter, such as the marker of a postscript and the phrase at the end.
    """

    prompt: str = ""
    ids: tuple[str, ...] = ()
    repeated: str = ""
    prescribed: tuple[str, ...] = ()


NOTHING_ASKED = Asked()
"""Where a text is judged without its prompt: the parameters alone decide."""


class Text:
    """A text, and what was derived from it, each derivation made once.

    ``text.get(words)`` calls ``words(text.string)`` the first time and remembers the
    result, so checks and gates that look at the same text share words, sentences and
    the detected language. A derivation is a pure function of the string; two threads
    that ask at once do the same work twice and get equal results.

    ``budget`` are the steps that patterns from data may take. All texts of one answer to one
    prompt (the loose variants) share it.
    """

    __slots__ = ("_asked", "_derived", "budget", "string")

    def __init__(
        self,
        string: str,
        budget: Budget | None = None,
        asked: Asked | Callable[[], Asked] = NOTHING_ASKED,
    ) -> None:
        self.string = string
        self.budget = budget or Budget()
        self._asked = asked
        self._derived: dict[Callable[[str], Any], Any] = {}

    def get(self, derive: Callable[[str], T]) -> T:
        """The value of ``derive`` for this text."""
        try:
            return self._derived[derive]  # type: ignore[no-any-return]
        except KeyError:
            value = self._derived[derive] = derive(self.string)
            return value

    @property
    def asked(self) -> Asked:
        """What the prompt asks; found when it is first looked at, which official readings never do."""
        if not isinstance(self._asked, Asked):
            self._asked = self._asked()
        return self._asked

    @property
    def blank(self) -> bool:
        """Whether nothing but whitespace is in it."""
        return not self.string.strip()

    def __repr__(self) -> str:
        return f"Text({self.string[:40]!r})"


class Prepared(msgspec.Struct, frozen=True):
    """A response made ready for judging, with what was noticed on the way."""

    string: str
    notes: tuple[str, ...] = ()
