"""Ratings of models from battles: who is rated, on which scale, how sure, and who cannot be rated.

The ratings of one pool compare with each other only. Models that never met, directly or through
others, are in different pools. A model that won or lost everything has no finite rating.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lm_eval_tasks.errors import LmEvalTasksError, UnknownNameError
from lm_eval_tasks.judgments.battles import Battles
from lm_eval_tasks.judgments.style import differing, relative, scaled, traits_of
from lm_eval_tasks.statistics.comparisons import Comparisons, Pool, comparisons, pools, sides
from lm_eval_tasks.statistics.ratings import NoSolutionError, bradley_terry, controlled, online_elo
from lm_eval_tasks.statistics.resampling import draws, percentile_interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MEAN = 1000.0
"""The mean of a pool without an anchor."""
PROMPTS, ROWS = "prompts", "rows"
ALL_WON = "no finite rating: never scored against by a rated model"
ALL_LOST = "no finite rating: never scored against a rated model"
UNRELATED = "no finite rating: nobody scored both ways between it and the rated models"
NEVER_BOTH = "no finite rating: in each pair that met, only one of both ever scored"

Advance = Callable[[int], Any]


@dataclass(frozen=True)
class Anchor:
    """The model whose rating is fixed, and at what."""

    model: str
    rating: float = MEAN


@dataclass(frozen=True)
class Rating:
    """One model's rating and its 95 % interval; no rating, and why, where there is no finite one."""

    model: str
    rating: float | None
    low: float | None = None
    """The lower bound; None if unbounded or not asked for."""
    high: float | None = None
    why: str = ""


@dataclass(frozen=True)
class RatedPool:
    """The ratings of models that can be compared, the best first, then those without a rating."""

    ratings: tuple[Rating, ...]
    anchor: str
    """What fixes the scale, in words."""
    coefficients: Mapping[str, tuple[float, float | None, float | None]]
    """Per trait controlled for: log odds per root mean square of the trait, and its interval."""
    unfinished: int = 0
    """Resamples in which some model had no finite rating."""

    @property
    def rated(self) -> tuple[Rating, ...]:
        """Those with a rating."""
        return tuple(one for one in self.ratings if one.rating is not None)

    @property
    def models(self) -> tuple[str, ...]:
        """Everyone in the pool."""
        return tuple(one.model for one in self.ratings)


@dataclass(frozen=True)
class Ratings:
    """All pools of a set of battles; more than one means that not all models compare."""

    by: str
    control: str
    pools: tuple[RatedPool, ...]
    ci: str
    rounds: int
    prior: float
    notes: tuple[str, ...] = ()

    @property
    def comparable(self) -> bool:
        """Whether everyone is in one pool and somebody is rated."""
        return len(self.pools) == 1 and bool(self.pools[0].rated)


def rate(
    battles: Battles,
    control: str = "",
    anchor: Anchor | None = None,
    ci: str = PROMPTS,
    rounds: int = 200,
    prior: float = 0.0,
    seed: int = 0,
    advance: Advance = lambda _step: None,
) -> Ratings:
    """Bradley-Terry ratings by exact maximum likelihood, per pool, with intervals by resampling.

    Args:
        battles: what is rated.
        control: ``length`` or ``style``, to hold them equal; empty for neither.
        anchor: the model whose rating is fixed; without it each pool has a mean of 1000.
        ci: what is drawn anew: ``prompts``, or ``rows`` as published intervals have it.
        rounds: how many resamples; 0 for no intervals.
        prior: virtual ties of every model with the anchor, as half points to both; 0 for none.
        seed: of the resamples.
        advance: told 1 after each resample.

    Raises:
        LmEvalTasksError: for an unknown anchor, a prior without one, or an unknown control.
    """
    if ci not in (PROMPTS, ROWS):
        raise UnknownNameError("unit of resampling", ci, (PROMPTS, ROWS))
    number = _number(battles, anchor)
    if prior and number is None:
        raise LmEvalTasksError("a prior ties every model with the anchor: name the anchor, as M=1000")
    if prior < 0 or not math.isfinite(prior):
        raise LmEvalTasksError(f"a prior is a positive number of half points; found {prior:g}")
    traits = traits_of(control, battles.battles) if control else ()
    features = scaled(relative(traits, battles.battles)) if traits else None
    equal: tuple[str, ...] = ()
    if features is not None:
        traits, features, equal = differing(traits, features)
    played = battles.played
    if prior and number is not None:
        played, features = _with_prior(played, features, number, prior)
    found = pools(played.scores(), number)
    several = len(found) > 1
    rated = []
    for pool in found:
        fit = _Fit(played, pool, features, number if number in pool.rated else None, anchor)
        rated.append(_rated(battles, fit, traits, ci, rounds, seed, advance))
    return Ratings(
        "bt",
        control,
        tuple(rated),
        ci,
        rounds,
        prior,
        (*_notes(several, anchor, found, number), *_equal(equal)),
    )


def elo(battles: Battles, anchor: Anchor | None = None, k: float = 4.0) -> Ratings:
    """Online Elo in the order of the battles, which it depends on; no intervals.

    Without an anchor everyone starts at 1000, and that is the scale.
    """
    number = _number(battles, anchor)
    found = online_elo(battles.played, MEAN, k)
    if number is not None and anchor is not None:
        found = found + (anchor.rating - found[number])
    scale = f"{anchor.model} = {anchor.rating:g}" if anchor else f"everyone starts at {MEAN:g}"
    rows = []
    for pool in pools(battles.played.scores(), number):
        ratings = [Rating(battles.models[one], float(found[one])) for one in pool.players]
        rows.append(RatedPool(tuple(sorted(ratings, key=_best_first)), scale, {}))
    notes = ("online Elo depends on the order of the battles: the same battles shuffled rate otherwise",)
    return Ratings("elo", "", tuple(rows), "", 0, 0.0, notes)


@dataclass(frozen=True)
class _Fit:
    """What is fitted in one pool: the battles among its rated models."""

    played: Comparisons
    pool: Pool
    features: Floats | None
    number: int | None
    anchor: Anchor | None

    def inside(self) -> tuple[Comparisons, Floats | None]:
        """The battles among the rated, renumbered."""
        import numpy as np

        places = np.full(self.played.players, -1)
        places[list(self.pool.rated)] = np.arange(len(self.pool.rated))
        a, b = places[self.played.a], places[self.played.b]
        kept = (a >= 0) & (b >= 0)
        inner = replace(
            self.played,
            players=len(self.pool.rated),
            a=a[kept],
            b=b[kept],
            outcome=self.played.outcome[kept],
            weight=self.played.weight[kept],
            cluster=np.unique(self.played.cluster[kept], return_inverse=True)[1],
        )
        return inner, None if self.features is None else self.features[kept]

    def shifted(self, ratings: Floats) -> Floats:
        """The ratings on the scale of the anchor."""
        shift = MEAN
        if self.number is not None and self.anchor is not None:
            shift = self.anchor.rating - float(ratings[self.pool.rated.index(self.number)])
        shifted: Floats = ratings + shift
        return shifted


def _rated(
    battles: Battles,
    fit: _Fit,
    traits: Sequence[str],
    ci: str,
    rounds: int,
    seed: int,
    advance: Advance,
) -> RatedPool:
    import numpy as np

    pool = fit.pool
    unrated = [
        Rating(battles.models[one], None, why=why)
        for why, ones in (
            (ALL_WON, pool.above),
            (ALL_LOST, pool.below),
            (UNRELATED if pool.rated else NEVER_BOTH, pool.apart),
        )
        for one in ones
    ]
    if not pool.rated:
        return RatedPool(tuple(unrated), "nobody is rated", {})
    inner, features = fit.inside()
    ratings, weights = _solved(inner, features)
    ratings = fit.shifted(ratings)
    low = high = np.full(len(ratings) + len(weights), np.nan)
    unfinished = 0
    if rounds:
        samples = []
        cluster = np.arange(len(inner)) if ci == ROWS else inner.cluster
        for times in draws(cluster, rounds, seed):
            samples.append(_resample(inner, features, times, fit, ratings))
            advance(1)
        unfinished = int((~np.isfinite(samples)).any(axis=1).sum())
        low, high = percentile_interval(samples)
    rated = [
        Rating(battles.models[one], float(ratings[place]), _bound(low[place]), _bound(high[place]))
        for place, one in enumerate(pool.rated)
    ]
    coefficients = {
        name: (float(weights[place]), _bound(low[len(rated) + place]), _bound(high[len(rated) + place]))
        for place, name in enumerate(traits)
    }
    anchored = fit.number is not None and fit.anchor is not None
    scale = f"{fit.anchor.model} = {fit.anchor.rating:g}" if anchored and fit.anchor else f"mean = {MEAN:g}"
    return RatedPool((*sorted(rated, key=_best_first), *unrated), scale, coefficients, unfinished)


def _solved(
    inner: Comparisons, features: Floats | None, times: Floats | None = None
) -> tuple[Floats, Floats]:
    import numpy as np

    if features is None:
        return bradley_terry(inner.scores(times)), np.zeros(0)
    return controlled(inner, features, times)


def _resample(
    inner: Comparisons, features: Floats | None, times: Floats, fit: _Fit, points: Floats
) -> Floats:
    """One resample's ratings and coefficients; infinite, or not a number, where there is no finite one."""
    import numpy as np

    columns = 0 if features is None else features.shape[1]
    found = np.full(inner.players + columns, np.nan)
    own = None if fit.number is None else fit.pool.rated.index(fit.number)
    scores = inner.scores(times)
    best = pools(scores, own)[0]
    if len(best.rated) == inner.players:
        try:
            ratings, weights = _solved(inner, features, times)
        except NoSolutionError:
            return found
        return np.concatenate([fit.shifted(ratings), weights])
    reference = best.rated if own is None or own in best.rated else (own,)
    if not reference:
        return found
    above, below = sides(scores, reference)
    found[: inner.players][above] = np.inf
    found[: inner.players][below] = -np.inf
    found[list(reference)] = points[list(reference)]
    if len(reference) > 1:
        # Those who can be rated in this resample keep their places, and their mean where none is anchored.
        part = _Fit(replace(inner, weight=inner.weight * times), best, features, own, fit.anchor)
        try:
            ratings, weights = _solved(*part.inside())
        except NoSolutionError:
            return np.full_like(found, np.nan)
        shift = (
            fit.anchor.rating - ratings[best.rated.index(own)]
            if own is not None and fit.anchor
            else (points[list(best.rated)].mean() - ratings.mean())
        )
        found[list(best.rated)] = ratings + shift
        found[inner.players :] = weights
    return found


def _with_prior(
    played: Comparisons, features: Floats | None, number: int, prior: float
) -> tuple[Comparisons, Floats | None]:
    import numpy as np

    others = [one for one in range(played.players) if one != number]
    virtual = comparisons(
        played.players, others, [number] * len(others), [0.5] * len(others), [2 * prior] * len(others)
    )
    joined = Comparisons(
        played.players,
        np.concatenate([played.a, virtual.a]),
        np.concatenate([played.b, virtual.b]),
        np.concatenate([played.outcome, virtual.outcome]),
        np.concatenate([played.weight, virtual.weight]),
        np.concatenate([played.cluster, played.clusters + virtual.cluster]),
    )
    if features is None:
        return joined, None
    return joined, np.vstack([features, np.zeros((len(others), features.shape[1]))])


def _number(battles: Battles, anchor: Anchor | None) -> int | None:
    if anchor is None:
        return None
    if anchor.model not in battles.models:
        raise UnknownNameError("anchor", anchor.model, battles.models)
    return battles.models.index(anchor.model)


def _notes(
    several: bool, anchor: Anchor | None, found: Sequence[Pool], number: int | None
) -> tuple[str, ...]:
    notes = []
    if several:
        notes.append(
            f"{len(found)} groups of models never met, not even through others: "
            "their ratings do not compare with each other"
        )
    if anchor and number is not None and not any(number in pool.rated for pool in found):
        notes.append(f"the anchor {anchor.model} has no finite rating, so the scale is the mean of each pool")
    return tuple(notes)


def _equal(traits: Sequence[str]) -> list[str]:
    return (
        [f"not controlled for, because both answers always have as many: {', '.join(traits)}"]
        if traits
        else []
    )


def _bound(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _best_first(one: Rating) -> tuple[float, str]:
    return (-(one.rating or 0.0), one.model)


__all__ = ["MEAN", "PROMPTS", "ROWS", "Anchor", "RatedPool", "Rating", "Ratings", "elo", "rate"]
