"""Everything ``rank`` says about a set of judgments, as one value that JSON can hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from lm_eval_tasks.errors import LmEvalTasksError, UnknownNameError
from lm_eval_tasks.judgments.battles import Battles, Orders, battles_of, told_for
from lm_eval_tasks.judgments.diagnostics import LengthAssociation, Slope, length_association, position
from lm_eval_tasks.judgments.published import MT_BENCH, PROTOCOLS, leaderboard
from lm_eval_tasks.judgments.ratings import PROMPTS, ROWS, Anchor, Ratings, elo, rate
from lm_eval_tasks.judgments.records import Judgments
from lm_eval_tasks.judgments.style import CONTROLS
from lm_eval_tasks.judgments.win_rates import (
    Consistency,
    Record,
    consistency,
    consistency_by_category,
    intervals,
    matrix,
    records,
    versus,
)
from lm_eval_tasks.statistics.planning import paired_sd, prompts_needed, smallest_difference
from lm_eval_tasks.statistics.resampling import ClusteredMean

BT, ELO, WIN_RATE = "bt", "elo", "win-rate"
WAYS = (BT, ELO, WIN_RATE)
USUAL_CORRELATION = 0.2
"""Of two models' outcomes on one prompt against one baseline: the median measured."""
PLANNED = (0.01, 0.02, 0.03, 0.05, 0.1)


@dataclass(frozen=True)
class Options:
    """How to rank."""

    by: str = BT
    control: str = ""
    protocol: str = ""
    orders: Orders = "mean"
    anchor: Anchor | None = None
    baseline: str = ""
    category: str = ""
    ci: str = PROMPTS
    rounds: int = 200
    prior: float = 0.0
    versus: tuple[str, str] | None = None
    plan: bool = False
    seed: int = 0


def ranking(
    read: Judgments, options: Options, advance: Callable[[int], Any] = lambda _step: None
) -> dict[str, Any]:
    """The ranking of judgments, with everything needed to read it rightly.

    Raises:
        LmEvalTasksError: if nothing can be ranked, or options contradict each other.
    """
    _fitting(options)
    if options.protocol == MT_BENCH:
        options = replace(options, orders="tie")
    read = _of_category(read, options.category)
    battles = battles_of(read.judgments, options.orders)
    if options.baseline and options.baseline not in battles.models:
        raise UnknownNameError("baseline", options.baseline, battles.models)
    found = _head(read, battles, options)
    if options.protocol:
        found["leaderboard"] = asdict(
            leaderboard(options.protocol, read.judgments, options.control, options.baseline)
        )
    elif options.by == WIN_RATE:
        found["pools"] = []
    else:
        ratings = (
            elo(battles, options.anchor)
            if options.by == ELO
            else rate(
                battles,
                options.control,
                options.anchor,
                options.ci,
                options.rounds,
                options.prior,
                options.seed,
                advance,
            )
        )
        found |= _ratings(ratings)
    found["win_rates"] = _win_rates(battles, options)
    found["matrix"] = _matrix(battles)
    found["consistency"] = _consistency(battles)
    found["length"] = _length(battles, options.baseline)
    found["categories"] = _categories(battles)
    if options.versus:
        found["versus"] = _versus(battles, *options.versus)
    if options.plan:
        found["plan"] = _plan(battles)
    return found


def _of_category(read: Judgments, category: str) -> Judgments:
    """The judgments of one category, or all of them."""
    if not category:
        return read
    known = {one.category for one in read.judgments if one.category}
    if category not in known:
        raise UnknownNameError("category", category, known)
    return replace(read, judgments=tuple(one for one in read.judgments if one.category == category))


def _fitting(options: Options) -> None:
    for kind, value, known in (
        ("way to rank", options.by, WAYS),
        ("unit of resampling", options.ci, (PROMPTS, ROWS)),
        ("control", options.control or CONTROLS[0], CONTROLS),
        ("protocol", options.protocol or PROTOCOLS[0], PROTOCOLS),
    ):
        if value not in known:
            raise UnknownNameError(kind, value, known)
    if options.control and options.by != BT:
        raise LmEvalTasksError(
            f"--control holds style equal in Bradley-Terry; it cannot with --by {options.by}"
        )
    if options.prior and options.by != BT:
        raise LmEvalTasksError(f"--prior belongs to --by bt; found --by {options.by}")
    if options.protocol and (options.anchor or options.prior):
        raise LmEvalTasksError("a published protocol has its own scale: leave --anchor and --prior out")


def _head(read: Judgments, battles: Battles, options: Options) -> dict[str, Any]:
    judges = sorted({one.judge for one in read.judgments if one.judge})
    return {
        "kind": "ranking",
        "source": read.source,
        "form": read.form,
        "facts": dict(read.facts),
        "judges": judges,
        "judgments": len(read),
        "dropped": [asdict_struct(one) for one in read.dropped],
        "left_out": dict(battles.left_out),
        "notes": list(read.notes),
        "by": options.by,
        "control": options.control,
        "protocol": options.protocol,
        "category": options.category,
        "orders": options.orders,
        "battles": len(battles),
        "prompts": battles.prompts,
        "models": list(battles.models),
        "ci": options.ci,
        "rounds": options.rounds,
        "seed": options.seed,
    }


def asdict_struct(one: Any) -> dict[str, Any]:
    """A struct of msgspec as a plain dictionary."""
    import msgspec

    found: dict[str, Any] = msgspec.to_builtins(one)
    return found


def _ratings(found: Ratings) -> dict[str, Any]:
    return {
        "comparable": found.comparable,
        "prior": found.prior,
        "rating_notes": list(found.notes),
        "pools": [
            {
                "anchor": pool.anchor,
                "unfinished": pool.unfinished,
                "ratings": [asdict(one) for one in pool.ratings],
                "coefficients": {
                    name: {"value": value, "low": low, "high": high}
                    for name, (value, low, high) in pool.coefficients.items()
                },
            }
            for pool in found.pools
        ],
    }


def _win_rates(battles: Battles, options: Options) -> dict[str, Any]:
    found = {}
    bounds = intervals(battles, options.ci == ROWS, options.rounds, options.seed) if options.rounds else {}
    for model, record in records(battles.battles).items():
        low, high = bounds.get(model, (None, None))
        found[model] = {**_record(record), "low": low, "high": high}
    return dict(sorted(found.items(), key=lambda pair: -(pair[1]["win_rate_ties_half"] or 0.0)))


def _record(record: Record) -> dict[str, Any]:
    return {
        "battles": record.battles,
        "wins": record.wins,
        "losses": record.losses,
        "ties": record.ties,
        "win_rate_no_ties": record.win_rate_no_ties,
        "win_rate_ties_half": record.win_rate_ties_half,
        "wins_of_all": record.wins_of_all,
    }


def _matrix(battles: Battles) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for (model, other), record in matrix(battles.battles).items():
        found.setdefault(model, {})[other] = _record(record)
    return found


def _consistency(battles: Battles) -> dict[str, Any]:
    measured = position(battles.pairs)
    return {
        "all": consistent(consistency(battles.pairs)),
        "categories": {name: consistent(one) for name, one in consistency_by_category(battles.pairs).items()},
        "first_preference_p": measured.p,
        "first_preference_interval": measured.interval,
        "first_lift": mean_of(measured.first_lift),
    }


def consistent(one: Consistency) -> dict[str, Any]:
    """A consistency with the shares that follow from it."""
    return {
        **asdict(one),
        "position_consistency": one.share,
        "interval": one.interval if one.pairs else None,
        "first_preference": one.first_preference,
    }


def _length(battles: Battles, reference: str) -> dict[str, Any] | None:
    try:
        found = length_association(battles.pairs, reference or _baseline(battles))
    except LmEvalTasksError:
        return None
    return associated(found)


def _baseline(battles: Battles) -> str:
    """The model in every battle, if there is one."""
    everywhere = [
        name for name in battles.models if all(name in (one.model_a, one.model_b) for one in battles.battles)
    ]
    return everywhere[0] if len(everywhere) == 1 else ""


def associated(found: LengthAssociation) -> dict[str, Any]:
    """An association with length, for JSON."""
    return {
        "unit": found.unit,
        "bins": {name: mean_of(one) for name, one in found.bins.items()},
        "slope": slope_of(found.plain),
        "slope_with_models": slope_of(found.with_models),
        "longer_wins": mean_of(found.longer_wins),
    }


def slope_of(one: Slope | None) -> dict[str, Any] | None:
    """A slope with its interval."""
    return None if one is None else {**asdict(one), "interval": one.interval}


def mean_of(one: ClusteredMean) -> dict[str, Any]:
    """A mean with its interval; what is not a number is null."""
    return {
        key: value if not isinstance(value, float) or math.isfinite(value) else None
        for key, value in {**asdict(one), "low": one.low, "high": one.high}.items()
    }


def _categories(battles: Battles) -> dict[str, dict[str, Any]]:
    return {
        name: {
            model: _record(record)
            for model, record in records(one for one in battles.battles if one.category == name).items()
        }
        for name in battles.categories
    }


def _versus(battles: Battles, model: str, other: str) -> list[dict[str, Any]]:
    for name in (model, other):
        if name not in battles.models:
            raise UnknownNameError("model", name, battles.models)
    found = versus(battles, model, other)
    if not found:
        raise LmEvalTasksError(
            f"{model} and {other} share fewer than two prompts, against each other or a common opponent"
        )
    return [{**asdict(one), "smallest_difference": one.smallest} for one in found]


def _plan(battles: Battles) -> dict[str, Any]:
    """How many prompts tell a difference, by the spread that these judgments have."""
    sums: dict[tuple[str, str], list[float]] = {}
    for pair in battles.pairs:
        for model in pair.games[0].pair:
            outcomes = [told_for(game, model).outcome for game in pair.games]
            known = [outcome for outcome in outcomes if outcome is not None]
            if known:
                sums.setdefault((model, pair.games[0].cluster), []).append(math.fsum(known) / len(known))
    values: dict[str, list[float]] = {}
    for (model, _), means in sums.items():
        values.setdefault(model, []).append(math.fsum(means) / len(means))
    spreads = sorted(_sd(means) for means in values.values() if len(means) > 1)
    if not spreads:
        raise LmEvalTasksError("--plan needs at least two prompts, to know how much verdicts spread")
    sd = spreads[len(spreads) // 2]
    between = paired_sd(sd, USUAL_CORRELATION)
    sizes = sorted(len(means) for means in values.values())
    prompts = sizes[len(sizes) // 2]
    return {
        "sd_per_prompt": sd,
        "correlation": USUAL_CORRELATION,
        "sd_of_difference": between,
        "prompts": prompts,
        "smallest_against_one_opponent": smallest_difference(sd, prompts),
        "smallest_between_two_models": smallest_difference(between, prompts),
        "needed": [
            {
                "difference": one,
                "against_one_opponent": prompts_needed(sd, one),
                "between_two_models": prompts_needed(between, one),
            }
            for one in PLANNED
        ],
    }


def _sd(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))


def refused(found: Mapping[str, Any]) -> str:
    """Why there is no ranking of all models, in words; empty if there is one."""
    if found["protocol"] or found["by"] == WIN_RATE or found["comparable"]:
        return ""
    groups = [[one["model"] for one in pool["ratings"]] for pool in found["pools"]]
    if len(groups) > 1:
        named = "; ".join(f"{{{', '.join(group[:8])}{', …' if len(group) > 8 else ''}}}" for group in groups)
        return (
            f"no ranking of all models: {len(groups)} groups never met, not even through others: {named}. "
            "Ratings compare within a group only"
        )
    return (
        "no finite rating for anyone: in each pair that met, only one of both ever scored. "
        "More battles, or --prior 0.5 with --anchor, give ratings"
    )


__all__ = [
    "BT",
    "ELO",
    "WAYS",
    "WIN_RATE",
    "Options",
    "associated",
    "consistent",
    "mean_of",
    "ranking",
    "refused",
    "slope_of",
]
