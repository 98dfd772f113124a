"""A metric: a name, an estimator, and what each sample contributes to it.

What it reads is a :class:`Scored`: a score just made, or the sample that was stored of it. Both give the
same number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from lm_eval_tasks.runs.records import DOUBTS, Key
from lm_eval_tasks.statistics.estimators import Estimate, Estimator, PairedEstimate

Kind = Literal["strict", "loose"]
Need = Literal["loose", "gate"]


class Scored(Protocol):
    """What a metric reads: a score just made, or a stored sample."""

    @property
    def key(self) -> Key:
        """The prompt's key."""

    @property
    def cluster(self) -> Key:
        """The draw it belongs to: a conversation, or the prompt itself."""

    @property
    def instruction_ids(self) -> tuple[str, ...]:
        """The ids, in the order of the data."""

    @property
    def strict(self) -> tuple[bool, ...]:
        """Strict verdicts, before the gate."""

    @property
    def loose(self) -> tuple[bool, ...] | None:
        """Loose verdicts, before the gate; None where there are none."""

    @property
    def strict_gated(self) -> tuple[bool, ...]:
        """Strict verdicts, all False where the gate refused."""

    @property
    def loose_gated(self) -> tuple[bool, ...] | None:
        """Loose verdicts, all False where the gate refused."""

    @property
    def refusal(self) -> Any:
        """Why the gate refused, with its ``reason``; None where it did not."""

    @property
    def doubts(self) -> Mapping[str, tuple[str | None, ...]]:
        """Why verdicts were not decided, by kind, before the gate; None for decided ones."""


@dataclass(frozen=True)
class Column:
    """A column of verdicts, one verdict per instruction: strict or loose ones, after the gate or before it.

    A breakdown by instruction type adds up a column. A metric names the column whose verdicts it is
    about, so that the sums of a breakdown are its number.
    """

    kind: Kind
    gated: bool

    def of(self, score: Scored) -> tuple[bool, ...]:
        """The verdicts; the strict ones where the score has no loose ones."""
        strict = score.strict_gated if self.gated else score.strict
        if self.kind == "strict":
            return strict
        return (score.loose_gated if self.gated else score.loose) or strict

    def doubts_of(self, score: Scored) -> tuple[str | None, ...]:
        """Why verdicts were not decided, None for decided ones. A gate that refused decided all of them."""
        if not self.gated or score.refusal is None:
            return score.doubts[self.kind]
        reason = score.refusal.reason if score.refusal.reason in DOUBTS else None
        return (reason,) * len(score.instruction_ids)


@dataclass(frozen=True)
class EachOf:
    """The verdicts of a column, as what a sample contributes to their share."""

    column: Column

    def __call__(self, score: Scored) -> list[bool]:
        """The verdicts."""
        return list(self.column.of(score))


@dataclass(frozen=True)
class AllOf:
    """Whether all verdicts of a column are followed, as what a sample contributes to the share of prompts."""

    column: Column

    def __call__(self, score: Scored) -> bool:
        """Whether all of them are followed."""
        return all(self.column.of(score))


STRICT = Column("strict", gated=True)
STRICT_BEFORE_GATE = Column("strict", gated=False)
LOOSE = Column("loose", gated=True)


@dataclass(frozen=True)
class Metric:
    """A number of a benchmark.

    ``value`` takes what one sample contributes out of its score, in the form that ``estimator`` takes: one
    bool for :class:`~lm_eval_tasks.statistics.estimators.Share`, a list of bools for ``ClusteredShare``.
    It is None where the sample does not belong to the metric. ``column`` holds the single verdicts that
    the number is about, and ``all_of_column`` says that a sample passes if all of them are followed.
    ``needs`` names what a benchmark must have for the number to mean anything.
    """

    name: str
    estimator: Estimator
    value: Callable[[Any], Any]
    column: Column = STRICT
    all_of_column: bool = False
    needs: tuple[Need, ...] = ()

    def aggregate(self, values: Iterable[Any]) -> float:
        """The number over contributions, of which None is left out."""
        return self.estimator.value(_kept(values))

    def stderr(self, values: Iterable[Any]) -> float:
        """Its standard error; not a number for fewer than two draws."""
        return self.estimator.stderr(_kept(values))

    def estimate(self, scores: Sequence[Scored]) -> Estimate:
        """The number over scores or samples, and how sure it is; prompts may have several answers."""
        if not several(scores):
            return self.estimator.estimate(_kept(map(self.value, scores)))
        clusters = grouped(scores, lambda score: score.cluster)
        return self.estimator.estimate_of_several(self._by_group(clusters))

    def paired(self, first: Sequence[Scored], second: Sequence[Scored]) -> PairedEstimate:
        """The number in two runs over the same prompts, in the same order."""
        if not several(first):
            return self.estimator.paired(_kept(map(self.value, first)), _kept(map(self.value, second)))
        sides = (self._by_group(grouped(side, lambda score: score.key)) for side in (first, second))
        return self.estimator.paired_of_several(*sides)

    def verdicts(self, score: Scored) -> list[tuple[str, bool]]:
        """The single verdicts the metric is about, each with its instruction id; empty where it is not."""
        if self.value(score) is None:
            return []
        return list(zip(score.instruction_ids, self.column.of(score), strict=True))

    def _by_group(self, groups: Mapping[str, Sequence[Scored]]) -> list[list[Any]]:
        """What the answers of each group contribute; without groups that do not belong to the metric."""
        found = [_kept(map(self.value, answers)) for answers in groups.values()]
        return [values for values in found if values]


def several(scores: Sequence[Scored]) -> bool:
    """Whether a prompt has several answers."""
    return len({str(score.key) for score in scores}) < len(scores)


def grouped(scores: Iterable[Scored], of: Callable[[Any], Key]) -> dict[str, list[Any]]:
    """The scores of each prompt, or of each conversation, in the order of the data."""
    groups: dict[str, list[Any]] = {}
    for score in scores:
        groups.setdefault(str(of(score)), []).append(score)
    return groups


def _kept(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if value is not None]
