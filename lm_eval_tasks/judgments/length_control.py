"""AlpacaEval's numbers: win rate, discrete win rate, and the win rate controlled for length.

The length-controlled win rate is what a logistic model says of the same answers at no difference in length.
Its arithmetic is the original's: lasso by liblinear, the strength of the penalty by cross-validation, and
1,610 judgments of two baselines with padded and shortened answers at a tenth of the weight. Lengths are code
points. The difficulties and those judgments are data of others: they are read from the user's files.

Source    tatsu-lab/alpaca_eval, metrics/glm_winrate.py, cd543a1.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from lm_eval_tasks.data.rows import digest
from lm_eval_tasks.errors import DataError, LmEvalTasksError, MissingDependencyError, UnknownNameError
from lm_eval_tasks.judgments.records import Judgment

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Variant = Literal["v1", "noreg", "minimal"]
VARIANTS: Mapping[str, str] = {
    "v1": "length, difficulty and constant, held to two gamed baselines: the published form",
    "noreg": "length, difficulty and constant, without the gamed baselines",
    "minimal": "length and constant, without difficulties: for prompts of your own",
}
EVALUATION_SET = 805
FOLDS = 5
GAMED_WEIGHT = 0.1
SEED = 123
EXTREME_POINTS, EXTREME_SHARE = 10, 4
_LEAST_PROBABILITY = 1e-15


@dataclass(frozen=True)
class Calibration:
    """Difficulties of the evaluation set, and judgments of gamed baselines."""

    difficulties: tuple[float, ...] = ()
    """One per instruction, in the order of the evaluation set."""
    gamed: tuple[tuple[float, float, int], ...] = ()
    """The difference in length over its deviation, the preference from 0 to 1, the instruction's place."""
    places: Mapping[str, int] = field(default_factory=dict)
    """The place of each instruction, by the digest of its text."""


@dataclass(frozen=True)
class WinRates:
    """AlpacaEval's numbers for one model, in percent."""

    model: str
    baseline: str
    win_rate: float
    standard_error: float | None
    discrete_win_rate: float
    n_wins: int
    n_wins_base: int
    n_draws: int
    n_total: int
    n_undecided: int
    average_length: int | None


@dataclass(frozen=True)
class LengthControlled:
    """The length-controlled win rate of one model, in percent, and the model behind it."""

    win_rate: float
    standard_error: float | None
    variant: str
    weights: Mapping[str, float]
    c: float | None
    """The inverse strength of the penalty; None when the model is the baseline."""
    warnings: tuple[str, ...] = ()


def read_calibration(paths: Sequence[str]) -> Calibration:
    """Difficulties and gamed baselines from CSV files, told apart by their columns.

    The original's ``df_gamed.csv`` has both; ``instruction_difficulty.csv`` has the first. A column
    ``instruction`` lets answers be joined by their text.

    Raises:
        DataError: a file that cannot be read or has other columns.
    """
    difficulties: dict[int, float] = {}
    gamed: list[tuple[float, float, int]] = []
    places: dict[str, int] = {}
    for name in paths:
        for line, row in _csv_rows(name):
            try:
                place = int(float(row.get("index") or row[""]))
                if row.get("instruction"):
                    places[digest(row["instruction"])] = place
                if row.get("instruction_difficulty"):
                    difficulties.setdefault(place, float(row["instruction_difficulty"]))
                if row.get("std_delta_len"):
                    gamed.append((float(row["std_delta_len"]), float(row["preference"]), place))
            except (KeyError, ValueError) as error:
                problem = f"line {line}: {error}; expected index with instruction_difficulty or std_delta_len"
                raise DataError([problem], name) from None
    if sorted(difficulties) != list(range(len(difficulties))):
        raise DataError(["the difficulties are not numbered from 0 on without a gap"], ", ".join(paths))
    if not difficulties:
        raise DataError(["no column instruction_difficulty"], ", ".join(paths))
    beyond = [place for _, _, place in gamed if not 0 <= place < len(difficulties)]
    if beyond:
        raise DataError(
            [f"a gamed row for instruction {beyond[0]}, which has no difficulty"], ", ".join(paths)
        )
    return Calibration(tuple(difficulties[place] for place in sorted(difficulties)), tuple(gamed), places)


def _csv_rows(name: str) -> list[tuple[int, dict[str, str]]]:
    try:
        with Path(name).open(newline="", encoding="utf-8-sig") as file:
            return list(enumerate(csv.DictReader(file), start=2))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError([f"cannot be read: {error}"], name) from None


def win_rates(judgments: Sequence[Judgment]) -> WinRates:
    """Win rate, discrete win rate and counts of one model against one baseline.

    Undecided judgments are left out and counted.

    Raises:
        LmEvalTasksError: several models or baselines, or no decided judgment.
    """
    model, baseline = _one_pair(judgments)
    values = [one.outcome for one in judgments if one.outcome is not None]
    if not values:
        raise LmEvalTasksError(f"{model}: no judgment was decided")
    rounded = [0.5 if value == 0.5 else float(value > 0.5) for value in values]
    lengths = [one.style_a.characters for one in judgments if one.style_a.characters is not None]
    return WinRates(
        model=model,
        baseline=baseline,
        win_rate=100 * math.fsum(values) / len(values),
        standard_error=_standard_error(values),
        discrete_win_rate=100 * math.fsum(rounded) / len(rounded),
        n_wins=rounded.count(1.0),
        n_wins_base=rounded.count(0.0),
        n_draws=rounded.count(0.5),
        n_total=len(values),
        n_undecided=len(judgments) - len(values),
        average_length=int(sum(lengths) / len(lengths)) if lengths else None,
    )


def length_controlled(
    judgments: Sequence[Judgment],
    calibration: Calibration | None = None,
    *,
    variant: Variant | None = None,
    positional: bool = False,
    c: float | None = None,
) -> LengthControlled:
    """The win rate at no difference in length.

    Args:
        judgments: those of one model against one baseline, in the order of their file.
        calibration: difficulties and gamed baselines.
        variant: one of :data:`VARIANTS`; by default the richest that ``calibration`` allows.
        positional: take the difficulties by the place in the file, as the original does. From the first
            missing instruction on they then belong to other instructions.
        c: the inverse strength of the penalty; by default the one of ten that cross-validation prefers.

    Raises:
        LmEvalTasksError: lengths or difficulties that are missing, or too few judgments.
    """
    model, baseline = _one_pair(judgments)
    if model == baseline:
        return LengthControlled(50.0, None, "by definition", {}, None)
    chosen, warnings = _variant(judgments, calibration, variant, positional)
    features, outcomes, weights, own = _design(judgments, calibration, chosen, positional)
    if len(set(outcomes.tolist())) == 1 and outcomes[0] in (0.0, 1.0):
        raise LmEvalTasksError(f"{model}: every judgment has the same winner; there is nothing to fit")
    best = _cross_validated(features, outcomes, weights) if c is None else c
    coefficients = _fitted(features, outcomes, weights, best)
    at_no_difference = own.copy()
    at_no_difference[:, 0] = 0.0
    predicted = _sigmoid(at_no_difference @ coefficients)
    names = ("length", "difficulty", "constant") if own.shape[1] == 3 else ("length", "constant")
    controlled = 100 * float(predicted.mean())
    raw = win_rates(judgments).win_rate
    if _extreme(raw, controlled):
        warnings.append(
            f"the length-controlled win rate {controlled:.1f} is far from the raw one {raw:.1f}: "
            "the model may not fit these answers"
        )
    return LengthControlled(
        win_rate=controlled,
        standard_error=_standard_error([100 * float(one) for one in predicted], scale=1.0),
        variant=chosen,
        weights=dict(zip(names, map(float, coefficients), strict=True)),
        c=best,
        warnings=tuple(warnings),
    )


def _one_pair(judgments: Sequence[Judgment]) -> tuple[str, str]:
    pairs = {one.pair for one in judgments}
    if len(pairs) != 1:
        raise LmEvalTasksError(f"expected one model against one baseline, found {len(pairs)} pairs of models")
    return next(iter(pairs))


def _standard_error(values: Sequence[float], scale: float = 100.0) -> float | None:
    count = len(values)
    if count < 2:
        return None
    mean = math.fsum(values) / count
    return scale * math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1) / count)


def _variant(
    judgments: Sequence[Judgment], calibration: Calibration | None, asked: str | None, positional: bool
) -> tuple[str, list[str]]:
    """The variant, and what a reader should know about it."""
    if asked is not None and asked not in VARIANTS:
        raise UnknownNameError("variant", asked, VARIANTS)
    if asked == "minimal":
        return asked, []
    if calibration is None:
        if asked:
            raise LmEvalTasksError(
                f"variant {asked} needs the difficulties of the evaluation set: --calibration"
            )
        return "minimal", ["without calibration data: the form without difficulties, not the published one"]
    if asked == "v1" and not calibration.gamed:
        raise LmEvalTasksError("variant v1 needs the gamed baselines (std_delta_len, preference) as well")
    missing = len(calibration.difficulties) - len(judgments)
    if missing < 0 or (not calibration.places and not positional and missing):
        if asked:
            raise LmEvalTasksError(
                f"{len(judgments)} judgments for {len(calibration.difficulties)} difficulties: which belongs "
                "to which is not known. Give a calibration file with a column instruction, or --positional"
            )
        return "minimal", [
            f"{len(judgments)} judgments for {len(calibration.difficulties)} difficulties cannot be joined: "
            "the form without difficulties, not the published one"
        ]
    warnings = []
    if missing:
        how = (
            "difficulties by place belong to other instructions after the first gap, as in published numbers"
            if positional
            else "difficulties are joined by instruction; published numbers take them by place"
        )
        warnings.append(f"{len(judgments)} of {len(calibration.difficulties)} instructions: {how}")
    return asked or ("v1" if calibration.gamed else "noreg"), warnings


def _design(
    judgments: Sequence[Judgment], calibration: Calibration | None, variant: str, positional: bool
) -> tuple[Floats, Floats, Floats, Floats]:
    """Features, outcomes and weights of all rows to fit, and the features of the model's own rows."""
    import numpy as np

    differences = []
    for one in judgments:
        base, ours = one.style_b.characters, one.style_a.characters
        if base is None or ours is None:
            raise LmEvalTasksError(f"{one.place or one.item}: the length of an answer is not known")
        differences.append(base - ours)
    length = np.array(differences, float)
    deviation = float(length.std(ddof=1)) if len(length) > 1 else 0.0
    if not deviation:
        raise LmEvalTasksError(
            "all answers differ in length by the same amount; there is nothing to control for"
        )
    constant = np.ones(len(length))
    columns = [np.tanh(length / deviation), constant]
    if variant != "minimal" and calibration is not None:
        columns.insert(1, np.array(_difficulties(judgments, calibration, positional)))
    own = np.column_stack(columns)
    outcome = np.array([math.nan if one.outcome is None else one.outcome for one in judgments])
    decided = ~np.isnan(outcome)
    features, outcomes, weights = own[decided], outcome[decided], np.ones(int(decided.sum()))
    if variant == "v1" and calibration is not None:
        gamed = np.array([[delta, preference] for delta, preference, _ in calibration.gamed])
        hard = np.array([calibration.difficulties[place] for _, _, place in calibration.gamed])
        rows = np.column_stack([np.tanh(gamed[:, 0]), hard, np.zeros(len(gamed))])
        features = np.vstack([rows, features])
        outcomes = np.concatenate([gamed[:, 1], outcomes])
        weights = np.concatenate([np.full(len(gamed), GAMED_WEIGHT), weights])
    return features, outcomes, weights, own


def _difficulties(judgments: Sequence[Judgment], calibration: Calibration, positional: bool) -> list[float]:
    if positional or not calibration.places:
        return list(calibration.difficulties[: len(judgments)])
    unknown = [one for one in judgments if one.cluster not in calibration.places]
    if unknown:
        raise LmEvalTasksError(
            f"{unknown[0].place or unknown[0].item}: an instruction without a difficulty "
            f"({len(unknown)} in all); for prompts of your own use the variant minimal"
        )
    return [calibration.difficulties[calibration.places[one.cluster]] for one in judgments]


def _cross_validated(features: Floats, outcomes: Floats, weights: Floats) -> float:
    """The one of ten strengths with the best mean held-out log loss over five folds.

    Held-out losses of large strengths differ by 1e-6, so the order in which liblinear visits the rows decides
    between them. As in scikit-learn's LogisticRegressionCV, one generator serves the ten fits of a fold.
    """
    import numpy as np

    GroupKFold = _sklearn("model_selection").GroupKFold  # noqa: N806 - a class
    count = len(outcomes)
    if count < FOLDS:
        raise LmEvalTasksError(f"{count} judgments are too few; at least {FOLDS} are needed")
    strengths = np.logspace(-4, 4, 10)
    groups = np.tile(np.arange(count), 2)
    scores = np.zeros((FOLDS, len(strengths)))
    for fold, (train, test) in enumerate(GroupKFold(FOLDS).split(groups, groups=groups)):
        inner, held_out = train[train < count], test[test < count]
        draws = np.random.RandomState(SEED)
        for place, strength in enumerate(strengths):
            fitted = _fitted(features[inner], outcomes[inner], weights[inner], float(strength), draws)
            predicted = _sigmoid(features[held_out] @ fitted)
            likely = np.clip(predicted, _LEAST_PROBABILITY, 1 - _LEAST_PROBABILITY)
            truth = outcomes[held_out]
            loss = truth * np.log(likely) + (1 - truth) * np.log(1 - likely)
            scores[fold, place] = np.mean(loss * weights[held_out])
    return float(strengths[int(np.argmax(scores.mean(axis=0)))])


def _fitted(
    features: Floats,
    outcomes: Floats,
    weights: Floats,
    c: float,
    draws: int | np.random.RandomState = SEED,
) -> Floats:
    """The coefficients; a probability is fitted as two rows with its weight and the rest's."""
    import numpy as np

    labels = np.concatenate([np.ones(len(outcomes)), np.zeros(len(outcomes))])
    both = np.concatenate([outcomes * weights, (1 - outcomes) * weights])
    model = _lasso(c, draws).fit(np.vstack([features, features]), labels, sample_weight=both)
    found: Floats = model.coef_[0]
    return found


def _lasso(c: float, draws: int | np.random.RandomState) -> Any:
    settings = {"C": c, "solver": "liblinear", "fit_intercept": False, "random_state": draws}
    return _sklearn("linear_model").LogisticRegression(l1_ratio=1, **settings)


def _sklearn(module: str) -> Any:
    """A module of scikit-learn, imported only here."""
    from importlib import import_module

    try:
        return import_module(f"sklearn.{module}")
    except ImportError:
        raise MissingDependencyError(
            "the length-controlled win rate needs scikit-learn: pip install 'lm-eval-tasks[judging]'"
        ) from None


def _sigmoid(values: Floats) -> Floats:
    import numpy as np

    found: Floats = np.exp(-np.logaddexp(0, -values))
    return found


def _extreme(raw: float, controlled: float) -> bool:
    """Whether control changes more than ten points and a quarter of the room that was left."""
    low = min(raw - raw / EXTREME_SHARE, raw - EXTREME_POINTS)
    high = max(raw + (100 - raw) / EXTREME_SHARE, raw + EXTREME_POINTS)
    return controlled < low or controlled > high
