"""``copy:repeat_phrase``: a phrase several times, one word changed each time.

Asks      to repeat ``phrase`` exactly ``small_n`` times, each time with one word in its middle replaced.
Decides   by the places from the phrase's first word to its last one on the same line, minding case. There
          must be ``small_n``, each with as many words as the phrase and exactly one different.
Corrected Words are compared without marks and case. Every stretch of the response that starts and ends like
          the phrase, is as long and has at most one different word is a copy. Of a phrase of two words
          either may change.
Quirks    The first and the last word are patterns, so ``you?`` makes the ``u`` optional. A mark glued to
          a word is a change. A phrase of one or two words never passes. A copy that breaks off swallows
          the next one. NVIDIA's copy of the checkers compares the last place only.
Source    allenai, open-instruct, IFEvalG.
Example   {"phrase": "Time flies when having fun", "small_n": 2}
followed      "Time crawls when having fun, and Time flies while having fun."
not followed  "Time crawls when having fun. Time flies when having fun."
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.automaton import require_bounded
from lm_eval_tasks.text.bare import bare_words
from lm_eval_tasks.text.patterns import find_all
from lm_eval_tasks.text.relations import counted

_PLAIN = re.compile(r"[\w\s,;:'\"!%&@#=<>~`/-]*")
"""Texts without a character that means something in a pattern."""


class RepeatPhrase(Parameters, frozen=True):
    """The phrase and how many times."""

    phrase: Annotated[str, Meta(min_length=1)]
    small_n: int | float

    def __post_init__(self) -> None:
        words = self.phrase.split()
        if words:
            require_bounded(f"{words[0]} .*? {words[-1]}")


def between(first: str, last: str, text: str) -> Iterator[str]:
    """From each ``first`` and a blank to the next blank and ``last`` on its line; non-overlapping."""
    at, end = text.find(f"{first} "), -1
    while at >= 0:
        start = at + len(first) + 1
        if end < start:
            end = text.find(f" {last}", start)
        if end < 0:
            return
        line_end = text.find("\n", start, end)
        if line_end >= 0:
            # No last word follows on this line.
            at = text.find(f"{first} ", line_end + 1)
            continue
        stop = end + 1 + len(last)
        yield text[at:stop]
        at, end = text.find(f"{first} ", stop), -1


@lru_cache(maxsize=1024)
def groups(pattern: str) -> int:
    """How many groups the pattern has; none if it is invalid."""
    try:
        return re.compile(pattern).groups
    except re.error:
        return 0


def reading(*, last_only: bool = False) -> Reading:
    """Compare what lies between the outer words; of all places, or of the last one only."""

    def judge(text: Text, want: RepeatPhrase) -> Verdict:
        words = want.phrase.split()
        expected = f"expected {want.small_n:g} copies of {want.phrase[:60]!r}, one word changed in each"
        if not words:
            return Verdict(False, "the phrase has no words", expected)
        found = copies(words[0], words[-1], text)
        if len(found) != want.small_n:
            return Verdict(False, f"{counted(len(found), 'time')} from its first to its last word", expected)
        for copy in found[-1:] if last_only else found:
            own = copy.split()
            changed = sum(one != other for one, other in zip(own, words, strict=False))
            if len(own) != len(words) or changed != 1:
                return Verdict(False, f"{copy[:60]!r}", expected)
        return Verdict(True, f"found {counted(len(found), 'time')}, one word changed in each")

    return judge


def copies(first: str, last: str, text: Text) -> list[str]:
    """The stretches from the phrase's first word to its last, both read as patterns."""
    if _PLAIN.fullmatch(first + last):
        return list(between(first, last, text.string))
    pattern = f"{first} .*? {last}"
    spans = find_all(pattern, text.string, text.budget, ignore_case=False)
    # The reference compares groups where a pattern has some, and one word is never a phrase.
    return ["" for _ in spans] if groups(pattern) else [text.string[start:end] for start, end in spans]


def corrected(text: Text, want: RepeatPhrase) -> Verdict:
    """Compare every stretch of as many words."""
    phrase = bare_words(want.phrase)
    expected = f"expected {want.small_n:g} copies of {want.phrase[:60]!r}, one word changed in each"
    if len(phrase) < 2:
        return Verdict(False, "the phrase has no middle", expected)
    words = text.get(bare_words)
    count, at = 0, 0
    while at + len(phrase) <= len(words):
        changed = _changes(words[at : at + len(phrase)], phrase)
        if changed is None:
            at += 1
            continue
        if not changed:
            return Verdict(False, "a copy without a change", expected)
        count, at = count + 1, at + len(phrase)
    return Verdict(count == want.small_n, f"{count} changed", expected)


def _changes(own: list[str], phrase: list[str]) -> int | None:
    """How many words of a copy differ, None for what is not a copy."""
    outer = own[0] == phrase[0] and own[-1] == phrase[-1]
    if len(phrase) > 2 and not outer:
        return None
    changed = sum(one != other for one, other in zip(own, phrase, strict=True))
    return changed if changed < 2 else None


repeat_phrase: Check = check("copy:repeat_phrase", RepeatPhrase, reading(), corrected=corrected)
nvidia_repeat_phrase: Check = check("copy:repeat_phrase", RepeatPhrase, reading(last_only=True))
