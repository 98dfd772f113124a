"""Judgments of pairs as battles: both orders of a pair put together, and what cannot be used counted.

Two rules, by name, for a pair that was judged in both orders. ``mean`` keeps both games, each with
its outcome (Arena-Hard). ``tie`` makes one battle of them, a tie unless both say the same (MT-Bench).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from lm_eval_tasks.errors import LmEvalTasksError, UnknownNameError
from lm_eval_tasks.judgments.records import Judgment, Style
from lm_eval_tasks.statistics.comparisons import Comparisons, comparisons

Orders = Literal["mean", "tie"]
ORDERS = ("mean", "tie")

SELF = "a model against itself"
SINGLE = "a rating of one answer, without an opponent"
ONE_ORDER_UNDECIDED = "undecided in one of both orders"
WEIGHTLESS = "a weight that is not a positive number"
IMPOSSIBLE = "an outcome outside of 0 to 1"


@dataclass(frozen=True)
class Pair:
    """One question about two answers, judged once or in both orders; all told for the first's model a."""

    games: tuple[Judgment, ...]

    @property
    def both(self) -> bool:
        """Whether both orders were judged, and decided."""
        return len(self.games) == 2 and all(game.outcome is not None for game in self.games)

    @property
    def outcomes(self) -> tuple[float, ...]:
        """What was decided, for model a."""
        return tuple(game.outcome for game in self.games if game.outcome is not None)

    @property
    def agreed(self) -> bool:
        """Whether both orders have the same winner, or are both ties."""
        return self.both and len({side(value) for value in self.outcomes}) == 1

    @property
    def verdict(self) -> float | None:
        """The outcome by the rule ``tie``; None if a game is undecided."""
        values = self.outcomes
        if not values or len(values) < len(self.games):
            return None
        if len(values) == 1:
            return values[0]
        return sum(values) / 2 if self.agreed else 0.5


@dataclass(frozen=True)
class Battle:
    """One observation for the numbers, and the judgments it was made of."""

    model_a: str
    model_b: str
    outcome: float
    weight: float
    cluster: str
    category: str
    style_a: Style
    style_b: Style
    judgments: tuple[Judgment, ...]


@dataclass(frozen=True)
class Battles:
    """All battles, the pairs they come from, and how many judgments were left out, by reason."""

    battles: tuple[Battle, ...]
    pairs: tuple[Pair, ...]
    left_out: Mapping[str, int]
    orders: Orders

    def __len__(self) -> int:
        return len(self.battles)

    @cached_property
    def models(self) -> tuple[str, ...]:
        """Every model in a battle, in the order of first appearance."""
        return tuple(dict.fromkeys(name for one in self.battles for name in (one.model_a, one.model_b)))

    @cached_property
    def played(self) -> Comparisons:
        """The battles as arrays; players are numbered as in :attr:`models`."""
        numbers = {name: number for number, name in enumerate(self.models)}
        prompts: dict[str, int] = {}
        return comparisons(
            len(numbers),
            [numbers[one.model_a] for one in self.battles],
            [numbers[one.model_b] for one in self.battles],
            [one.outcome for one in self.battles],
            [one.weight for one in self.battles],
            [prompts.setdefault(one.cluster, len(prompts)) for one in self.battles],
        )

    @property
    def prompts(self) -> int:
        """How many different prompts there are."""
        return self.played.clusters

    @property
    def categories(self) -> tuple[str, ...]:
        """The named categories, in the order of first appearance."""
        return tuple(dict.fromkeys(one.category for one in self.battles if one.category))


def battles_of(judgments: Iterable[Judgment], orders: Orders = "mean") -> Battles:
    """The battles among judgments.

    Raises:
        LmEvalTasksError: if nothing is left that could be counted, or only one model.
    """
    if orders not in ORDERS:
        raise UnknownNameError("rule for both orders", orders, ORDERS)
    left_out: Counter[str] = Counter()
    kept = []
    for one in judgments:
        reason = _unusable(one)
        if reason:
            left_out[reason] += 1
        else:
            kept.append(one)
    pairs = pairs_of(kept)
    make = _by_tie if orders == "tie" else _by_game
    battles = tuple(battle for pair in pairs for battle in make(pair, left_out))
    found = Battles(battles, tuple(pairs), dict(left_out), orders)
    _check(found)
    return found


def pairs_of(judgments: Iterable[Judgment]) -> list[Pair]:
    """Judgments put together where they are both orders of one question to one judge.

    Two judgments belong together if they are about the same item, pair, criterion, judge, prompt and
    repeat, and show the answers in different orders (or are different games, where the order is not
    known). Everything else is a pair of one game.
    """
    groups: dict[tuple[object, ...], list[Judgment]] = {}
    for one in judgments:
        low, high = sorted(one.pair)
        key = (one.item, one.turn, low, high, one.criterion, one.judge, one.judge_prompt, one.repeat)
        groups.setdefault(key, []).append(one)
    return [pair for group in groups.values() for pair in _paired(group)]


def side(outcome: float) -> str:
    """Who won: ``a``, ``b`` or ``tie``."""
    return "tie" if outcome == 0.5 else "a" if outcome > 0.5 else "b"


def told_for(one: Judgment, model: str) -> Judgment:
    """The judgment, told for this model."""
    return one if one.model_a == model else one.swapped()


def _paired(group: Sequence[Judgment]) -> list[Pair]:
    if len(group) == 2:
        told = [told_for(one, group[0].model_a) for one in group]
        shown = [one.first for one in told]
        if {"a", "b"} == set(shown) or (not all(shown) and told[0].game != told[1].game):
            return [Pair(tuple(told))]
    return [Pair((one,)) for one in group]


def _unusable(one: Judgment) -> str:
    if not one.model_b:
        return SINGLE
    if one.model_a == one.model_b:
        return SELF
    if not 0 < one.weight < float("inf"):
        return WEIGHTLESS
    if one.outcome is not None and not 0 <= one.outcome <= 1:
        return IMPOSSIBLE
    return ""


def _by_game(pair: Pair, left_out: Counter[str]) -> list[Battle]:
    found = []
    for game in pair.games:
        if game.outcome is None:
            left_out[_undecided(game)] += 1
        else:
            found.append(_battle(game, game.outcome, game.weight, (game,)))
    return found


def _by_tie(pair: Pair, left_out: Counter[str]) -> list[Battle]:
    verdict = pair.verdict
    if verdict is None:
        for game in pair.games:
            left_out[_undecided(game) if game.outcome is None else ONE_ORDER_UNDECIDED] += 1
        return []
    weight = sum(game.weight for game in pair.games) / len(pair.games)
    return [_battle(pair.games[0], verdict, weight, pair.games)]


def _battle(told: Judgment, outcome: float, weight: float, games: tuple[Judgment, ...]) -> Battle:
    return Battle(
        told.model_a,
        told.model_b,
        outcome,
        weight,
        told.cluster,
        told.category,
        told.style_a,
        told.style_b,
        games,
    )


def _undecided(one: Judgment) -> str:
    return f"undecided: {one.undecided or 'no verdict'}"


def _check(found: Battles) -> None:
    if found.battles:
        return
    why = ", ".join(f"{count} {reason}" for reason, count in found.left_out.items())
    raise LmEvalTasksError(
        "there is no battle to count: expected judgments that name two different models and a winner"
        + (f"; left out: {why}" if why else "; the input is empty")
    )


__all__ = ["ORDERS", "Battle", "Battles", "Orders", "Pair", "battles_of", "pairs_of", "side", "told_for"]
