"""MT-Bench's tables: mean ratings per turn, over all rows and per category, and win rates of pairs.

Source    lm-sys/FastChat, llm_judge/show_result.py, 0e6d3e4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from lm_eval_tasks.judgments.records import Judgment


@dataclass(frozen=True)
class Ratings:
    """The ratings of one model; undecided ones are left out of every mean and counted."""

    model: str
    turn1: float | None
    turn2: float | None
    average: float | None
    """Over all rows, not over both turns: they differ where a turn has undecided ratings."""
    by_category: dict[str, float]
    n: int
    undecided: int


@dataclass(frozen=True)
class Pairs:
    """The pairs of one model, each judged in both orders: a win needs both, else it is a tie."""

    model: str
    wins: int
    losses: int
    ties: int
    undecided: int
    """Pairs of which a game was not decided."""

    @property
    def n(self) -> int:
        """The decided pairs."""
        return self.wins + self.losses + self.ties

    @property
    def win_rate(self) -> float | None:
        """Wins over all decided pairs; FastChat's ``win_rate``."""
        return self.wins / self.n if self.n else None

    @property
    def loss_rate(self) -> float | None:
        """Losses over all decided pairs."""
        return self.losses / self.n if self.n else None

    @property
    def win_rate_ties_half(self) -> float | None:
        """A tie as half a win; FastChat's ``win_rate_adjusted``."""
        return (self.wins + 0.5 * self.ties) / self.n if self.n else None

    @property
    def win_rate_without_ties(self) -> float | None:
        """Wins over wins and losses; half where there are only ties."""
        decisive = self.wins + self.losses
        return self.wins / decisive if decisive else 0.5 if self.n else None


def ratings(judgments: Iterable[Judgment]) -> list[Ratings]:
    """One row per model, the best average first."""
    by_model: dict[str, list[Judgment]] = {}
    for one in judgments:
        if not one.model_b:
            by_model.setdefault(one.model_a, []).append(one)
    rows = [_rated(model, given) for model, given in by_model.items()]
    return sorted(rows, key=lambda row: (row.average is None, -(row.average or 0.0), row.model))


def _rated(model: str, given: Sequence[Judgment]) -> Ratings:
    decided = [one for one in given if one.score is not None]
    categories = sorted({one.category for one in decided if one.category})
    return Ratings(
        model,
        _mean(one for one in decided if one.turn == 1),
        _mean(one for one in decided if one.turn == 2),
        _mean(decided),
        {name: _mean(one for one in decided if one.category == name) or 0.0 for name in categories},
        len(decided),
        len(given) - len(decided),
    )


def _mean(judgments: Iterable[Judgment]) -> float | None:
    scores = [one.score for one in judgments if one.score is not None]
    return fmean(scores) if scores else None


def pairs(judgments: Sequence[Judgment]) -> list[Pairs]:
    """One row per model, the best win rate with ties as half first.

    Both games of a row of the file belong together, whether or not it repeats an earlier one.
    """
    games: dict[tuple[str, str, str, str, int], list[Judgment]] = {}
    seen: dict[tuple[str, str, str, str, int], int] = {}
    for one in judgments:
        if one.model_b:
            key = (one.item, one.model_a, one.model_b, one.judge + one.judge_prompt)
            count = seen.get((*key, one.game), -1) + 1
            seen.update({(*key, one.game): count})
            games.setdefault((*key, count), []).append(one)
    counts: dict[str, list[int]] = {}
    for group in games.values():
        first, second = group[0].pair
        outcome = _both(group)
        for model, place in ((first, outcome), (second, outcome if outcome is None else 1 - outcome)):
            row = counts.setdefault(model, [0, 0, 0, 0])
            row[3 if place is None else {1.0: 0, 0.0: 1}.get(place, 2)] += 1
    rows = [Pairs(model, *row) for model, row in counts.items()]
    return sorted(rows, key=lambda row: (row.n == 0, -(row.win_rate_ties_half or 0.0), row.model))


def _both(group: Sequence[Judgment]) -> float | None:
    """1, 0 or a tie out of the games; None where one of them is undecided."""
    outcomes = [one.outcome for one in group]
    if any(outcome is None for outcome in outcomes):
        return None
    return outcomes[0] if len(set(outcomes)) == 1 else 0.5
