"""What else moves a judge: the place of an answer, its length, and whether it is the judge's own.

Position is measured by design: each pair is its own control. Length and authorship are not, since
longer answers may be better ones. Only gold tells a fault from an association, and the names here say
which of both a number is.

Source    Zheng et al. (2023), "Judging LLM-as-a-judge"; McNemar (1947) for the binomial test; Cameron
          and Miller (2015) for clustered errors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lm_eval_tasks.errors import LmEvalTasksError
from lm_eval_tasks.judgments.battles import Pair, pairs_of, side, told_for
from lm_eval_tasks.judgments.records import Judgment, Style
from lm_eval_tasks.judgments.win_rates import Consistency, consistency
from lm_eval_tasks.statistics.comparisons import comparisons, pools
from lm_eval_tasks.statistics.ratings import (
    LOGIT,
    NoSolutionError,
    bradley_terry,
    cluster_errors,
    logistic,
    needs,
)
from lm_eval_tasks.statistics.resampling import (
    NORMAL,
    ClusteredMean,
    clustered_mean,
    draws,
    percentile_interval,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

EDGES = (-0.5, -0.2, -0.05, 0.05, 0.2, 0.5)
BINS = ("<=-.5", "(-.5,-.2]", "(-.2,-.05]", "(-.05,.05]", "(.05,.2]", "(.2,.5]", ">.5")
LEAST_OUTSIDE = 4
"""Models outside of the judge's family that a correction needs."""


@dataclass(frozen=True)
class Position:
    """The preference for a place, from pairs judged in both orders."""

    counts: Consistency
    p: float | None
    """Two-sided exact binomial p of contradictions going both ways equally often; None without any."""
    interval: tuple[float, float] | None
    """Clopper and Pearson's 95 % interval of the share that prefers the first answer."""
    clustered: ClusteredMean
    """That share with an error by prompts, for pairs that share prompts."""
    first_lift: ClusteredMean
    """How far the first answer's mean outcome is above one half; the quality of answers cancels."""


def position(pairs: Iterable[Pair]) -> Position:
    """The preference for the first or second answer; undecided pairs and single orders are left out."""
    both = [pair for pair in pairs if pair.both and all(game.first for game in pair.games)]
    counts = consistency(both)
    lifts = [sum(game.first_outcome or 0.0 for game in pair.games) / 2 - 0.5 for pair in both]
    flips = [pair for pair in both if _flipped(pair)]
    firsts = [float(pair.games[0].first_outcome or 0.0) for pair in flips]
    prompts = [pair.games[0].cluster for pair in flips]
    p, bounds = None, None
    if flips:
        test = needs("scipy.stats").binomtest(counts.first_both, len(flips))
        found = test.proportion_ci(method="exact")
        p, bounds = float(test.pvalue), (float(found.low), float(found.high))
    lift = clustered_mean(lifts, [pair.games[0].cluster for pair in both])
    return Position(counts, p, bounds, clustered_mean([round(one) for one in firsts], prompts), lift)


@dataclass(frozen=True)
class SingleOrder:
    """The effect of the place where each pair was judged once, in an order drawn by lot."""

    model: str
    n_first: int
    """Judgments that showed the model's answer first."""
    n_second: int
    win_rate_first: float
    win_rate_second: float
    first_effect: float
    """Half of the difference of both win rates."""
    p: float
    """Welch's two-sided p."""
    low: float
    high: float


def single_order(judgments: Iterable[Judgment], model: str) -> SingleOrder:
    """The effect of being shown first on a model, which needs an order by lot.

    Raises:
        LmEvalTasksError: if its answer is always at the same place, where nothing can be measured.
    """
    told = [told_for(one, model) for one in judgments if model in one.pair and one.outcome is not None]
    first = [one.outcome or 0.0 for one in told if one.first == "a"]
    second = [one.outcome or 0.0 for one in told if one.first == "b"]
    if min(len(first), len(second)) < 2:
        raise LmEvalTasksError(
            f"{model} was shown first {len(first)} times and second {len(second)} times; "
            "in one fixed order a preference for a place cannot be told from quality"
        )
    test = needs("scipy.stats").ttest_ind(first, second, equal_var=False)
    bounds = test.confidence_interval()
    rates = math.fsum(first) / len(first), math.fsum(second) / len(second)
    effect = (rates[0] - rates[1]) / 2
    numbers = (float(test.pvalue), float(bounds.low) / 2, float(bounds.high) / 2)
    return SingleOrder(model, len(first), len(second), *rates, effect, *numbers)


@dataclass(frozen=True)
class Slope:
    """Log odds of winning per standard deviation of the relative length, and its clustered error."""

    slope: float
    stderr: float
    n: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.slope - NORMAL * self.stderr, self.slope + NORMAL * self.stderr


@dataclass(frozen=True)
class LengthAssociation:
    """How winning goes with length. It is not a bias: longer answers may be better."""

    unit: str
    bins: Mapping[str, ClusteredMean]
    """The win rate by (length - other's length) / (sum + 1)."""
    plain: Slope | None
    with_models: Slope | None
    """The same between answers of equally good models, as far as ratings tell."""
    longer_wins: ClusteredMean
    """Of pairs with one winner in both orders, and of different lengths."""


def length_association(pairs: Iterable[Pair], reference: str = "") -> LengthAssociation:
    """Win rates against relative length, over pairs whose lengths are known.

    Args:
        pairs: judged in one order or both; the mean outcome counts.
        reference: the model against which all are told, if there is one.
    """
    told = [_from(pair, reference) for pair in pairs if pair.outcomes]
    unit = _unit(told)
    known = [pair for pair in told if _relative(pair, unit) is not None]
    if not known:
        raise LmEvalTasksError("no pair has the lengths of both answers, in tokens or in characters")
    lengths = [_relative(pair, unit) or 0.0 for pair in known]
    means = [math.fsum(pair.outcomes) / len(pair.outcomes) for pair in known]
    prompts = [pair.games[0].cluster for pair in known]
    inside: dict[str, list[int]] = {name: [] for name in BINS}
    for place, length in enumerate(lengths):
        inside[BINS[sum(length > edge for edge in EDGES)]].append(place)
    decided = [
        place
        for place, pair in enumerate(known)
        if lengths[place] and (pair.agreed or len(pair.games) == 1) and side(means[place]) != "tie"
    ]
    longer = [float((means[place] > 0.5) == (lengths[place] > 0)) for place in decided]
    return LengthAssociation(
        unit,
        {
            name: clustered_mean([means[one] for one in places], [prompts[one] for one in places])
            for name, places in inside.items()
        },
        _slope(known, lengths, means, prompts, models=False),
        _slope(known, lengths, means, prompts, models=True),
        clustered_mean(longer, [prompts[one] for one in decided]),
    )


@dataclass(frozen=True)
class GoldLength:
    """Whether a judge errs more often where the right answer is the shorter one: a fault, if it does."""

    n_longer: int
    error_when_gold_is_longer: float
    n_shorter: int
    error_when_gold_is_shorter: float
    judge_picks_longer: float
    gold_is_longer: float
    slope: Slope | None
    """Log odds of picking an answer per standard deviation of its relative length, gold held equal."""

    @property
    def excess_error(self) -> float:
        """``excess_error_when_gold_is_shorter``."""
        return self.error_when_gold_is_shorter - self.error_when_gold_is_longer


def length_against_gold(rows: Sequence[tuple[float, float, float, str]]) -> GoldLength | None:
    """Over rows of (relative length of a, gold for a, verdict for a, prompt), ties and equals left out.

    None if gold is never, or always, the longer answer.
    """
    import numpy as np

    kept = [row for row in rows if row[0] and row[1] != 0.5 and row[2] != 0.5]
    longer = [row for row in kept if (row[0] > 0) == (row[1] > 0.5)]
    shorter = [row for row in kept if (row[0] > 0) != (row[1] > 0.5)]
    if not longer or not shorter:
        return None
    length = np.array([row[0] for row in kept])
    gold = np.array([float(row[1] > 0.5) for row in kept])
    said = np.array([float(row[2] > 0.5) for row in kept])
    spread = length.std()
    z = (length - length.mean()) / (spread if spread > 0 else 1.0)
    design = np.column_stack([np.ones(len(kept)), gold, z])
    return GoldLength(
        len(longer),
        _errors(longer),
        len(shorter),
        _errors(shorter),
        float(((length > 0) == (said > 0.5)).mean()),
        len(longer) / len(kept),
        _fit(design, said, [row[3] for row in kept]),
    )


def length_rows(
    gold: Iterable[Judgment], judged: Iterable[Judgment]
) -> list[tuple[float, float, float, str]]:
    """What :func:`length_against_gold` takes, from judgments: one row per game and gold vote."""
    known = [one for one in judged if one.outcome is not None and one.model_b]
    rights: dict[tuple[Any, ...], list[Judgment]] = {}
    for vote in gold:
        if (vote.gold if vote.gold is not None else vote.outcome) is not None:
            rights.setdefault((vote.item, vote.turn, *sorted(vote.pair)), []).append(vote)
    found = []
    for one in known:
        told = told_for(one, min(one.pair))
        length = _relative_of(told.style_a, told.style_b, _unit([Pair((one,))]))
        for vote in rights.get((one.item, one.turn, *sorted(one.pair)), []) if length is not None else []:
            mine = told_for(vote, min(vote.pair))
            right = mine.gold if mine.gold is not None else mine.outcome
            found.append((length or 0.0, right or 0.0, told.outcome or 0.0, one.cluster))
    return found


@dataclass(frozen=True)
class Favour:
    """One model's win rate by the judge and by gold, on the same items."""

    model: str
    n: int
    gold_win_rate: float
    judge_win_rate: float
    low: float
    high: float
    """The 95 % interval of the difference, by prompts."""
    excess: float
    """The difference less the mean difference of the other models."""
    excess_low: float
    excess_high: float

    @property
    def difference(self) -> float:
        """Judge less gold. Not yet favour: a more decisive judge raises every strong model."""
        return self.judge_win_rate - self.gold_win_rate


@dataclass(frozen=True)
class Family:
    """What the judge adds to the answers of a family, beyond gold and beyond being more decisive."""

    name: str
    own: bool
    """Whether it is the judge's own; else it is a placebo, for which 0 is expected."""
    scale: float
    """How much more decisive the judge is than gold."""
    favour: float
    """In log odds."""
    stderr: float
    """By prompts, with gold's ratings taken as known."""
    low: float | None
    high: float | None
    """The 95 % interval by resampling prompts, which refits gold's ratings too."""

    @property
    def elo(self) -> float:
        """The favour in points of Elo."""
        return self.favour * LOGIT


@dataclass(frozen=True)
class SelfPreference:
    """Self-preference with its placebos, and why some of it could not be had."""

    table: tuple[Favour, ...]
    families: tuple[Family, ...]
    notes: tuple[str, ...]
    gold_elo: Mapping[str, float]


def self_preference(
    gold: Sequence[Judgment],
    judged: Sequence[Judgment],
    own: Sequence[str],
    rounds: int = 200,
    seed: int = 0,
    advance: Callable[[int], Any] = lambda _step: None,
) -> SelfPreference:
    """Whether a judge favours the models ``own``, measured against gold, with every other as a placebo."""
    verdicts: list[tuple[Any, str, str, float, str]] = []
    for pair in pairs_of(one for one in judged if one.model_b and one.model_a != one.model_b):
        told = Pair(tuple(told_for(game, min(game.pair)) for game in pair.games))
        if told.verdict is not None:
            game = told.games[0]
            verdicts.append(((game.item, game.turn), *game.pair, told.verdict, game.cluster))
    votes: list[tuple[Any, str, str, float, str]] = []
    for vote in gold:
        right = vote.gold if vote.gold is not None else vote.outcome
        if right is not None and vote.model_b and vote.model_a != vote.model_b:
            told_vote = vote if vote.model_a == min(vote.pair) else vote.swapped()
            outcome = right if told_vote is vote else 1.0 - right
            votes.append(((vote.item, vote.turn), *told_vote.pair, outcome, vote.cluster))
    table = _favours(votes, verdicts, rounds, seed)
    models = sorted({name for row in verdicts for name in row[1:3]})
    unknown = [name for name in own if name not in models]
    if unknown:
        raise LmEvalTasksError(f"no judgment is about {', '.join(unknown)}; there is {', '.join(models)}")
    notes = []
    outside = [name for name in models if name not in own]
    if len(outside) < LEAST_OUTSIDE:
        notes.append(
            f"only {len(outside)} models are outside of the family; correcting for decisiveness needs "
            f"{LEAST_OUTSIDE}, so only raw differences are given"
        )
        return SelfPreference(table, (), tuple(notes), {})
    if len(own) == 1:
        notes.append("with one own model, favour cannot be told from a quality that gold misses")
    theta = _gold_ratings(votes, models)
    if theta is None:
        notes.append("gold gives no finite rating to every model, so only raw differences are given")
        return SelfPreference(table, (), tuple(notes), {})
    groups = [(", ".join(own), tuple(own), True), *((name, (name,), False) for name in outside)]
    families = _families(votes, verdicts, models, groups, theta, rounds, seed, advance)
    elo = {name: float(LOGIT * value) for name, value in zip(models, theta, strict=True)}
    return SelfPreference(table, tuple(families), tuple(notes), elo)


Row = tuple[Any, str, str, float, str]


def _families(
    votes: Sequence[Row],
    verdicts: Sequence[Row],
    models: Sequence[str],
    groups: Sequence[tuple[str, tuple[str, ...], bool]],
    theta: Floats,
    rounds: int,
    seed: int,
    advance: Callable[[int], Any],
) -> list[Family]:
    import numpy as np

    prompts = {
        name: number for number, name in enumerate(dict.fromkeys(row[4] for row in (*votes, *verdicts)))
    }
    of_votes = np.array([prompts[row[4]] for row in votes])
    of_verdicts = np.array([prompts[row[4]] for row in verdicts])
    outcome = np.array([row[3] for row in verdicts])
    samples: list[list[float]] = []
    for times in draws(np.arange(len(prompts)), rounds, seed):
        drawn = _gold_ratings(votes, models, times[of_votes])
        row = []
        for _, names, _ in groups:
            if drawn is None:
                row.append(math.nan)
            else:
                design = _favour_design(verdicts, models, drawn, names)
                row.append(_favour_of(design, outcome, times[of_verdicts]))
        samples.append(row)
        advance(1)
    found = []
    for place, (name, names, own) in enumerate(groups):
        design = _favour_design(verdicts, models, theta, names)
        weight = np.ones(len(verdicts))
        try:
            fit = logistic(design, outcome, weight)
        except NoSolutionError:
            continue
        errors = cluster_errors(design, outcome, weight, fit, of_verdicts.tolist())
        low, high = percentile_interval([row[place] for row in samples]) if samples else (math.nan, math.nan)
        bounds = [float(one) if math.isfinite(one) else None for one in (low, high)]
        found.append(Family(name, own, float(fit[0]), float(fit[1]), float(errors[1]), bounds[0], bounds[1]))
    return found


def _favour_of(design: Floats, outcome: Floats, weight: Floats) -> float:
    """The favour in one resample; not a number where it has no finite size."""
    try:
        return float(logistic(design, outcome, weight)[1])
    except NoSolutionError:
        return math.nan


def _favour_design(
    verdicts: Sequence[Row], models: Sequence[str], theta: Floats, names: Sequence[str]
) -> Floats:
    import numpy as np

    places = {name: number for number, name in enumerate(models)}
    gaps = [theta[places[a]] - theta[places[b]] for _, a, b, _, _ in verdicts]
    owns = [float(a in names) - float(b in names) for _, a, b, _, _ in verdicts]
    return np.column_stack([gaps, owns])


def _gold_ratings(votes: Sequence[Row], models: Sequence[str], times: Floats | None = None) -> Floats | None:
    """Gold's ratings in log odds; None if some model has no finite one."""
    places = {name: number for number, name in enumerate(models)}
    known = [(row, place) for place, row in enumerate(votes) if row[1] in places and row[2] in places]
    played = comparisons(
        len(models),
        [places[row[1]] for row, _ in known],
        [places[row[2]] for row, _ in known],
        [row[3] for row, _ in known],
    )
    scores = played.scores(None if times is None else times[[place for _, place in known]])
    if len(pools(scores)[0].rated) < len(models):
        return None
    found: Floats = bradley_terry(scores) / LOGIT
    return found


def _favours(votes: Sequence[Row], verdicts: Sequence[Row], rounds: int, seed: int) -> tuple[Favour, ...]:
    import numpy as np

    rights: dict[Any, list[float]] = {}
    for item, a, b, outcome, _ in votes:
        rights.setdefault((item, a, b), []).append(outcome)
    both = [
        (a, b, math.fsum(rights[item, a, b]) / len(rights[item, a, b]), outcome, cluster)
        for item, a, b, outcome, cluster in verdicts
        if (item, a, b) in rights
    ]
    if not both:
        raise LmEvalTasksError("gold and the judge have no item and pair in common")
    models = sorted({name for row in both for name in row[:2]})
    prompts = {name: number for number, name in enumerate(dict.fromkeys(row[4] for row in both))}
    gold, said, count = (np.zeros((len(prompts), len(models))) for _ in range(3))
    for a, b, right, outcome, cluster in both:
        for name, first, second in ((a, right, outcome), (b, 1 - right, 1 - outcome)):
            cell = prompts[cluster], models.index(name)
            gold[cell] += first
            said[cell] += second
            count[cell] += 1

    def differences(times: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            found: Floats = (times @ said - times @ gold) / (times @ count)
        return found

    def excesses(values: Floats) -> Floats:
        others: Floats = (values.sum() - values) / max(1, len(values) - 1)
        return values - others

    ones = np.ones(len(prompts))
    samples = [differences(times) for times in draws(np.arange(len(prompts)), rounds, seed)] or [ones[:0]]
    plain = percentile_interval(samples) if rounds else (np.full(len(models), np.nan),) * 2
    beyond = percentile_interval([excesses(one) for one in samples]) if rounds else plain
    excess = excesses(differences(ones))
    totals = count.sum(axis=0)
    return tuple(
        Favour(
            name,
            int(totals[number]),
            float(gold.sum(axis=0)[number] / totals[number]),
            float(said.sum(axis=0)[number] / totals[number]),
            float(plain[0][number]),
            float(plain[1][number]),
            float(excess[number]),
            float(beyond[0][number]),
            float(beyond[1][number]),
        )
        for number, name in enumerate(models)
    )


def _flipped(pair: Pair) -> bool:
    sides = {side(value) for value in pair.outcomes}
    return len(sides) == 2 and "tie" not in sides


def _from(pair: Pair, reference: str) -> Pair:
    """The pair told for the model that is not the reference."""
    game = pair.games[0]
    wanted = game.model_b if game.model_a == reference else game.model_a
    return Pair(tuple(told_for(one, wanted) for one in pair.games))


def _unit(pairs: Iterable[Pair]) -> str:
    known = [pair.games[0] for pair in pairs]
    tokens = all(one.style_a.tokens is not None and one.style_b.tokens is not None for one in known)
    return "tokens" if known and tokens else "characters"


def _relative(pair: Pair, unit: str) -> float | None:
    return _relative_of(pair.games[0].style_a, pair.games[0].style_b, unit)


def _relative_of(ours: Style, theirs: Style, unit: str) -> float | None:
    one, other = getattr(ours, unit), getattr(theirs, unit)
    if one is None or other is None:
        return None
    return float((one - other) / (one + other + 1))


def _slope(
    pairs: Sequence[Pair],
    lengths: Sequence[float],
    means: Sequence[float],
    prompts: Sequence[str],
    models: bool,
) -> Slope | None:
    import numpy as np

    x = np.array(lengths)
    if not x.std():
        return None
    if not models:
        z = (x - x.mean()) / x.std()
        return _fit(np.column_stack([np.ones(len(x)), z]), np.array(means), prompts)
    names = sorted({name for pair in pairs for name in pair.games[0].pair})
    places = {name: number for number, name in enumerate(names)}
    design = np.zeros((len(x), len(names) + 1))
    for row, pair in enumerate(pairs):
        design[row, places[pair.games[0].model_a]] += 1
        design[row, places[pair.games[0].model_b]] -= 1
    design[:, -1] = x / x.std()
    return _fit(design[:, 1:], np.array(means), prompts)


def _fit(design: Floats, outcome: Floats, prompts: Sequence[Any]) -> Slope | None:
    """The last coefficient; None where there is no finite or no sure one."""
    import numpy as np

    if len(set(prompts)) < 2 or len(outcome) <= design.shape[1] or outcome.min() == outcome.max():
        return None
    if np.linalg.matrix_rank(design) < design.shape[1]:
        return None
    weight = np.ones(len(outcome))
    try:
        found = logistic(design, outcome, weight)
    except NoSolutionError:
        return None
    numbers = {name: number for number, name in enumerate(dict.fromkeys(prompts))}
    errors = cluster_errors(design, outcome, weight, found, [numbers[name] for name in prompts])
    if not np.isfinite(errors[-1]) or abs(found[-1]) > 20:  # separated: it grows without end
        return None
    return Slope(float(found[-1]), float(errors[-1]), len(outcome))


def _errors(rows: Sequence[tuple[float, float, float, str]]) -> float:
    return sum((row[1] > 0.5) != (row[2] > 0.5) for row in rows) / len(rows)


__all__ = [
    "BINS",
    "Family",
    "Favour",
    "GoldLength",
    "LengthAssociation",
    "Position",
    "SelfPreference",
    "SingleOrder",
    "Slope",
    "length_against_gold",
    "length_association",
    "length_rows",
    "position",
    "self_preference",
    "single_order",
]
