"""How a judge's reply becomes a verdict, one reader per protocol.

The official readers return what the original code returns, its faults included. The robust ones read
after the thinking, in any spelling, take the last verdict, and say why there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lm_eval_tasks.errors import LmEvalTasksError, UnknownNameError
from lm_eval_tasks.judgments.replies import (
    alpaca_eval,
    arena_hard,
    fastchat,
    if_rewardbench,
    judge_models,
    llmbar,
    rewardbench,
    winner,
)
from lm_eval_tasks.judgments.replies.reading import Found, Mode, Reading, Unclosed, spoken

Counting = Callable[[str, "int | None"], Found]

MODES: tuple[Mode, ...] = ("robust", "official")


@dataclass(frozen=True)
class Protocol:
    """How replies of one kind are read."""

    robust: Callable[..., Found]
    official: Callable[..., Found] | None = None
    """None where no parser was published."""
    counts: bool = False
    """Whether it has one verdict per constraint, and needs their number."""


PROTOCOLS: Mapping[str, Protocol] = {
    "fastchat_pair": Protocol(fastchat.pair_robust, fastchat.pair),
    "fastchat_single": Protocol(fastchat.single_robust, fastchat.single),
    "fastchat_two_scores": Protocol(fastchat.two_scores_robust, fastchat.two_scores),
    "arena_hard_v01": Protocol(arena_hard.v01_robust, arena_hard.v01),
    "arena_hard_v2": Protocol(arena_hard.v2_robust, arena_hard.v2),
    "ifrb_oa": Protocol(if_rewardbench.overall_robust, if_rewardbench.overall),
    "ifrb_ca_zh": Protocol(if_rewardbench.constraints_robust, if_rewardbench.constraints, counts=True),
    "ifrb_ca_en": Protocol(if_rewardbench.constraints_robust, if_rewardbench.constraints, counts=True),
    "rewardbench_pair": Protocol(rewardbench.pair_robust, rewardbench.pair),
    "rewardbench2_four": Protocol(rewardbench.four_robust, rewardbench.four),
    "rewardbench2_rating": Protocol(rewardbench.trailing_rating_robust, rewardbench.trailing_rating),
    "prometheus": Protocol(judge_models.prometheus_robust, judge_models.prometheus),
    "auto_j": Protocol(judge_models.auto_j_robust, judge_models.auto_j),
    "pandalm": Protocol(judge_models.pandalm_robust, judge_models.pandalm),
    "judgelm": Protocol(judge_models.judgelm_robust, judge_models.judgelm),
    "llmbar_vanilla": Protocol(llmbar.robust, llmbar.vanilla),
    "llmbar_cot": Protocol(llmbar.robust, llmbar.cot),
    "alpaca_logprobs": Protocol(alpaca_eval.logprobs_robust, alpaca_eval.logprobs),
    "alpaca_json": Protocol(alpaca_eval.verdict_robust, alpaca_eval.verdict),
    "alpaca_ranking": Protocol(alpaca_eval.ranking_robust, alpaca_eval.ranking),
    "judge_pair": Protocol(winner.lines),
    "json_verdict": Protocol(winner.in_json),
}
ALIASES = {"seed002": "judge_pair"}
"""Other names of protocols, as data of others have them."""

_AS_IT_IS = frozenset({"alpaca_logprobs"})
"""Replies that are data of an interface, and no text of a model."""
_RAISED = (
    ValueError,
    SyntaxError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    RecursionError,
    MemoryError,
)


def parse(
    protocol: str, text: str | None, mode: Mode = "robust", *, constraints: int | None = None
) -> Reading:
    """The verdict in a judge's reply, or why there is none.

    Args:
        protocol: one of :data:`PROTOCOLS`.
        text: the reply; None where the judge gave none.
        mode: ``robust``, or ``official`` for what the protocol's original code returns.
        constraints: how many constraints were judged, for protocols with one verdict per constraint.

    Raises:
        UnknownNameError: a protocol that does not exist.
        LmEvalTasksError: ``official`` for a protocol without a published parser.
    """
    name = ALIASES.get(protocol, protocol)
    if name not in PROTOCOLS:
        raise UnknownNameError("protocol", protocol, PROTOCOLS)
    if mode not in MODES:
        raise UnknownNameError("mode", mode, MODES)
    chosen = PROTOCOLS[name]
    count = {"count": constraints} if chosen.counts else {}
    if text is None:
        return Reading(name, mode, None, why="null: the judge gave no reply")
    if mode == "official":
        if chosen.official is None:
            raise LmEvalTasksError(f"{name}: no official parser was published; read it in mode robust")
        return _official(name, chosen.official, text, count)
    return _robust(name, chosen.robust, text, count)


def _official(name: str, read: Callable[..., Found], text: str, count: Mapping[str, Any]) -> Reading:
    try:
        found = read(text, **count)
    except _RAISED as error:
        kind = type(error).__name__
        return Reading(name, "official", f"exception: {kind}", why=f"the original code raises {kind}")
    return _named(name, "official", found, "no verdict that the original code finds")


def _robust(name: str, read: Callable[..., Found], text: str, count: Mapping[str, Any]) -> Reading:
    try:
        plain = text if name in _AS_IT_IS else spoken(text)
    except Unclosed:
        return _named(
            name, "robust", read("", **count), "unclosed thinking: the reply ends before its verdict"
        )
    why = "unparsed: no verdict in the reply" if plain.strip() else "empty: there is no reply"
    if not plain.strip() and text.strip():
        why = "empty: there is nothing after the thinking"
    return _named(name, "robust", read(plain, **count), why)


def _named(name: str, mode: Mode, found: Found, why: str) -> Reading:
    reading = Reading(name, mode, *found)
    return reading if reading.decided else Reading(name, mode, *found, why=why)


__all__ = ["ALIASES", "MODES", "PROTOCOLS", "Protocol", "Reading", "parse"]
