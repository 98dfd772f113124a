"""IF-RewardBench: is a model a good judge of instruction following? Both assessments, official and strict.

*Official* is the original script's arithmetic. *Strict* reads after the thinking, and what was not decided
is never satisfied, won or lost: an undecided label counts as wrong, and an undecided pair orders nothing.

Source    thu-coai/IF-RewardBench, metrics, c192fe9.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, Literal, NamedTuple

from lm_eval_tasks.errors import DataError
from lm_eval_tasks.judgments.replies import parse

Rule = Literal["official", "strict"]
TYPES = ("Single_Turn", "Multi_Turn", "System_Prompt")
ELO_START, ELO_K, ELO_EPOCHS, ELO_CONSTANT = 1200.0, 32.0, 100, 0.2
SEED = 42
MODEL_TYPES: Mapping[str, tuple[str, ...]] = {
    "Small": ("MiniCPM4.1-8B", "Qwen3-8B", "GLM-4-9B-0414", "Llama-3.1-Tulu-3.1-8B"),
    "Middle": ("GLM-4.5-Air", "LLama-3.3-70B-Instruct", "GPT-OSS-20B", "Qwen3-32B"),
    "Large": ("Qwen-3-235B-A22B-Instruct-2507", "Kimi-K2", "GLM-4.5", "DeepSeek-R1"),
    "API": ("Gemini-2.5-Pro", "Doubao-1.6-Seed", "GPT-5", "Claude-4.5-Sonnet"),
}
"""Whose responses were judged, by the original's size classes; other names are Unknown."""


class Labels(NamedTuple):
    """How well labels agree with gold: F1 of both classes and the correlation."""

    positive_f1: float
    negative_f1: float
    mcc: float | None = None
    n: int = 0


class Ranking(NamedTuple):
    """How well a judge orders the pairs of the preference graph."""

    accuracy: float
    tau_b: float


@dataclass(frozen=True)
class Assessment:
    """The numbers of one judge."""

    rule: str
    n_items: int
    overall: Mapping[str, float]
    """The mean over the three types of instructions of the means over items."""
    groups: Mapping[str, Mapping[str, Mapping[str, float]]]
    """By type of instruction, turn, number of constraints and model type."""
    categories: Mapping[str, Labels] = field(default_factory=dict)
    compositions: Mapping[str, Labels] = field(default_factory=dict)
    undecided: int = 0
    """Replies without any verdict (constraints), or void pairs."""
    n_replies: int = 0


def constraint_assessment(items: Sequence[Mapping[str, Any]], rule: Rule = "strict") -> Assessment:
    """The judge says of each response which constraints it follows.

    Raises:
        DataError: an item without responses, labels or the types of its constraints.
    """
    rows, undecided, replies = [], 0, 0
    by_category: dict[str, list[tuple[int, int]]] = {}
    by_composition: dict[str, list[tuple[int, int]]] = {}
    categories, compositions = _types_of_constraints(items)
    for item in items:
        labels: list[tuple[int, int]] = []
        scores: dict[Any, float] = {}
        for response in _responses(item):
            gold = list(response["labels"])
            said, lost = _labels(response.get("critique"), gold, rule)
            undecided += lost
            replies += 1
            scores[response["response_id"]] = fmean(said) if said else 0.0
            labels += zip(gold, said, strict=True)
            for place, constraint in enumerate(item["checklist"]):
                for name in categories.get(constraint.strip(), ()):
                    by_category.setdefault(name, []).append((gold[place], said[place]))
                for name in compositions.get(constraint.strip(), ()):
                    by_composition.setdefault(name, []).append((gold[place], said[place]))
        found = _agreement(labels)
        rows.append((item, {**_f1(found), **_ranked(item, lambda one, s=scores: s[one])}))  # type: ignore[misc]
    return Assessment(
        rule,
        len(rows),
        *_means(rows),
        {name: _agreement(by_category[name]) for name in sorted(by_category)},
        {name: _agreement(by_composition[name]) for name in sorted(by_composition)},
        undecided,
        replies,
    )


def overall_assessment(
    items: Sequence[Mapping[str, Any]],
    positions: Mapping[str, Mapping[str, int]] | None = None,
    rule: Rule = "strict",
    *,
    seed: int = SEED,
) -> Assessment:
    """The judge says of each pair which response is better; the pairs make an order.

    ``official`` rates the responses by Elo in shuffled order, so its numbers depend on ``seed`` and on the
    order of the items. ``strict`` takes the share of pairs won, which depends on neither.

    Args:
        positions: the original's ``position_maps.json``: which of both responses was shown first. Without it
            every verdict in the file counts.
    """
    chance = random.Random(seed)  # noqa: S311 - the original's order
    rows, void, replies = [], 0, 0
    for item in items:
        wins, lost = _comparisons(item, positions, rule)
        void += lost
        replies += lost + len(wins)
        count = len(_responses(item))
        scores = _elo(count, wins, chance) if rule == "official" else _won(count, wins)
        rows.append((item, _ranked(item, lambda one, s=scores: s[int(one)])))  # type: ignore[misc]
    return Assessment(rule, len(rows), *_means(rows), undecided=void, n_replies=replies)


def _responses(item: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    responses = item.get("responses")
    if not isinstance(responses, list) or not responses:
        raise DataError([f"item {item.get('id')!r}: no responses"])
    return responses


def _types_of_constraints(
    items: Iterable[Mapping[str, Any]],
) -> tuple[dict[str, Sequence[str]], dict[str, Sequence[str]]]:
    """The categories and compositions of every constraint, by its text."""
    categories, compositions = {}, {}
    for item in items:
        for one in item.get("constraint_type") or ():
            categories[one["item"].strip()] = one["constraint_categories"]
            compositions[one["item"].strip()] = one["constraint_composition_types"]
    return categories, compositions


def _labels(critique: Any, gold: Sequence[int], rule: Rule) -> tuple[list[int], int]:
    """One label per constraint, and whether the whole reply was undecided; strictly, none is wrong."""
    text = critique if isinstance(critique, str) else None
    if rule == "official":
        reading = parse("ifrb_ca_zh", text or "", "official", constraints=len(gold))
        empty = not parse("ifrb_ca_zh", text, "official").labels
        return [int(one or 0) for one in reading.labels or ()], int(empty)
    reading = parse("ifrb_ca_zh", text, constraints=len(gold))
    labels = reading.labels or (None,) * len(gold)
    said = [1 - right if label is None else label for label, right in zip(labels, gold, strict=True)]
    return said, int(all(label is None for label in labels))


def _agreement(labels: Sequence[tuple[int, int]]) -> Labels:
    """F1 of both classes and Matthews' correlation of (gold, said) labels; 0 where nothing is there."""
    counts = Counter((bool(gold), bool(said)) for gold, said in labels)
    tp, tn = counts[True, True], counts[False, False]
    fp, fn = counts[False, True], counts[True, False]
    under = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    mcc = (tp * tn - fp * fn) / math.sqrt(under) if under else 0.0
    return Labels(_f(tp, fp, fn), _f(tn, fn, fp), mcc, len(labels))


def _f(hits: int, too_many: int, too_few: int) -> float:
    precision = hits / (hits + too_many) if hits + too_many else 0.0
    recall = hits / (hits + too_few) if hits + too_few else 0.0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _f1(found: Labels) -> dict[str, float]:
    return {"positive_f1": found.positive_f1, "negative_f1": found.negative_f1}


def _ranked(item: Mapping[str, Any], score: Callable[[Any], float]) -> dict[str, float]:
    """Accuracy and tau-b over the edges of the preference graph, each pair once."""
    edges = {
        (edge["chosen"]["response_id"], edge["rejected"]["response_id"])
        for edge in item.get("preference_graph") or ()
    }
    right = sum(score(chosen) > score(rejected) for chosen, rejected in edges)
    wrong = sum(score(chosen) < score(rejected) for chosen, rejected in edges)
    under = max(1.0, math.sqrt((right + wrong) * len(edges)))
    return {"accuracy": right / max(1, len(edges)), "tau_b": (right - wrong) / under}


def _comparisons(
    item: Mapping[str, Any], positions: Mapping[str, Mapping[str, int]] | None, rule: Rule
) -> tuple[list[tuple[int, int]], int]:
    """Pairs of loser and winner, and how many were void; in the original's order."""
    results = item.get("pairwise_evaluation_results")
    if not isinstance(results, Mapping):
        raise DataError([f"item {item.get('id')!r}: no pairwise_evaluation_results"])
    wins, void = [], 0
    count = len(_responses(item))
    for first in range(count):
        for second in range(count):
            key = f"{first}_{second}"
            if first == second or not _shown(item, first, second, positions, key in results):
                continue
            if key not in results:
                raise DataError([f"item {item.get('id')!r}: no verdict on the pair {key}"])
            reply = results[key]
            text = reply if isinstance(reply, str) else None
            if rule == "official":
                value = parse("ifrb_oa", text or "", "official").value
            else:
                value = parse("ifrb_oa", text).value
            if value not in ("A", "B"):
                void += 1
            else:
                wins.append((second, first) if value == "A" else (first, second))
    return wins, void


def _shown(
    item: Mapping[str, Any],
    first: int,
    second: int,
    positions: Mapping[str, Mapping[str, int]] | None,
    there: bool,
) -> bool:
    """Whether the pair was judged in this order."""
    if positions is None:
        return there
    try:
        position = positions[str(item["id"])][f"{min(first, second)}_{max(first, second)}"]
    except KeyError as error:
        raise DataError([f"item {item.get('id')!r}: the position map has no {error}"]) from None
    return (position == 0) == (first < second)


def _elo(count: int, wins: Sequence[tuple[int, int]], chance: random.Random) -> list[float]:
    """Elo over a hundred shuffled epochs, with a step that shrinks after the twentieth."""
    ratings = [ELO_START] * count
    order = list(wins)
    for epoch in range(ELO_EPOCHS):
        chance.shuffle(order)
        step = ELO_K
        if epoch > ELO_EPOCHS * ELO_CONSTANT:
            decay = (epoch - ELO_EPOCHS * ELO_CONSTANT) / (ELO_EPOCHS * (1 - ELO_CONSTANT))
            step = max(1.0, ELO_K * (1 - decay))
        for loser, winner in order:
            lost, won = ratings[loser], ratings[winner]
            ratings[winner] = won + step * (1 - 1 / (1 + 10 ** ((lost - won) / 400)))
            ratings[loser] = lost + step * (0 - 1 / (1 + 10 ** ((won - lost) / 400)))
    return ratings


def _won(count: int, wins: Sequence[tuple[int, int]]) -> list[float]:
    """The share of its decided pairs that each response won; half for one without any."""
    won = Counter(winner for _, winner in wins)
    lost = Counter(loser for loser, _ in wins)
    played = [won[place] + lost[place] for place in range(count)]
    return [won[place] / played[place] if played[place] else 0.5 for place in range(count)]


def _turn(item: Mapping[str, Any]) -> str:
    messages = list(item.get("messages") or ())
    if messages and messages[0].get("role") == "system":
        messages = messages[1:]
    return str(min((len(messages) + 1) // 2, 5))


def _size(item: Mapping[str, Any]) -> str:
    count = len(item.get("checklist") or ())
    return "<=3" if count <= 3 else ">=7" if count >= 7 else str(count)


def _model_type(item: Mapping[str, Any]) -> str:
    model = item.get("response_generation_model")
    return next((name for name, models in MODEL_TYPES.items() if model in models), "Unknown")


def _means(
    rows: Sequence[tuple[Mapping[str, Any], Mapping[str, float]]],
) -> tuple[dict[str, float], dict[str, dict[str, dict[str, float]]]]:
    """The overall numbers, and those of every group."""
    groups: dict[str, dict[str, dict[str, float]]] = {}
    kinds: dict[str, Callable[[Mapping[str, Any]], str]] = {
        "instruction_type": lambda item: str(item.get("instruction_type")),
        "turn": _turn,
        "constraints": _size,
        "model_type": _model_type,
    }
    for kind, key in kinds.items():
        members: dict[str, list[Mapping[str, float]]] = {}
        for item, numbers in rows:
            members.setdefault(key(item), []).append(numbers)
        groups[kind] = {name: _mean_of(members[name]) for name in sorted(members)}
    present = [groups["instruction_type"][name] for name in TYPES if name in groups["instruction_type"]]
    return _mean_of(present), groups


def _mean_of(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {name: fmean(row[name] for row in rows) for name in rows[0]} if rows else {}
