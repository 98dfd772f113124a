"""Ratings of players from comparisons: Bradley-Terry by maximum likelihood, and online Elo.

All ratings are on the scale of Elo: 400 points are odds of ten to one. Ratings compare players of
one fit only; a constant added to all of them changes nothing.

Source    Bradley and Terry (1952), Biometrika 39; Elo (1978), "The rating of chessplayers"; the fits
          by evalica (Ustalov 2024) and, with covariates, by scikit-learn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lm_eval_tasks.errors import LmEvalTasksError, MissingDependencyError
from lm_eval_tasks.statistics.comparisons import Comparisons

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class NoSolutionError(LmEvalTasksError):
    """Parameters grow without end, or can be exchanged for each other, so that no numbers are the answer."""


SCALE = 400.0
LOGIT = SCALE / math.log(10.0)
"""Points of Elo for one unit of log odds."""
TOLERANCE = 1e-12
STEPS = 2_000
EXACT = 1e-10
"""Of all scores, how much one player's may differ from what its rating expects."""
ENDLESS = 12.0
"""Log odds per unit that a solver reaches only where a coefficient grows without end."""


def win_probability(gap: float) -> float:
    """How probably the first of two players wins, when it is ``gap`` points ahead."""
    return float(1.0 / (1.0 + 10.0 ** (-gap / SCALE)))


def gap_of(probability: float) -> float:
    """The points by which a player is ahead who wins with this probability, infinite at 0 and 1."""
    if probability in (0.0, 1.0):
        return math.inf if probability else -math.inf
    return SCALE * math.log10(probability / (1.0 - probability))


def bradley_terry(scores: Floats) -> Floats:
    """The ratings that make a table of scores most probable, with a mean of 0.

    Args:
        scores: how much each player (row) scored against each other (column); a tie is half for
            both. Its graph must be strongly connected: see
            :func:`lm_eval_tasks.statistics.comparisons.pools`.

    Raises:
        LmEvalTasksError: if no solution was found to the last digits.
    """
    import numpy as np

    evalica = needs("evalica")
    players = len(scores)
    if players < 2:
        return np.zeros(players)
    rows, columns = np.nonzero(scores)
    from pandas import RangeIndex

    result = evalica.bradley_terry(
        rows.tolist(),
        columns.tolist(),
        [evalica.Winner.X] * len(rows),
        index=RangeIndex(players),
        weights=scores[rows, columns].tolist(),
        tolerance=TOLERANCE,
        limit=STEPS,
    )
    with np.errstate(divide="ignore"):
        found: Floats = np.log(result.scores.sort_index().to_numpy())
    if not _solves(scores, found):
        # Its steps are short where players hang together by long chains; Newton's method takes them at once.
        found = _by_newton(scores)
        if not _solves(scores, found):
            raise LmEvalTasksError(
                "Bradley-Terry found no exact solution: too few scores hold the players together"
            )
    return np.asarray(LOGIT * (found - found.mean()))


def _by_newton(scores: Floats) -> Floats:
    import numpy as np

    played = scores + scores.T
    first, second = np.nonzero(np.triu(played))
    design = np.zeros((len(first), len(scores)))
    design[np.arange(len(first)), first] = 1.0
    design[np.arange(len(first)), second] = -1.0
    share = scores[first, second] / played[first, second]
    return np.append(0.0, logistic(design[:, 1:], share, played[first, second], free=len(scores) - 1))


def _solves(scores: Floats, ratings: Floats) -> bool:
    """Whether everyone is expected to score what was scored, which only the solution does."""
    import numpy as np

    if not np.isfinite(ratings).all():
        return False
    expected = (scores + scores.T) / (1.0 + np.exp(ratings[None, :] - ratings[:, None]))
    np.fill_diagonal(expected, 0.0)
    off = np.abs(expected.sum(axis=1) - scores.sum(axis=1) + np.diag(scores))
    return bool((off <= EXACT * scores.sum()).all())


def online_elo(played: Comparisons, initial: float = 1000.0, k: float = 4.0) -> Floats:
    """Elo's ratings after the comparisons in their order.

    They depend on that order: the same comparisons shuffled give other ratings. Outcomes that are
    no win, tie or loss are not possible, and weights are not used.
    """
    import numpy as np

    evalica = needs("evalica")
    from pandas import RangeIndex

    words = {1.0: evalica.Winner.X, 0.5: evalica.Winner.Draw, 0.0: evalica.Winner.Y}
    odd = next((value for value in played.outcome.tolist() if value not in words), None)
    if odd is not None:
        raise LmEvalTasksError(f"online Elo knows wins, ties and losses only; found an outcome of {odd:g}")
    result = evalica.elo(
        played.a.tolist(),
        played.b.tolist(),
        [words[value] for value in played.outcome.tolist()],
        index=RangeIndex(played.players),
        initial=initial,
        k=k,
    )
    return np.asarray(result.scores.sort_index().to_numpy(), dtype=np.float64)


def controlled(
    played: Comparisons, covariates: Floats, times: Floats | None = None, l2: float = 0.0
) -> tuple[Floats, Floats]:
    """Bradley-Terry with covariates: the ratings with a mean of 0, and one coefficient per covariate.

    Args:
        played: the comparisons; their graph must be strongly connected.
        covariates: one row per comparison, told for a less b.
        times: how often each comparison is counted, for resampling.
        l2: the weight of a ridge penalty on all parameters, ``l2 / 2 * sum of squares``; 0 for maximum
            likelihood.
    """
    import numpy as np

    weight = played.weight if times is None else played.weight * times
    last = played.players - 1 if not l2 else played.players
    design = np.zeros((len(played), last + covariates.shape[1]))
    rows = np.arange(len(played))
    for side, sign in ((played.a, 1.0), (played.b, -1.0)):
        kept = side < last
        design[rows[kept], side[kept]] = sign
    design[:, last:] = covariates
    found = logistic(design, played.outcome, weight, l2, free=last)
    ratings = np.zeros(played.players)
    ratings[:last] = found[:last]
    return LOGIT * (ratings - ratings.mean()), found[last:]


def logistic(design: Floats, outcome: Floats, weight: Floats, l2: float = 0.0, free: int = 0) -> Floats:
    """The coefficients of a logistic regression without intercept; outcomes between 0 and 1.

    An outcome of p is a win with weight p and a loss with weight 1 - p. The first ``free`` columns are
    ratings, whose solution is known to be finite, however large it is.

    Raises:
        NoSolutionError: if columns say the same, or some combination of them decides every outcome.
    """
    import numpy as np

    model = needs("sklearn.linear_model").LogisticRegression(
        C=1.0 / l2 if l2 else np.inf,
        solver="newton-cholesky",
        fit_intercept=False,
        tol=1e-10,
        max_iter=500,
    )
    won, lost = weight * outcome, weight * (1.0 - outcome)
    up, down = np.flatnonzero(won > 0), np.flatnonzero(lost > 0)
    if not len(up) or not len(down):
        raise NoSolutionError("a logistic fit needs wins and losses; found only one of them")
    if not l2 and np.linalg.matrix_rank(design.T @ (design * weight[:, None])) < design.shape[1]:
        raise NoSolutionError(
            "what is controlled for cannot be told from which models met, so its effect cannot be measured"
        )
    labels = np.r_[np.ones(len(up)), np.zeros(len(down))]
    rows = np.r_[design[up], design[down]]
    model.fit(rows, labels, sample_weight=np.r_[won[up], lost[down]])
    found: Floats = model.coef_[0]
    if not l2 and np.abs(found[free:]).max(initial=0.0) > ENDLESS:
        raise NoSolutionError(
            "what is controlled for decides some battles with certainty, so its effect has no finite size"
        )
    return found


def cluster_errors(
    design: Floats, outcome: Floats, weight: Floats, found: Floats, cluster: Sequence[int]
) -> Floats:
    """The standard errors of :func:`logistic`, robust and clustered (CR1, as statsmodels has them)."""
    import numpy as np

    mean = 1.0 / (1.0 + np.exp(-design @ found))
    inverse = np.linalg.inv((design * (weight * mean * (1.0 - mean))[:, None]).T @ design)
    numbers = np.unique(np.asarray(cluster), return_inverse=True)[1]
    sums = np.zeros((int(numbers.max()) + 1, design.shape[1]))
    np.add.at(sums, numbers, design * (weight * (outcome - mean))[:, None])
    groups, rows, columns = len(sums), len(design), design.shape[1]
    factor = groups / (groups - 1) * (rows - 1) / (rows - columns)
    errors: Floats = np.sqrt(np.diag(factor * inverse @ sums.T @ sums @ inverse))
    return errors


def needs(module: str) -> Any:
    """A module of the extra ``judging``, or words on how to install it."""
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError:
        package = {"sklearn": "scikit-learn"}.get(module.split(".")[0], module.split(".")[0])
        raise MissingDependencyError(
            f"ratings need {package}; install it with: pip install 'lm-eval-tasks[judging]'"
        ) from None


__all__ = [
    "LOGIT",
    "NoSolutionError",
    "bradley_terry",
    "cluster_errors",
    "controlled",
    "gap_of",
    "logistic",
    "needs",
    "online_elo",
    "win_probability",
]
