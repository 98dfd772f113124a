"""MT-Bench's replies: ``[[A]]``, ``[[B]]`` or ``[[C]]``, ``[[7]]``, and the older ``[[8, 6]]``.

Source    lm-sys/FastChat, llm_judge, 0e6d3e4.
"""

from __future__ import annotations

import ast
import re

from lm_eval_tasks.judgments.replies.reading import OUTCOMES, Found, field, last, last_label, without_template

TIE_DELTA = 0.1
LEAST, MOST = 1, 10

_LETTERS = {"A": "A", "B": "B", "C": "tie", "TIE": "tie", "DRAW": "tie", "A=B": "tie"}
_DOUBLE = r"\[\[\s*(?:assistant\s+|response\s+|answer\s+)?(A|B|C|tie|draw)\s*\]\]"
_CUE = r"(?:verdict|winner|better|best|decision|choose|choice|prefer\w*|judge?ment|result|answer)"
_SINGLE = re.compile(
    rf"(?:{_CUE}[^.\n\[\]]{{0,60}}|^[^\S\n]*)\[\s*(A|B|C|tie)\s*\](?!\w)", re.IGNORECASE | re.MULTILINE
)
_SIDE = r"(?:assistant|response|answer|model)(?:'s)?\s+(A|B)(?:'s)?(?:\s+(?:answer|response))?"
_BETTER = re.compile(
    rf"{_SIDE}\s+(?:is|was|wins|gives|provides|has)(?:\s+(?:clearly|slightly|much|overall|therefore|the|a))*"
    r"(?:\s+(?:better|best|superior|stronger|winner|preferable)|(?<=wins))\b",
    re.IGNORECASE,
)


def pair(text: str) -> Found:
    """The first of the three labels, in this order, that occurs anywhere."""
    for mark, value in (("[[A]]", "A"), ("[[B]]", "B"), ("[[C]]", "tie")):
        if mark in text:
            return Found(value, OUTCOMES[value])
    return Found("error")


def pair_robust(text: str) -> Found:
    """The last label, else one in single brackets after a word like *verdict*, else words at the end."""
    text = without_template(_DOUBLE, text)
    match = last_label(_DOUBLE, text) or last(_SINGLE, text)
    if match:
        value = _LETTERS[match.group(1).upper()]
        return Found(value, OUTCOMES[value])
    if "[[" in text:
        return Found(None)
    said = last(_BETTER, _last_sentence(text))
    if said:
        return Found(said.group(1).upper(), OUTCOMES[said.group(1).upper()])
    return Found(None)


def _last_sentence(text: str) -> str:
    """The last sentence; empty when the text does not end like one."""
    text = text.rstrip()
    if not text.endswith((".", "!")):
        return ""
    return re.split(r"(?<=[.!?])\s+|\n", text[-600:])[-1]


_ONE = re.compile(r"\[\[(\d+\.?\d*)\]\]")
_ONE_SINGLE = re.compile(r"\[(\d+\.?\d*)\]")
_NUMBER = r"(-?\d+(?:\.\d+)?)"
_RATED = rf"\[\[\s*(?:rating\s*[:=]?\s*)?{_NUMBER}\s*(?:/\s*10\s*)?\]\]"
_WORD = "rating|score|grade|mark|التقييم|评分|得分|分数|評価|Bewertung|note|puntuación|оценка"
_EXAMPLE = re.compile(rf"(?:for example|e\.g\.|example|such as)[^\n\[\]]{{0,30}}{_RATED}", re.IGNORECASE)
_SINGLE_RATED = field(_WORD, rf"\[\s*{_NUMBER}\s*(?:/\s*10\s*)?\]")
_IN_TEXT = re.compile(rf"(?:{_WORD})[^\n\[\]]{{0,30}}\[\s*{_NUMBER}\s*(?:/\s*10\s*)?\]", re.IGNORECASE)
_PLAIN_RATED = field(_WORD, rf"{_NUMBER}(?:\s*/\s*10|\s+out\s+of\s+10)?[^\S\n]*[.!]?[^\S\n]*$")


def single(text: str) -> Found:
    """The first ``[[number]]``, else the first ``[number]``, else -1."""
    match = _ONE.search(text) or _ONE_SINGLE.search(text)
    if not match:
        return Found(-1)
    value = ast.literal_eval(match.group(1))
    return Found(value, score=float(value))


def single_robust(text: str) -> Found:
    """The last ``[[number]]`` from 1 to 10; then one after a word like *rating*."""
    text = _EXAMPLE.sub("", text)
    match = (
        last_label(_RATED, text)
        or last(_SINGLE_RATED, text)
        or last(_IN_TEXT, text)
        or (last(_PLAIN_RATED, text) if "[[" not in text else None)
    )
    return rating(match.group(1) if match else None)


def rating(number: str | None, none: int | None = None) -> Found:
    """A rating from 1 to 10; anything else is none."""
    if number is None or not LEAST <= float(number) <= MOST:
        return Found(none)
    value = float(number)
    return Found(int(value) if value.is_integer() else value, score=value)


_TWO = re.compile(r"\[\[(\d+\.?\d*),\s?(\d+\.?\d*)\]\]")
_TWO_SINGLE = re.compile(r"\[(\d+\.?\d*),\s?(\d+\.?\d*)\]")
_PART = rf"{_NUMBER}\s*(?:/\s*10)?"
_SCORED = rf"\[\[?\s*{_PART}\s*[,;/|\s]\s*{_PART}\s*\]?\]"


def two_scores(text: str) -> Found:
    """Two ratings: a tie within 0.1, as floating-point numbers have it."""
    match = _TWO.search(text) or _TWO_SINGLE.search(text)
    if not match:
        return Found("error")
    first, second = (ast.literal_eval(number) for number in match.groups())
    return _by_difference(first - second)


def two_scores_robust(text: str) -> Found:
    """The last two ratings in brackets, each from 1 to 10; a tie within 0.1 as decimals have it."""
    match = last_label(_SCORED, text)
    if not match:
        return Found(None)
    first, second = (float(number) for number in match.groups())
    if not (LEAST <= first <= MOST and LEAST <= second <= MOST):
        return Found(None)
    return _by_difference(round(first - second, 9))


def _by_difference(difference: float) -> Found:
    value = "tie" if abs(difference) <= TIE_DELTA else "A" if difference > 0 else "B"
    return Found(value, OUTCOMES[value])
