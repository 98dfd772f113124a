"""Does a judge agree with the right answers, or with people? Each published rule under its own name.

The same judgments give an accuracy of 58 to 73 % by different rules, so that each number carries the
name of its rule. A verdict that could not be read is left out of ``agreement`` and counted as wrong
in ``agreement_all``. It is never a tie.

Source    FastChat compute_agreement.py (0e6d3e4) for ``agreement`` and ``agreement_decisive``;
          JudgeBench utils/metrics.py for ``accuracy_judgebench``; LLMBar evaluate.py for
          ``accuracy_orders_mean``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from lm_eval_tasks.errors import LmEvalTasksError
from lm_eval_tasks.judgments.battles import Pair, pairs_of, side, told_for
from lm_eval_tasks.judgments.records import Judgment, Style
from lm_eval_tasks.statistics.intervals import wilson
from lm_eval_tasks.statistics.rater_agreement import kappa
from lm_eval_tasks.statistics.resampling import clustered_mean, draws, percentile_interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

TIE = "tie"
UNDECIDED = "undecided"
NO_WORD = "no word"
CONFLICT = "tie (inconsistent)"


@dataclass(frozen=True)
class Matched:
    """One right label and what the judge said about the same thing."""

    gold: str
    judge: str
    """Empty if undecided."""
    cluster: str
    category: str = ""
    strength: str = ""
    consistent: bool | None = None
    """Whether both orders agreed; None if there was one order only."""
    longer: str = ""
    """The label of the longer answer; empty if the lengths are unknown or equal."""


@dataclass(frozen=True)
class Agreement:
    """How far a judge agrees with gold. Shares are None where nothing is counted."""

    n: int
    """Decided verdicts that have a gold label."""
    undecided: int
    agreed: int
    agreement: float | None
    """Equal labels, ties included, of decided verdicts: FastChat's "with tie"."""
    interval: tuple[float, float] | None
    """Its 95 % interval by resampling prompts."""
    stderr: float | None
    agreement_all: float | None
    """The same with undecided verdicts as wrong."""
    n_decisive: int
    agreed_decisive: int
    agreement_decisive: float | None
    """Without pairs in which either side is a tie: FastChat's "without tie"."""
    decisive_interval: tuple[float, float] | None
    half_credit: float | None
    """A tie on one side only counts as half."""
    kappa: float | None
    """Cohen's kappa over all labels; None if both are constant."""
    kappa_interval: tuple[float, float] | None
    kappa_all: float | None
    """The same with undecided as a label of its own."""
    kappa_decisive: float | None
    tie_rate_judge: float | None
    tie_rate_gold: float | None
    inconsistent: int
    """Pairs of which both orders disagree."""
    agreement_consistent: float | None
    constant: Mapping[str, float]
    """What always answering one label would reach."""
    longer: float | None
    """What always preferring the longer answer would reach."""
    confusion: Mapping[str, Mapping[str, int]]
    """Judge's label, then gold's."""
    prompts: int


def agreement(rows: Sequence[Matched], rounds: int = 2000, seed: int = 0) -> Agreement:
    """All numbers of one set of matched labels; ``rounds`` of 0 gives no intervals."""
    decided = [row for row in rows if row.judge]
    agreed = [row.judge == row.gold for row in decided]
    decisive = [row for row in decided if TIE not in (row.judge, row.gold)]
    right = sum(row.judge == row.gold for row in decisive)
    said, gold = [row.judge for row in decided], [row.gold for row in decided]
    spread = clustered_mean([float(one) for one in agreed], [row.cluster for row in decided])
    bounds = _intervals(decided, rounds, seed) if rounds and decided else (None, None, None)
    consistent = [row for row in decided if row.consistent is not False]
    lengths = [row for row in rows if row.longer]
    return Agreement(
        n=len(decided),
        undecided=len(rows) - len(decided),
        agreed=sum(agreed),
        agreement=_share(sum(agreed), len(decided)),
        interval=bounds[0],
        stderr=spread.stderr if spread.clusters > 1 else None,
        agreement_all=_share(sum(agreed), len(rows)),
        n_decisive=len(decisive),
        agreed_decisive=right,
        agreement_decisive=_share(right, len(decisive)),
        decisive_interval=bounds[1],
        half_credit=_share(sum(map(_credit, decided)), len(decided)),
        kappa=kappa(said, gold),
        kappa_interval=bounds[2],
        kappa_all=kappa([row.judge or UNDECIDED for row in rows], [row.gold for row in rows]),
        kappa_decisive=kappa([row.judge for row in decisive], [row.gold for row in decisive]),
        tie_rate_judge=_share(said.count(TIE), len(decided)),
        tie_rate_gold=_share(gold.count(TIE), len(decided)),
        inconsistent=sum(row.consistent is False for row in decided),
        agreement_consistent=_share(sum(row.judge == row.gold for row in consistent), len(consistent)),
        constant={label: count / len(decided) for label, count in sorted(Counter(gold).items())},
        longer=_share(sum(row.longer == row.gold for row in lengths), len(lengths)),
        confusion=_confusion(decided),
        prompts=len({row.cluster for row in rows}),
    )


@dataclass(frozen=True)
class TwoOrders:
    """Published rules for items with one right answer that were judged in both orders."""

    n: int
    accuracy_judgebench: float
    """Right in one order and not contradicted in the other; a tie or an unread reply contradicts nothing."""
    accuracy_orders_mean: float
    """The mean of both orders' accuracies (LLMBar)."""
    accuracy_both_orders: float
    accuracy_first_order: float
    inconsistent: int
    """Items of which the two orders have different labels."""


def two_orders(items: Sequence[tuple[str, str, str]]) -> TwoOrders:
    """The rules over items of (gold, label of order one, label of order two); empty is undecided."""
    if not items:
        raise LmEvalTasksError("no item was judged in both orders")
    first = [one == gold for gold, one, _ in items]
    second = [other == gold for gold, _, other in items]
    judgebench = [_points(gold, one) + _points(gold, other) > 0 for gold, one, other in items]
    n = len(items)
    return TwoOrders(
        n,
        sum(judgebench) / n,
        (sum(first) + sum(second)) / (2 * n),
        sum(a and b for a, b in zip(first, second, strict=True)) / n,
        sum(first) / n,
        sum(one != other for _, one, other in items),
    )


@dataclass(frozen=True)
class Strength:
    """How right verdicts of one strength are."""

    word: str
    n: int
    share: float
    accuracy: float
    low: float
    high: float


def by_strength(rows: Sequence[Matched]) -> list[Strength]:
    """Accuracy per word of confidence, with Wilson's interval; without a word is a row of its own.

    An undecided verdict is wrong here, whatever it said of itself.
    """
    groups: dict[str, list[Matched]] = {}
    for row in rows:
        groups.setdefault(row.strength or NO_WORD, []).append(row)
    order = {"high": 0, "medium": 1, "low": 2, NO_WORD: 4}
    found = []
    for word in sorted(groups, key=lambda one: (order.get(one, 3), one)):
        group = groups[word]
        right = sum(row.judge == row.gold for row in group)
        bounds = wilson(right, len(group))
        found.append(
            Strength(word, len(group), len(group) / len(rows), right / len(group), bounds.low, bounds.high)
        )
    return found


@dataclass(frozen=True)
class Matching:
    """Matched labels, and what found no partner."""

    rows: tuple[Matched, ...]
    orders: tuple[tuple[str, str, str], ...]
    """(gold, first shown first, second shown first) of items judged in both orders."""
    games: tuple[Matched, ...]
    """Each game on its own, for the table of strengths."""
    gold_alone: int
    """Gold labels that the judge was not asked about."""
    judged_alone: int
    gold_undecided: int


def matching(gold: Iterable[Judgment], judged: Iterable[Judgment]) -> Matching:
    """Each gold vote with the judge's verdict on the same item and pair, both orders as one.

    A judge that contradicts itself has said tie. Gold may hold several votes on one item.

    Raises:
        LmEvalTasksError: if nothing has a partner.
    """
    votes = [one for one in gold if one.model_b and one.model_a != one.model_b]
    asked = [one for one in judged if one.model_b and one.model_a != one.model_b]
    verdicts: dict[tuple[Any, ...], list[Pair]] = {}
    for pair in pairs_of(asked):
        # Kappa depends on which answer is called a: it is the model whose name sorts first.
        told = Pair(tuple(told_for(game, min(game.pair)) for game in pair.games))
        verdicts.setdefault(_key(pair.games[0]), []).append(told)
    rows, orders, games, met, alone, unsure = [], [], [], set(), 0, 0
    for vote in votes:
        right = vote.gold if vote.gold is not None else vote.outcome
        if right is None:
            unsure += 1
            continue
        key = _key(vote)
        if key not in verdicts:
            alone += 1
            continue
        met.add(key)
        frame = min(vote.pair)
        label = side(right if vote.model_a == frame else 1.0 - right)
        for pair in verdicts[key]:
            rows.append(_matched(label, pair))
            games += [_single(label, game, frame) for game in pair.games]
            if len(pair.games) == 2:
                orders.append((label, *_labels(pair)))
    if not rows:
        raise LmEvalTasksError(_no_partner(votes, asked))
    left = len(verdicts) - len(met)
    return Matching(tuple(rows), tuple(orders), tuple(games), alone, left, unsure)


def gold_inside(judged: Iterable[Judgment]) -> list[Judgment]:
    """One gold vote per item and pair, from judgments that carry the right outcome themselves."""
    found: dict[tuple[Any, ...], Judgment] = {}
    for one in judged:
        if one.gold is not None and one.model_b:
            found.setdefault(_key(one), one)
    return list(found.values())


@dataclass(frozen=True)
class Votes:
    """How far votes on the same item agree with each other, over all unordered pairs of votes."""

    pairs: int
    agreed: int
    pairs_decisive: int
    agreed_decisive: int


def among_votes(votes: Iterable[Judgment], others: Iterable[Judgment] | None = None) -> Votes:
    """Agreement among votes of one group, or between two groups; the measure a judge is held against."""
    groups = _by_key(votes)
    theirs = None if others is None else _by_key(others)
    n = agreed = n_decisive = agreed_decisive = 0
    for key, labels in groups.items():
        couples: Iterable[tuple[str, str]] = combinations(labels, 2)
        if theirs is not None:
            couples = ((one, other) for one in labels for other in theirs.get(key, ()))
        for one, other in couples:
            n += 1
            agreed += one == other
            if TIE not in (one, other):
                n_decisive += 1
                agreed_decisive += one == other
    return Votes(n, agreed, n_decisive, agreed_decisive)


def _by_key(votes: Iterable[Judgment]) -> dict[tuple[Any, ...], list[str]]:
    groups: dict[tuple[Any, ...], list[str]] = {}
    for vote in votes:
        if vote.outcome is not None and vote.model_b:
            told = told_for(vote, min(vote.pair))
            groups.setdefault(_key(vote), []).append(side(told.outcome or 0.0))
    return groups


def _key(one: Judgment) -> tuple[Any, ...]:
    return (one.item, one.turn, *sorted(one.pair), one.criterion)


def _matched(gold: str, pair: Pair) -> Matched:
    verdict = pair.verdict
    game = pair.games[0]
    return Matched(
        gold,
        "" if verdict is None else side(verdict),
        game.cluster,
        game.category,
        game.strength if len({one.strength for one in pair.games}) == 1 else "",
        _consistent(pair),
        longer_of(game.style_a, game.style_b),
    )


def _consistent(pair: Pair) -> bool | None:
    """Whether both orders agreed; data with one row per pair says so in its label, as MT-Bench's does."""
    if pair.both:
        return pair.agreed
    return False if pair.games[0].label == CONFLICT else None


def _single(gold: str, game: Judgment, model_a: str) -> Matched:
    told = told_for(game, model_a)
    label = "" if told.outcome is None else side(told.outcome)
    return Matched(gold, label, game.cluster, game.category, game.strength)


def _labels(pair: Pair) -> tuple[str, str]:
    one, other = ("" if game.outcome is None else side(game.outcome) for game in pair.games)
    return (other, one) if pair.games[0].first == "b" else (one, other)


def longer_of(ours: Style, theirs: Style) -> str:
    """``a`` or ``b``, whichever answer is longer; empty if that is not known, or neither is."""
    for name in ("tokens", "characters"):
        one, other = getattr(ours, name), getattr(theirs, name)
        if one is not None and other is not None:
            return "" if one == other else "a" if one > other else "b"
    return ""


def _no_partner(votes: Sequence[Judgment], asked: Sequence[Judgment]) -> str:
    if not votes or not asked:
        return f"nothing to compare: {len(votes)} gold labels and {len(asked)} judgments of pairs"
    one, other = votes[0], asked[0]
    return (
        f"none of {len(votes)} gold labels and {len(asked)} judgments are about the same item and pair: "
        f"gold has item {one.item!r} with {one.model_a!r} and {one.model_b!r}, "
        f"the judgments have item {other.item!r} with {other.model_a!r} and {other.model_b!r}"
    )


def _points(gold: str, label: str) -> int:
    return 0 if label in ("", TIE) else 1 if label == gold else -1


def _credit(row: Matched) -> float:
    if row.judge == row.gold:
        return 1.0
    return 0.5 if TIE in (row.judge, row.gold) else 0.0


def _share(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def _confusion(rows: Sequence[Matched]) -> dict[str, dict[str, int]]:
    counts = Counter((row.judge, row.gold) for row in rows)
    labels = sorted({label for cell in counts for label in cell})
    return {said: {gold: counts[said, gold] for gold in labels} for said in labels}


def _intervals(rows: Sequence[Matched], rounds: int, seed: int) -> tuple[Any, Any, Any]:
    """Of agreement, decisive agreement and kappa, by resampling prompts with all their rows."""
    import numpy as np

    labels = sorted({label for row in rows for label in (row.judge, row.gold)})
    clusters = {name: number for number, name in enumerate(dict.fromkeys(row.cluster for row in rows))}
    size = len(labels)
    cells = np.zeros((len(clusters), size, size))
    for row in rows:
        cells[clusters[row.cluster], labels.index(row.judge), labels.index(row.gold)] += 1
    drawn = np.array(list(draws(np.arange(len(clusters)), rounds, seed)))
    tables = np.tensordot(drawn, cells, axes=1)
    total, agreed = tables.sum(axis=(1, 2)), np.trace(tables, axis1=1, axis2=2)
    chance = (tables.sum(axis=1) * tables.sum(axis=2)).sum(axis=1) / total**2
    keep = [number for number, label in enumerate(labels) if label != TIE]
    inner = tables[:, keep][:, :, keep]
    with np.errstate(invalid="ignore", divide="ignore"):
        decisive = np.trace(inner, axis1=1, axis2=2) / inner.sum(axis=(1, 2))
        beyond = (agreed / total - chance) / (1 - chance)
    return tuple(_finite(values) for values in (agreed / total, decisive, beyond))  # type: ignore[return-value]


def _finite(values: Floats) -> tuple[float, float] | None:
    import numpy as np

    low, high = (float(bound) for bound in percentile_interval(values))
    return (low, high) if np.isfinite([low, high]).all() else None


__all__ = [
    "Agreement",
    "Matched",
    "Matching",
    "Strength",
    "TwoOrders",
    "Votes",
    "agreement",
    "among_votes",
    "by_strength",
    "gold_inside",
    "matching",
    "two_orders",
]
