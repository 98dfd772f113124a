"""Win rates three ways, each under its own name, and how consistent the verdicts are in both orders.

``win_rate_no_ties`` is wins / (wins + losses). ``win_rate_ties_half`` counts a tie as half a win.
``wins_of_all`` is wins / (wins + losses + ties). The same battles give three different numbers, so
none of them is called "the win rate".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lm_eval_tasks.judgments.battles import Battle, Battles, Pair, side
from lm_eval_tasks.judgments.records import Judgment
from lm_eval_tasks.statistics.intervals import wilson
from lm_eval_tasks.statistics.paired import paired_t
from lm_eval_tasks.statistics.planning import smallest_difference
from lm_eval_tasks.statistics.resampling import draws, percentile_interval


@dataclass(frozen=True)
class Record:
    """Wins, losses and ties of one model, each counted with its weight."""

    wins: float = 0.0
    losses: float = 0.0
    ties: float = 0.0
    points: float = 0.0
    """The sum of outcomes: wins and half of the ties, or probabilities as they are."""

    @property
    def battles(self) -> float:
        """All of them."""
        return self.wins + self.losses + self.ties

    @property
    def win_rate_no_ties(self) -> float | None:
        """Wins / (wins + losses); 0.5 if there are only ties, None without a battle."""
        decisive = self.wins + self.losses
        if decisive:
            return self.wins / decisive
        return 0.5 if self.ties else None

    @property
    def win_rate_ties_half(self) -> float | None:
        """The mean outcome, None without a battle."""
        return self.points / self.battles if self.battles else None

    @property
    def wins_of_all(self) -> float | None:
        """Wins / all battles, None without a battle."""
        return self.wins / self.battles if self.battles else None


def records(battles: Iterable[Battle]) -> dict[str, Record]:
    """Each model's record over all its battles."""
    sums: dict[str, list[float]] = {}
    for one in battles:
        for model, outcome in ((one.model_a, one.outcome), (one.model_b, 1.0 - one.outcome)):
            row = sums.setdefault(model, [0.0, 0.0, 0.0, 0.0])
            row[("a", "b", "tie").index(side(outcome))] += one.weight
            row[3] += one.weight * outcome
    return {model: Record(*row) for model, row in sums.items()}


def matrix(battles: Iterable[Battle]) -> dict[tuple[str, str], Record]:
    """The record of each model against each other one it met, both ways round."""
    met: dict[tuple[str, str], list[Battle]] = {}
    for one in battles:
        met.setdefault((one.model_a, one.model_b), []).append(one)
    found: dict[tuple[str, str], Record] = {}
    for (a, b), fought in met.items():
        for model, record in records(fought).items():
            key = (model, b if model == a else a)
            found[key] = _added(found.get(key, Record()), record)
    return found


def intervals(battles: Battles, rows: bool, rounds: int, seed: int = 0) -> dict[str, tuple[float, float]]:
    """The 95 % interval of each model's ``win_rate_ties_half``, by resampling prompts or rows."""
    import numpy as np

    played = battles.played
    cluster = np.arange(len(played)) if rows else played.cluster
    rates = []
    for times in draws(cluster, rounds, seed):
        scores = played.scores(times)
        fought = scores.sum(axis=1) + scores.sum(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            rates.append(scores.sum(axis=1) / fought)
    low, high = percentile_interval(rates)
    bounds = zip(battles.models, low.tolist(), high.tolist(), strict=True)
    return {model: (max(0.0, first), min(1.0, last)) for model, first, last in bounds}


@dataclass(frozen=True)
class Consistency:
    """What happened to pairs that were judged in both orders."""

    pairs: int
    agreed: int
    """Both orders have the same winner, or both are ties."""
    first_both: int
    """The answer shown first won both games: the judge changed its mind with the order."""
    second_both: int
    one_tie: int
    """One order is a tie and the other is not."""
    unknown_order: int = 0
    """They contradict each other, but which answer was first is not known."""

    @property
    def share(self) -> float | None:
        """Position consistency: agreed / pairs."""
        return self.agreed / self.pairs if self.pairs else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share."""
        found = wilson(self.agreed, self.pairs)
        return found.low, found.high

    @property
    def first_preference(self) -> float | None:
        """Of contradictions, the share in which the answer shown first won both times."""
        flips = self.first_both + self.second_both
        return self.first_both / flips if flips else None


def consistency(pairs: Iterable[Pair]) -> Consistency:
    """The position consistency over the pairs that were decided in both orders."""
    counts = [0, 0, 0, 0, 0]
    for pair in pairs:
        if pair.both:
            counts[_kind(pair)] += 1
    return Consistency(sum(counts), *counts)


def consistency_by_category(pairs: Sequence[Pair]) -> Mapping[str, Consistency]:
    """The same per category, for pairs that have one."""
    groups: dict[str, list[Pair]] = {}
    for pair in pairs:
        if pair.games[0].category:
            groups.setdefault(pair.games[0].category, []).append(pair)
    found = {name: consistency(group) for name, group in groups.items()}
    return {name: one for name, one in found.items() if one.pairs}


@dataclass(frozen=True)
class Repeatability:
    """How often the same question in the same order gets the same verdict, over all pairs of repeats."""

    pairs: int
    equal: int

    @property
    def share(self) -> float | None:
        """Equal / pairs; None without repeats."""
        return self.equal / self.pairs if self.pairs else None


def repeatability(judgments: Iterable[Judgment]) -> Repeatability:
    """Over decided judgments that differ in nothing but ``repeat``. It is not the consistency of orders."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for one in judgments:
        if one.outcome is not None and one.model_b:
            key = (
                one.item,
                one.turn,
                *one.pair,
                one.game,
                one.first,
                one.criterion,
                one.judge,
                one.judge_prompt,
            )
            groups.setdefault(key, []).append(side(one.outcome))
    pairs = equal = 0
    for labels in groups.values():
        pairs += len(labels) * (len(labels) - 1) // 2
        equal += sum(count * (count - 1) // 2 for count in Counter(labels).values())
    return Repeatability(pairs, equal)


@dataclass(frozen=True)
class Versus:
    """Two models on the same prompts, each against the same opponents or against each other."""

    model: str
    other: str
    how: str
    """``against each other`` or ``against the same opponents``."""
    difference: float
    """The mean difference of their outcomes, per prompt; positive if the first is better."""
    low: float
    high: float
    p: float
    prompts: int
    sd: float
    """The standard deviation of the difference over prompts."""

    @property
    def smallest(self) -> float:
        """The smallest difference that so many prompts tell from 0 with a power of 80 %."""
        return smallest_difference(self.sd, self.prompts)


def versus(battles: Battles, model: str, other: str) -> list[Versus]:
    """The paired tests of two models: how they did on each prompt, and whether that is chance."""
    direct: dict[str, list[tuple[float, float]]] = {}
    shared: dict[tuple[str, str], dict[str, list[tuple[float, float]]]] = {}
    for one in battles.battles:
        for mine, against, outcome in (
            (one.model_a, one.model_b, one.outcome),
            (one.model_b, one.model_a, 1.0 - one.outcome),
        ):
            if (mine, against) == (model, other):
                direct.setdefault(one.cluster, []).append((2 * outcome - 1, one.weight))
            elif mine in (model, other) and against not in (model, other):
                there = shared.setdefault((one.cluster, against), {})
                there.setdefault(mine, []).append((outcome, one.weight))
    apart: dict[str, list[float]] = {}
    for (cluster, _), outcomes in shared.items():
        if len(outcomes) == 2:
            apart.setdefault(cluster, []).append(_mean(outcomes[model]) - _mean(outcomes[other]))
    found = []
    for how, values in (
        ("against each other", [_mean(rows) for rows in direct.values()]),
        ("against the same opponents", [math.fsum(rows) / len(rows) for rows in apart.values()]),
    ):
        if len(values) > 1:
            found.append(_versus(model, other, how, values))
    return found


def _versus(model: str, other: str, how: str, values: list[float]) -> Versus:
    number = len(values)
    mean = math.fsum(values) / number
    p, (low, high) = paired_t(mean, [(value - mean) / number for value in values])
    sd = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (number - 1))
    return Versus(model, other, how, mean, low, high, p, number, sd)


def _mean(rows: Sequence[tuple[float, float]]) -> float:
    return math.fsum(value * weight for value, weight in rows) / math.fsum(weight for _, weight in rows)


def _kind(pair: Pair) -> int:
    if pair.agreed:
        return 0
    sides = [side(value) for value in pair.outcomes]
    if "tie" in sides:
        return 3
    game = pair.games[0]
    if not game.first:
        return 4
    return 1 if game.first == sides[0] else 2


def _added(one: Record, other: Record) -> Record:
    return Record(
        one.wins + other.wins, one.losses + other.losses, one.ties + other.ties, one.points + other.points
    )


__all__ = [
    "Consistency",
    "Record",
    "Repeatability",
    "Versus",
    "consistency",
    "consistency_by_category",
    "intervals",
    "matrix",
    "records",
    "repeatability",
    "versus",
]
