"""The arithmetic of published leaderboards, digit for digit where it can be reproduced.

Their intervals draw single rows anew, although the rows of one prompt depend on each other, so they
are too narrow. Their style control depends on which models are in the pool. The default of ``rank``
does neither; these protocols exist to meet published numbers.

- ``arena-hard-v0.1``: the weighted mean score against the baseline, 100 resamples of rows with the
  original's generator, 95 % bounds.
- ``arena-hard-v2``: the mean of 100 resampled means of each model, 90 % bounds. The original is not
  seeded, so its last digit changes; here it is seeded.
- ``chatbot-arena``: Bradley-Terry with ties as half and FastChat's resampled counts.
- ``mt-bench``: both orders by the rule ``tie``, and FastChat's win rates.

Source    Arena-Hard-Auto (v0.1 at d99b139, v2 at 196f6b8); FastChat (0e6d3e4).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lm_eval_tasks.errors import LmEvalTasksError, UnknownNameError
from lm_eval_tasks.judgments.battles import Battle, Battles, battles_of, told_for
from lm_eval_tasks.judgments.records import Judgment
from lm_eval_tasks.judgments.style import centred, densities, differing, relative, traits_of
from lm_eval_tasks.judgments.win_rates import records
from lm_eval_tasks.statistics.comparisons import comparisons, pools
from lm_eval_tasks.statistics.ratings import (
    NoSolutionError,
    bradley_terry,
    controlled,
    gap_of,
    win_probability,
)
from lm_eval_tasks.statistics.resampling import percentile_interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

V01, V2, ARENA, MT_BENCH = "arena-hard-v0.1", "arena-hard-v2", "chatbot-arena", "mt-bench"
PROTOCOLS = (V01, V2, ARENA, MT_BENCH)
ROUNDS = 100
ANCHORS = {"mixtral-8x7b-instruct-v0.1": 1114.0}
"""The rating FastChat gives to a model that is always in its pool."""


@dataclass(frozen=True)
class Published:
    """One row of a leaderboard."""

    model: str
    score: float
    low: float | None
    high: float | None
    n: int
    exact: float
    """The score without rounding and without resampling."""


@dataclass(frozen=True)
class Leaderboard:
    """Rows as published, the best first, and what the numbers mean."""

    protocol: str
    unit: str
    rows: tuple[Published, ...]
    baseline: str
    coefficients: Mapping[str, float]
    notes: tuple[str, ...]


def leaderboard(
    protocol: str, judgments: Sequence[Judgment], control: str = "", baseline: str = ""
) -> Leaderboard:
    """The leaderboard of judgments by a published protocol.

    Args:
        protocol: one of :data:`PROTOCOLS`.
        judgments: in the order of their files, on which Arena-Hard's bounds depend.
        control: ``style`` or ``length``, for Arena-Hard.
        baseline: the model all others were judged against; found where there is only one.
    """
    if protocol not in PROTOCOLS:
        raise UnknownNameError("protocol", protocol, PROTOCOLS)
    if protocol in (V01, V2):
        rows = _against_baseline(judgments, baseline)
        if control:
            return _style(protocol, rows, control)
        return _v01(rows) if protocol == V01 else _v2(rows)
    if control:
        raise LmEvalTasksError(
            f"the protocol {protocol} has no {control} control here; leave --protocol out to control for it"
        )
    return _arena(judgments) if protocol == ARENA else _mt_bench(judgments, baseline)


@dataclass(frozen=True)
class _Rows:
    """Scores of models against one baseline, each repeated by its weight, in the order of the files."""

    models: tuple[str, ...]
    model: NDArray[np.int64]
    score: Floats
    battles: tuple[Battle, ...]
    """One per row; their model a is the model, their model b the baseline."""
    baseline: str


def _against_baseline(judgments: Sequence[Judgment], baseline: str) -> _Rows:
    import numpy as np

    found = battles_of(judgments)
    baseline = baseline or _common(found)
    if baseline not in found.models:
        raise UnknownNameError("baseline", baseline, found.models)
    apart = [one for one in found.battles if baseline not in (one.model_a, one.model_b)]
    if apart:
        raise LmEvalTasksError(
            f"{len(apart)} battles are not against the baseline {baseline!r}, such as {apart[0].model_a!r} "
            f"against {apart[0].model_b!r}; this protocol has one baseline: leave --protocol out to rate them"
        )
    rows = []
    for one in _in_file_order(found):
        times = round(one.weight)
        if abs(times - one.weight) > 1e-9:
            raise LmEvalTasksError(
                f"this protocol repeats rows: expected whole weights, found {one.weight:g}"
            )
        rows += [_told(one, baseline)] * times
    names = tuple(dict.fromkeys(one.model_a for one in rows))
    numbers = {name: number for number, name in enumerate(names)}
    return _Rows(
        names,
        np.array([numbers[one.model_a] for one in rows]),
        np.array([one.outcome for one in rows]),
        tuple(rows),
        baseline,
    )


def _in_file_order(found: Battles) -> list[Battle]:
    """Model by model, item by item, game by game."""
    models: dict[str, list[Battle]] = {}
    for one in found.battles:
        models.setdefault(
            one.model_a + "\0" + one.model_b
            if one.model_a < one.model_b
            else one.model_b + "\0" + one.model_a,
            [],
        ).append(one)
    return [one for group in models.values() for one in group]


def _common(found: Battles) -> str:
    """The one model that is in every battle."""
    counts = Counter(name for one in found.battles for name in (one.model_a, one.model_b))
    everywhere = [name for name, count in counts.items() if count == len(found)]
    if len(everywhere) == 1:
        return everywhere[0]
    if everywhere:
        raise LmEvalTasksError(
            f"either of {everywhere[0]!r} and {everywhere[1]!r} could be the baseline; "
            "name it with --baseline"
        )
    most, count = counts.most_common(1)[0]
    raise LmEvalTasksError(
        f"no model is in every battle (the nearest is {most!r}, in {count} of {len(found)}), so there is no "
        "one baseline, which this protocol needs; name one --category if each has its own, "
        "or leave --protocol out to rate them all"
    )


def _told(one: Battle, baseline: str) -> Battle:
    if one.model_b == baseline:
        return one
    games = tuple(told_for(game, one.model_b) for game in one.judgments)
    return replace(
        one,
        model_a=one.model_b,
        model_b=one.model_a,
        outcome=1.0 - one.outcome,
        style_a=one.style_b,
        style_b=one.style_a,
        judgments=games,
    )


def _v01(rows: _Rows) -> Leaderboard:
    """Every battle shares the baseline, so Bradley-Terry's win rate is the mean score."""
    import numpy as np

    random = np.random.RandomState(42)
    samples = []
    for _ in range(ROUNDS):
        drawn = random.choice(len(rows.score), len(rows.score))
        samples.append([gap_of(mean) for mean in _means(rows, drawn)])
    low, high = _percentiles(samples, 2.5, 97.5)
    exact = _means(rows, np.arange(len(rows.score)))
    found = [
        Published(
            name,
            round(100 * exact[number], 2),
            round(100 * win_probability(low[number]), 2),
            round(100 * win_probability(high[number]), 2),
            int((rows.model == number).sum()),
            100 * exact[number],
        )
        for number, name in enumerate(rows.models)
    ]
    notes = ("95 % bounds by resampling rows, which is too narrow: rows of one prompt depend on each other",)
    return Leaderboard(V01, "score against the baseline, %", _best(found), rows.baseline, {}, notes)


def _v2(rows: _Rows) -> Leaderboard:
    import numpy as np

    random = np.random.RandomState(0)
    order = sorted(range(len(rows.models)), key=lambda number: rows.models[number])
    scores = {number: _second_game_first(rows, number) for number in order}
    samples: dict[int, list[float]] = {number: [] for number in order}
    for _ in range(ROUNDS):
        for number in order:
            own = scores[number]
            samples[number].append(own[random.choice(len(own), len(own))].mean())
    found = []
    for number in order:
        low, high = np.quantile(samples[number], [0.05, 0.95])
        found.append(
            Published(
                rows.models[number],
                round(100 * float(np.mean(samples[number])), 1),
                round(100 * float(low), 1),
                round(100 * float(high), 1),
                len(scores[number]),
                100 * float(scores[number].mean()),
            )
        )
    notes = (
        "90 % bounds by resampling rows, which is too narrow: rows of one prompt depend on each other",
        "the published score is the mean of 100 resampled means; the original does not seed them, "
        "so its last digit changes from run to run",
    )
    return Leaderboard(V2, "score against the baseline, %", _best(found), rows.baseline, {}, notes)


def _second_game_first(rows: _Rows, number: int) -> Floats:
    """One model's scores as v2 orders them: of each prompt, the game with the model shown first leads."""
    import numpy as np

    items: dict[str, list[tuple[int, float]]] = {}
    for one, model in zip(rows.battles, rows.model, strict=True):
        if model == number:
            game = one.judgments[0]
            items.setdefault(game.item, []).append((game.game, one.outcome))
    ordered = (score for games in items.values() for _, score in sorted(games, key=lambda game: -game[0]))
    return np.fromiter(ordered, dtype=np.float64)


def _style(protocol: str, rows: _Rows, control: str) -> Leaderboard:
    import numpy as np

    traits = traits_of(control, rows.battles)
    if protocol == V01:
        features = centred(relative(traits, rows.battles), 0)
    else:
        features = centred(densities(traits, rows.battles), 1)
    traits, features, _ = differing(traits, features)
    last = len(rows.models)
    played = comparisons(last + 1, rows.model.tolist(), [last] * len(rows.model), rows.score.tolist())
    pool = pools(played.scores(), last)[0]
    if len(pool.rated) <= last:
        names = [rows.models[one] for one in range(last) if one not in pool.rated]
        raise LmEvalTasksError(
            f"{', '.join(names)} won or lost every battle, so style control has no finite solution; "
            "leave them out"
        )
    ratings, weights = controlled(played, features)
    random = np.random.RandomState(42)
    samples = []
    for _ in range(ROUNDS):
        times = np.bincount(random.choice(len(played), len(played)), minlength=len(played)).astype(float)
        if len(pools(played.scores(times), last)[0].rated) > last:
            with suppress(NoSolutionError):
                drawn, _ = controlled(played, features, times)
                samples.append(drawn[:last] - drawn[last])
                continue
        samples.append(np.full(last, np.nan))
    tail = 0.95 if protocol == V01 else 0.9
    low, high = percentile_interval(samples, tail)
    digits = 2 if protocol == V01 else 1
    found = []
    for number, name in enumerate(rows.models):
        exact = 100 * win_probability(ratings[number] - ratings[last])
        bounds = [round(100 * win_probability(float(side[number])), digits) for side in (low, high)]
        count = int((rows.model == number).sum())
        found.append(Published(name, round(exact, digits), bounds[0], bounds[1], count, exact))
    notes = (
        f"these scores depend on the pool: {last} models and the baseline {rows.baseline}",
        "the exact solution of the published likelihood"
        + (
            "; the original's solver stops early, up to 5.7 points from it"
            if protocol == V2
            else "; the original adds a small penalty, which moves it by up to 2.7 points of Elo"
        ),
        f"{'95' if protocol == V01 else '90'} % bounds by resampling rows, which is too narrow",
    )
    coefficients = {name: float(weights[place]) for place, name in enumerate(traits)}
    unit = f"score against the baseline, {control} held equal, %"
    return Leaderboard(protocol, unit, _best(found), rows.baseline, coefficients, notes)


def _arena(judgments: Sequence[Judgment]) -> Leaderboard:
    """FastChat's ratings: counts of (a, b, outcome) are drawn anew, not battles."""
    import numpy as np

    found = battles_of(judgments)
    names = tuple(
        dict.fromkeys([*(one.model_a for one in found.battles), *(one.model_b for one in found.battles)])
    )
    numbers = {name: number for number, name in enumerate(names)}
    table = np.array([[numbers[one.model_a], numbers[one.model_b]] for one in found.battles])
    outcome = np.array([[one.outcome] for one in found.battles])
    kinds, counts = np.unique(np.hstack([table, outcome]), return_counts=True, axis=0)
    played = comparisons(len(names), kinds[:, 0].tolist(), kinds[:, 1].tolist(), kinds[:, 2].tolist())
    pool = pools(played.scores(counts.astype(float)))[0]
    if len(pool.rated) < len(names):
        out = [name for number, name in enumerate(names) if number not in pool.rated]
        raise LmEvalTasksError(
            f"no finite rating for {', '.join(out)}: they won or lost everything, or never met the others; "
            "leave --protocol out to rate the others"
        )
    anchor = next((name for name in ANCHORS if name in numbers), "")

    def solved(times: Floats) -> Floats:
        if len(pools(played.scores(times))[0].rated) < len(names):
            return np.full(len(names), np.nan)
        ratings = bradley_terry(played.scores(times)) + 1000.0
        return ratings + (ANCHORS[anchor] - ratings[numbers[anchor]]) if anchor else ratings

    exact = solved(counts.astype(float))
    random = np.random.default_rng(seed=0)
    drawn = random.multinomial(len(found), counts / counts.sum(), size=ROUNDS).astype(float)
    low, high = percentile_interval([solved(times) for times in drawn])
    games = Counter(name for one in found.battles for name in (one.model_a, one.model_b))
    rows = [
        Published(
            name,
            float(exact[number]),
            float(low[number]) if math.isfinite(low[number]) else None,
            float(high[number]) if math.isfinite(high[number]) else None,
            games[name],
            float(exact[number]),
        )
        for number, name in enumerate(names)
    ]
    scale = f"{anchor} = {ANCHORS[anchor]:g}" if anchor else "the mean of the pool is 1000"
    notes = (scale, "95 % bounds by resampling counts, as if every battle were of its own prompt")
    return Leaderboard(ARENA, "rating, points of Elo", _best(rows), "", {}, notes)


def _mt_bench(judgments: Sequence[Judgment], baseline: str) -> Leaderboard:
    found = battles_of(judgments, orders="tie")
    if baseline and baseline not in found.models:
        raise UnknownNameError("baseline", baseline, found.models)
    kept = [one for one in found.battles if not baseline or baseline in (one.model_a, one.model_b)]
    rows = []
    for name, record in records(kept).items():
        if name != baseline:
            adjusted = record.win_rate_ties_half or 0.0
            rows.append(Published(name, adjusted, None, None, round(record.battles), adjusted))
    notes = (
        "win_rate_adjusted of FastChat: ties count as half, and both orders must agree on a winner",
        "FastChat's win_rate is wins / all battles; see wins_of_all",
    )
    return Leaderboard(MT_BENCH, "win rate, ties as half", _best(rows), baseline, {}, notes)


def _means(rows: _Rows, drawn: NDArray[np.int64]) -> list[float]:
    import numpy as np

    model = rows.model[drawn]
    counts = np.bincount(model, minlength=len(rows.models))
    sums = np.bincount(model, weights=rows.score[drawn], minlength=len(rows.models))
    means: list[float] = (sums / counts).tolist()
    return means


def _percentiles(
    samples: Sequence[Sequence[float]], low: float, high: float
) -> tuple[list[float], list[float]]:
    import numpy as np

    with np.errstate(invalid="ignore"):
        first, last = np.percentile(samples, [low, high], axis=0)
    if np.isnan(first).any() or np.isnan(last).any():  # half way to infinity: a model with no loss, or no win
        first, last = np.percentile(samples, [low, high], axis=0, method="nearest")
    return first.tolist(), last.tolist()


def _best(rows: Sequence[Published]) -> tuple[Published, ...]:
    return tuple(sorted(rows, key=lambda row: (-row.exact, row.model)))


__all__ = ["ARENA", "MT_BENCH", "PROTOCOLS", "V01", "V2", "Leaderboard", "Published", "leaderboard"]
