"""Estimators: how a number is made of what the samples contribute, and how sure it is.

An estimator is a value. It knows the number, its standard error, its interval, and how two runs over the
same prompts are compared by it. A metric holds one and never asks which one it is.

- :class:`Share`: the share of True, one bool per prompt. Wilson's interval; McNemar's exact test and
  Tango's interval.
- :class:`ClusteredShare`: the pooled share of True, one list per prompt. The same interval at the
  effective sample size; the exact test by changed signs and Tango's interval, prompts as clusters.
- :class:`FamilyShare`: a :class:`Share` over families of prompts.
- :class:`MeanOfFour`: the mean of the four accuracies over turns. Student's t over conversations.

Where a prompt has several answers, the answers to one prompt are one cluster.

A test is exact and its interval is not, so that close to the border one may say yes where the other says
no. A decision is always the test's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

from lm_eval_tasks.statistics.intervals import Interval, clustered_interval, overall_interval, wilson
from lm_eval_tasks.statistics.overall import Verdicts, contributions_to, overall, overall_stderr
from lm_eval_tasks.statistics.paired import changed_signs, changes, clustered_tango, mcnemar, paired_t, tango
from lm_eval_tasks.statistics.shares import clustered_stderr, flat_mean, mean, mean_stderr


@dataclass(frozen=True)
class Estimate:
    """A number with its standard error, its 95 % interval and the method of the interval.

    ``value`` is None without data. ``stderr`` is None for fewer than two draws. ``passed`` is None where
    the number is not a share of anything counted.
    """

    value: float | None
    stderr: float | None
    interval: Interval
    passed: int | None
    total: int


@dataclass(frozen=True)
class PairedEstimate:
    """A number in two runs over the same prompts; ``difference`` is b - a.

    ``lost`` draws pass in a only, ``gained`` ones in b only; ``test`` gave ``p``, ``interval`` is the
    method of ``ci95``.
    """

    total: int
    a: float
    b: float
    difference: float
    ci95: tuple[float, float]
    lost: int
    gained: int
    p: float
    test: str
    interval: str


class Estimator(Protocol):
    """What a metric needs of an estimator."""

    @property
    def level(self) -> str:
        """What is averaged, as it is stored: ``prompt``, ``instruction``, ``family``, ``overall``."""

    @property
    def unit(self) -> str:
        """What is lost or gained between two runs, as a noun."""

    @property
    def plain(self) -> bool:
        """Whether a contribution is one bool, the number their mean and its standard error theirs."""

    @property
    def pooled(self) -> bool:
        """Whether a contribution is a list of single verdicts."""

    def value(self, values: Sequence[Any]) -> float:
        """The number; 0.0 for no contributions."""

    def stderr(self, values: Sequence[Any]) -> float:
        """Its standard error; not a number for fewer than two draws."""

    def estimate(self, values: Sequence[Any]) -> Estimate:
        """The number and how sure it is."""

    def paired(self, first: Sequence[Any], second: Sequence[Any]) -> PairedEstimate:
        """The number in two runs; contributions of one prompt are at one position."""

    def estimate_of_several(self, values: Sequence[Sequence[Any]]) -> Estimate:
        """The number over several answers per prompt; one list per prompt."""

    def paired_of_several(
        self, first: Sequence[Sequence[Any]], second: Sequence[Sequence[Any]]
    ) -> PairedEstimate:
        """The number in two runs with several answers per prompt; one list per prompt."""

    def amount(self, value: Any) -> int:
        """How much one contribution holds, so that two of one prompt can be ordered."""

    def joined(self, values: Sequence[Any]) -> Any:
        """What several answers to one prompt contribute together."""

    def rounds(self, values: Sequence[Any]) -> list[Sequence[Any]]:
        """Contributions, some of them joined, as the runs whose mean is the number."""


@dataclass(frozen=True)
class Share:
    """The share of True; a contribution is one bool per prompt."""

    level: ClassVar[str] = "prompt"
    unit: ClassVar[str] = "prompt"
    plain: ClassVar[bool] = True
    pooled: ClassVar[bool] = False

    def value(self, values: Sequence[Any]) -> float:
        """The share of True; 0.0 for no values."""
        return mean(values)

    def stderr(self, values: Sequence[Any]) -> float:
        """With the sample variance (n - 1)."""
        return mean_stderr(values)

    def estimate(self, values: Sequence[Any]) -> Estimate:
        """With Wilson's interval."""
        return _estimate(self, values, sum(values), len(values), wilson(sum(values), len(values)))

    def paired(self, first: Sequence[Any], second: Sequence[Any]) -> PairedEstimate:
        """McNemar's exact test and Tango's interval."""
        before, after = [[bool(value)] for value in first], [[bool(value)] for value in second]
        lost, gained = changes(before, after)
        return _paired_shares(
            before,
            after,
            mcnemar(lost, gained),
            tango(lost, gained, len(before)),
            ("mcnemar_exact", "tango"),
        )

    def amount(self, value: Any) -> int:
        """1 for True."""
        return int(bool(value))

    def joined(self, values: Sequence[Any]) -> Any:
        """Their mean, so that the prompts stay the draws."""
        return mean(values)

    def rounds(self, values: Sequence[Any]) -> list[Sequence[Any]]:
        """One run: joined contributions are contributions themselves."""
        return [values]

    def estimate_of_several(self, values: Sequence[Sequence[Any]]) -> Estimate:
        """The share over all answers, prompts as clusters."""
        return ClusteredShare().estimate(values)

    def paired_of_several(
        self, first: Sequence[Sequence[Any]], second: Sequence[Sequence[Any]]
    ) -> PairedEstimate:
        """The exact test by changed signs, prompts as clusters."""
        return ClusteredShare().paired(first, second)


@dataclass(frozen=True)
class ClusteredShare:
    """The pooled share of True; a contribution is a list of bools, one list per prompt."""

    level: ClassVar[str] = "instruction"
    unit: ClassVar[str] = "instruction"
    plain: ClassVar[bool] = False
    pooled: ClassVar[bool] = True

    def value(self, values: Sequence[Any]) -> float:
        """The share of True over all lists together; 0.0 for no values."""
        return flat_mean(values)

    def stderr(self, values: Sequence[Any]) -> float:
        """Clustered by prompt."""
        return clustered_stderr(values)

    def estimate(self, values: Sequence[Any]) -> Estimate:
        """With Wilson's interval at the effective sample size."""
        passed, total = sum(map(sum, values)), sum(map(len, values))
        return _estimate(self, values, passed, total, clustered_interval(values))

    def paired(self, first: Sequence[Any], second: Sequence[Any]) -> PairedEstimate:
        """The exact test by changed signs, and Tango's interval at the effective number of pairs."""
        before, after = [list(value) for value in first], [list(value) for value in second]
        p = changed_signs([sum(b) - sum(a) for a, b in zip(before, after, strict=True)])
        methods = "changed_signs_clustered", "tango_clustered"
        return _paired_shares(before, after, p, clustered_tango(before, after), methods)

    def amount(self, value: Any) -> int:
        """How many are True."""
        return sum(map(bool, value))

    def joined(self, values: Sequence[Any]) -> Any:
        """All their verdicts, so that the prompts stay the clusters."""
        return _flat(values)

    def rounds(self, values: Sequence[Any]) -> list[Sequence[Any]]:
        """One run: joined contributions are contributions themselves."""
        return [values]

    def estimate_of_several(self, values: Sequence[Sequence[Any]]) -> Estimate:
        """The share over all verdicts on all answers, prompts as clusters."""
        return self.estimate(list(map(_flat, values)))

    def paired_of_several(
        self, first: Sequence[Sequence[Any]], second: Sequence[Sequence[Any]]
    ) -> PairedEstimate:
        """The exact test by changed signs, all answers to a prompt as one cluster."""
        return self.paired(list(map(_flat, first)), list(map(_flat, second)))


@dataclass(frozen=True)
class FamilyShare:
    """The share of families that hold; ``families`` turns all contributions into one bool per family.

    A contribution is what ``families`` takes. The last part of it says whether the prompt passes.
    """

    families: Callable[[Sequence[Any]], Sequence[bool]]
    level: ClassVar[str] = "family"
    unit: ClassVar[str] = "prompt group"
    plain: ClassVar[bool] = False
    pooled: ClassVar[bool] = False

    def value(self, values: Sequence[Any]) -> float:
        """The share of families; 0.0 for none."""
        return Share().value(self.families(values))

    def stderr(self, values: Sequence[Any]) -> float:
        """With the sample variance over families."""
        return Share().stderr(self.families(values))

    def estimate(self, values: Sequence[Any]) -> Estimate:
        """With Wilson's interval over families."""
        return Share().estimate(self.families(values))

    def paired(self, first: Sequence[Any], second: Sequence[Any]) -> PairedEstimate:
        """McNemar's exact test and Tango's interval over families."""
        return Share().paired(self.families(first), self.families(second))

    def amount(self, value: Any) -> int:
        """1 if the prompt passes."""
        return int(bool(value[-1]))

    def joined(self, values: Sequence[Any]) -> Any:
        """Each by itself."""
        return tuple(values)

    def rounds(self, values: Sequence[Any]) -> list[Sequence[Any]]:
        """The first answers, the second ones and so on."""
        first = values[0] if values else None
        several = isinstance(first, list | tuple) and first and isinstance(first[0], list | tuple)
        return list(zip(*values, strict=True)) if several else [values]

    def estimate_of_several(self, values: Sequence[Sequence[Any]]) -> Estimate:
        """The mean over the first answers, the second ones and so on, each a run of its own.

        The families are the same in all of them, so the interval is that of the first.
        """
        rounds = [self.estimate(list(answers)) for answers in zip(*values, strict=True)]
        found = [one.value for one in rounds if one.value is not None]
        return replace(
            rounds[0],
            value=sum(found) / len(found) if found else None,
            passed=sum(one.passed or 0 for one in rounds),
            total=sum(one.total for one in rounds),
        )

    def paired_of_several(
        self, first: Sequence[Sequence[Any]], second: Sequence[Sequence[Any]]
    ) -> PairedEstimate:
        """As for one answer, over the families of all answers together."""
        return self.paired(_flat(first), _flat(second))


@dataclass(frozen=True)
class MeanOfFour:
    """The mean of the four accuracies, over turns where there are several.

    A contribution is a :class:`~lm_eval_tasks.statistics.overall.Verdicts`, or a tuple of its parts:
    processes may turn one into the other.
    """

    level: ClassVar[str] = "overall"
    unit: ClassVar[str] = "conversation"
    plain: ClassVar[bool] = False
    pooled: ClassVar[bool] = False

    def value(self, values: Sequence[Any]) -> float:
        """The mean over turns of the mean of the four; 0.0 for no values."""
        return overall(_turns(values))

    def stderr(self, values: Sequence[Any]) -> float:
        """Clustered by conversation."""
        return overall_stderr(_turns(values))

    def estimate(self, values: Sequence[Any]) -> Estimate:
        """With Wilson's interval at the effective number of conversations; ``total`` counts them."""
        turns = _turns(values)
        conversations = len({turn.conversation for turn in turns})
        return _estimate(self, turns, None, conversations, overall_interval(turns))

    def paired(self, first: Sequence[Any], second: Sequence[Any]) -> PairedEstimate:
        """Student's t, paired by conversation; ``total``, ``lost`` and ``gained`` are conversations."""
        before, after = _turns(first), _turns(second)
        moved: dict[str, int] = {}
        for one, other in zip(before, after, strict=True):
            moved[one.conversation] = moved.get(one.conversation, 0) + other.followed - one.followed
        a, b = overall(before), overall(after)
        pulls = contributions_to(before), contributions_to(after)
        p, interval = paired_t(b - a, [pulls[1][name] - pulls[0][name] for name in moved])
        return PairedEstimate(
            total=len(moved),
            a=a,
            b=b,
            difference=b - a,
            ci95=interval,
            lost=sum(change < 0 for change in moved.values()),
            gained=sum(change > 0 for change in moved.values()),
            p=p,
            test="t_clustered",
            interval="t_clustered",
        )

    def amount(self, value: Any) -> int:
        """How many verdicts of the turn are True."""
        return _turns([value])[0].followed

    def joined(self, values: Sequence[Any]) -> Any:
        """Each by itself."""
        return tuple(values)

    def rounds(self, values: Sequence[Any]) -> list[Sequence[Any]]:
        """One run: joined contributions are contributions themselves."""
        return [values]

    def estimate_of_several(self, values: Sequence[Sequence[Any]]) -> Estimate:
        """As for one answer: the answers to one turn are all of its conversation."""
        return self.estimate(_flat(values))

    def paired_of_several(
        self, first: Sequence[Sequence[Any]], second: Sequence[Sequence[Any]]
    ) -> PairedEstimate:
        """As for one answer: the answers to one turn are all of its conversation."""
        return self.paired(_flat(first), _flat(second))


def _flat(values: Sequence[Sequence[Any]]) -> list[Any]:
    return [one for inner in values for one in inner]


def _turns(values: Sequence[Any]) -> list[Verdicts]:
    return [Verdicts(*value) for value in values]


def _estimate(
    estimator: Estimator, values: Sequence[Any], passed: int | None, total: int, interval: Interval
) -> Estimate:
    error = estimator.stderr(values)
    return Estimate(
        estimator.value(values) if total else None,
        None if math.isnan(error) else error,
        interval,
        passed,
        total,
    )


def _paired_shares(
    first: Sequence[Sequence[bool]],
    second: Sequence[Sequence[bool]],
    p: float,
    interval: tuple[float, float],
    methods: tuple[str, str],
) -> PairedEstimate:
    total = sum(map(len, first))
    a, b = (sum(map(sum, side)) for side in (first, second))
    lost, gained = changes(first, second)
    return PairedEstimate(
        total=total,
        a=a / total if total else 0.0,
        b=b / total if total else 0.0,
        difference=(b - a) / total if total else 0.0,
        ci95=interval,
        lost=lost,
        gained=gained,
        p=p,
        test=methods[0],
        interval=methods[1],
    )
