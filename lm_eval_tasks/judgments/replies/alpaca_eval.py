"""AlpacaEval's replies: log-probabilities of two labels, a verdict in JSON, or a ranking.

A preference is 1 where the first output wins, 2 where the second does, 1.5 for a draw.

Source    tatsu-lab/alpaca_eval, completion_parsers.py, cd543a1.
"""

from __future__ import annotations

import ast
import json
import math
from typing import Any

from lm_eval_tasks.judgments.replies.reading import Found
from lm_eval_tasks.judgments.replies.structured import found, values

FIRST, SECOND = "m", "M"
_KEYS = ("verdict", "winner", "preference", "best", "better")


def preference(first: float, second: float) -> float:
    """``2 - P(first)`` out of the log-probabilities of both labels."""
    difference = first - second
    return 2 - (1 / (1 + math.exp(-difference)) if difference > -700 else 0.0)


def logprobs(text: str) -> Found:
    """The preference out of the first token's alternatives; none where both labels are missing."""
    found_in = _logprobs_of(json.loads(text))
    tokens = {one["token"]: float(one["logprob"]) for one in found_in["content"][0]["top_logprobs"]}
    if FIRST not in tokens and SECOND not in tokens:
        return Found(None)
    missing = -math.inf
    value = preference(tokens.get(FIRST, missing), tokens.get(SECOND, missing))
    return Found(value, 2 - value)


def logprobs_robust(text: str) -> Found:
    """The same; a reply of another shape has no preference."""
    try:
        return logprobs(text)
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return Found(None)


def _logprobs_of(value: Any) -> Any:
    """The object with the tokens, inside a choice or a whole completion."""
    if "choices" in value:
        value = value["choices"][0]
    return value["logprobs"]


def verdict(text: str, key: str = "verdict") -> Found:
    """JSON, in a fence or bare; what is no JSON raises, as in the original."""
    opened = text.find("```json")
    if opened >= 0:
        closed = text.find("```", opened + 7)
        if closed < 0:
            raise AttributeError("'NoneType' object has no attribute 'group'")
        text = text[opened + 7 : closed]
    elif not text:
        raise ValueError("The completion is empty.")
    loaded = json.loads(text)
    entries = [loaded] if isinstance(loaded, dict) else loaded
    return _of_values([one[key] for one in entries])


def verdict_robust(text: str) -> Found:
    """The last object that has a verdict of 1, 2 or a draw."""
    read = [one for value in values(text) for one in found(value, _KEYS)]
    last = next((one for one in reversed(read) if _as_preference(one) is not None), None)
    return Found(None) if last is None else _of_values([_number(last)])


def ranking(text: str) -> Found:
    """A Python list of models with their ranks; anything else is not a verdict."""
    if not text:
        raise ValueError("The completion is empty.")
    try:
        return _of_ranking(ast.literal_eval(text))
    except (ValueError, SyntaxError, TypeError, KeyError, IndexError, RecursionError, MemoryError):
        return Found([None])


def ranking_robust(text: str) -> Found:
    """The last list of that kind in the text."""
    for value in reversed(list(values(text, "[]"))):
        try:
            return _of_ranking(value)
        except (ValueError, TypeError, KeyError, IndexError):
            continue
    return Found([None])


def _of_ranking(value: Any) -> Found:
    rank = next(one["rank"] for one in value if one["model"] == "model_1") if value else None
    if isinstance(rank, str) and rank.strip() in ("1", "2"):
        rank = int(rank)
    if rank not in (1, 2):
        raise ValueError("a rank that is neither 1 nor 2")
    return _of_values([rank])


def _of_values(given: list[Any]) -> Found:
    one = _as_preference(given[0]) if given else None
    return Found(given, None if one is None else 2 - one)


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.strip().isdecimal() else value


def _as_preference(value: Any) -> float | None:
    """1 to 2; 0 is a draw in older files."""
    value = _number(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if value == 0:
        return 1.5
    return float(value) if 1 <= value <= 2 else None
