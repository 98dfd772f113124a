"""RewardBench's replies: one of two, one of four, or a rating at the very end.

Source    allenai/reward-bench, generative.py and generative_v2.py.
"""

from __future__ import annotations

import re

from lm_eval_tasks.judgments.replies.fastchat import rating
from lm_eval_tasks.judgments.replies.reading import OUTCOMES, Found, field, last, last_label, without_template

_ERROR = "error"
_TWO = r"\[\[\s*(A|B)\s*\]\]"
_FOUR = r"\[\[\s*(A|B|C|D)\s*\]\]"


def _first_of(letters: str, text: str) -> str:
    return next((letter for letter in letters if f"[[{letter}]]" in text), _ERROR)


def pair(text: str) -> Found:
    """A where it occurs at all, else B, else an error that counts half a point."""
    value = _first_of("AB", text)
    return Found(value, OUTCOMES.get(value))


def pair_robust(text: str) -> Found:
    """The last of both labels."""
    match = last_label(_TWO, without_template(_TWO, text))
    value = match.group(1).upper() if match else _ERROR
    return Found(value, OUTCOMES.get(value))


def four(text: str) -> Found:
    """The first letter, in alphabetical order, that occurs at all; else an error worth a quarter."""
    value = _first_of("ABCD", text)
    return Found(value, _best(value))


def four_robust(text: str) -> Found:
    """The last of the four labels."""
    match = last_label(_FOUR, without_template(_FOUR, text))
    value = match.group(1).upper() if match else _ERROR
    return Found(value, _best(value))


def _best(value: str) -> float | None:
    """Whether the first answer is the best of the four."""
    return None if value == _ERROR else float(value == "A")


_TRAILING = re.compile(r"\b([1-9]|10)\b\s*$")
_NUMBER = r"(-?\d+(?:\.\d+)?)"
_OF_TEN = r"(?:\s*/\s*10|\s+out\s+of\s+10)?"
_AT_END = re.compile(rf"(?<![\d./]){_NUMBER}{_OF_TEN}[\])]*\s*[.!]?\s*$")
_ALONE = re.compile(rf"^[^\S\n]*{_NUMBER}{_OF_TEN}[^\S\n]*[.!]?[^\S\n]*$", re.MULTILINE)
_NAMED = field("rating|score", rf"\[*{_NUMBER}{_OF_TEN}\]*[^\S\n]*[.!]?[^\S\n]*$")


def trailing_rating(text: str) -> Found:
    """A whole number from 1 to 10 at the very end, whatever is before it; else -1."""
    match = _TRAILING.search(text.strip()[-64:]) if text.strip() else None
    if not match:
        return Found(-1)
    return Found(int(match.group(1)), score=float(match.group(1)))


def trailing_rating_robust(text: str) -> Found:
    """The number at the end, with its decimals and without its ``/10``; else one that makes up a line."""
    match = last(_NAMED, text) or _AT_END.search(text.rstrip()[-64:]) or last(_ALONE, text)
    return rating(match.group(1) if match else None, none=-1)
