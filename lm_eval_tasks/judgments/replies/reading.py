"""What was read from a judge's reply, and the steps that all robust readers share."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import deque
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import msgspec

from lm_eval_tasks.text.clean import normalized

Mode = Literal["official", "robust"]


class Reading(msgspec.Struct, frozen=True):
    """The verdict in a reply, or why there is none.

    ``value`` is what the protocol itself would hold: ``"A"``, ``8``, ``["A>B", False]``, ``"error"``.
    ``outcome`` and ``score`` are the same for every protocol; both are None when nothing was decided.
    """

    protocol: str
    mode: Mode
    value: Any
    outcome: float | None = None
    """For the answer shown first: 1 won, 0.5 tied, 0 lost, or a probability between them."""
    score: float | None = None
    """A rating of one answer."""
    labels: tuple[int | None, ...] | None = None
    """One verdict per constraint: 1 satisfied, 0 not, None undecided."""
    strength: str = ""
    """``high``, ``medium`` or ``low``, where the judge said so."""
    again: bool = False
    """Whether the protocol would ask a second time."""
    why: str = ""
    """Why nothing was decided; empty when something was."""

    @property
    def decided(self) -> bool:
        """Whether there is an outcome, a score or at least one label."""
        some = self.labels is not None and any(one is not None for one in self.labels)
        return self.outcome is not None or self.score is not None or some


class Found(NamedTuple):
    """What a reader of one protocol found, before it gets the protocol's name."""

    value: Any
    outcome: float | None = None
    score: float | None = None
    labels: tuple[int | None, ...] | None = None
    strength: str = ""
    again: bool = False


Reader = Callable[[str], Found]

A_WINS, TIE, B_WINS = 1.0, 0.5, 0.0
OUTCOMES = {"A": A_WINS, "B": B_WINS, "tie": TIE}

_OPENING = re.compile(r"<think(?:ing|_fast|_faster)?>", re.IGNORECASE)
_CLOSING = re.compile(r"</think(?:ing|_fast|_faster)?>", re.IGNORECASE)
_BRACKETS = str.maketrans("【】〔〕「」≫≪", "[][][]\ue000\ue001")
_MARKS = re.compile(r"\*{1,3}|(?<!\w)_{2,3}(?=\S)|(?<=\S)_{2,3}(?!\w)")


class Unclosed(Exception):  # noqa: N818 - it ends the reading, and is not an error
    """The reply is thinking that never ended."""


def spoken(text: str) -> str:
    """The reply after its thinking, in plain characters.

    Everything through the last closing tag is cut. Bold marks go, full-width letters, digits, brackets
    and colons become plain ones, and so do the digits of other scripts and HTML entities.

    Raises:
        Unclosed: an opening tag without a closing one.
    """
    ends = [match.end() for match in _CLOSING.finditer(text)]
    if ends:
        text = text[ends[-1] :]
    if _OPENING.search(text):
        raise Unclosed
    text = html.unescape(text) if "&" in text else text
    if not text.isascii():
        text = normalized("NFKC", text.translate(_BRACKETS))
        text = text.replace("\ue000", ">>").replace("\ue001", "<<")
        text = "".join(_plain_digit(one) for one in text)
    return _MARKS.sub("", text)


def _plain_digit(character: str) -> str:
    value = None if character.isascii() else unicodedata.decimal(character, None)
    return character if value is None else str(value)


def last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The last match; None when there is none."""
    found = deque(pattern.finditer(text), maxlen=1)
    return found[0] if found else None


_FIELD = (
    r"^[-+>#•0-9.)( \t]*"
    r"(?:(?:so|thus|therefore|hence)[,:]?[^\S\n]+)?(?:(?:my|the|our)[^\S\n]+)?"
    r"(?:(?:final|overall|own)[^\S\n]+)*(?:%s)(?:[^\S\n]+is)?[^\S\n]*[:=]?[^\S\n]*\n?[^\S\n]*"
)
_VERDICT_WORDS = (
    "verdict|decision|judge?ment|winner|answer|choice|preference|result|conclusion|"
    "结论|最终结论|判断|胜者|الحكم(?:[^\\S\\n]+النهائي)?"
)


def field(words: str, value: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern of a field at the start of a line: a name out of ``words``, then ``value``."""
    return re.compile(_FIELD % words + value, re.MULTILINE | re.IGNORECASE | flags)


def decisive(label: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns of a label that makes up its line, alone or after a word like ``Verdict:``; and of any."""
    end = r"[^\S\n]*[.!\"'”’)]*[^\S\n]*$"
    return field(_VERDICT_WORDS, label + end), re.compile(label, re.IGNORECASE)


def last_label(label: str, text: str) -> re.Match[str] | None:
    """The verdict: the last label that makes up a line after a word like ``Verdict:``, else the last one."""
    named, anywhere = decisive(label)
    return last(named, text) or last(anywhere, text)


_OR = r"[\"'”’`]*\s*(?:,?\s*\bor\b|/|,|或|oder|أو)\s*[\"'“‘`]*"
_CONDITION = r"[\"'”’`]*[^\S\n]*,?[^\S\n]*(?:if|for|when|in case|wenn|falls|si|如果|إذا)(?!\w)"


def without_template(label: str, text: str) -> str:
    r"""The reply without a copy of its instructions: choices with 'or' between them, or their conditions.

    >>> without_template(r"\[\[[ABC]\]\]", 'Say "[[A]]" if A is better, "[[B]]" if B is. [[B]]')
    'Say "" if A is better, "" if B is. [[B]]'
    """
    text = re.sub(f"{label}(?:{_OR}{label})+", "", text, flags=re.IGNORECASE)
    conditional = re.compile(f"{label}(?={_CONDITION})", re.IGNORECASE)
    if len({match.group().upper() for match in conditional.finditer(text)}) < 2:
        return text
    return conditional.sub("", text)
