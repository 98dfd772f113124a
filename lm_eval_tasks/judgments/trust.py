"""Everything ``agree`` says about judges, as one value that JSON can hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from lm_eval_tasks.errors import LmEvalTasksError
from lm_eval_tasks.judgments.agreement import (
    agreement,
    among_votes,
    by_strength,
    matching,
    two_orders,
)
from lm_eval_tasks.judgments.battles import Pair, pairs_of
from lm_eval_tasks.judgments.diagnostics import (
    length_against_gold,
    length_association,
    length_rows,
    position,
    self_preference,
)
from lm_eval_tasks.judgments.ranking import associated, consistent, mean_of, slope_of
from lm_eval_tasks.judgments.records import Judgment, Judgments
from lm_eval_tasks.judgments.win_rates import consistency_by_category, repeatability


@dataclass(frozen=True)
class TrustOptions:
    """How to measure agreement."""

    own: tuple[str, ...] = ()
    """The models of the judge's own family."""
    rounds: int = 2000
    own_rounds: int = 200
    seed: int = 0


def trust(
    gold: Judgments,
    judged: Judgments,
    options: TrustOptions,
    advance: Callable[[int], Any] = lambda _step: None,
) -> dict[str, Any]:
    """How far each judge in ``judged`` can be trusted, by the labels in ``gold``."""
    votes = [one for one in gold.judgments if one.model_b]
    judges: dict[str, list[Judgment]] = {}
    for one in judged.judgments:
        if one.model_b:
            judges.setdefault(one.judge, []).append(one)
    if not judges:
        raise LmEvalTasksError(
            f"{judged.source}: no judgment of a pair; expected model_a, model_b and a winner"
        )
    people = among_votes(votes)
    return {
        "kind": "agreement",
        "gold": gold.source,
        "source": judged.source,
        "judges": {name: _judge(votes, own, options, advance) for name, own in judges.items()},
        "people": asdict(people) if people.pairs else None,
        "left_out": dict(judged.undecided),
        "seed": options.seed,
        "rounds": options.rounds,
    }


def _judge(
    votes: Sequence[Judgment],
    judged: Sequence[Judgment],
    options: TrustOptions,
    advance: Callable[[int], Any],
) -> dict[str, Any]:
    found = matching(votes, judged)
    pairs = pairs_of(judged)
    measured = position(pairs)
    repeats = repeatability(judged)
    categories = dict.fromkeys(row.category for row in found.rows if row.category)
    lengths = length_against_gold(length_rows(votes, judged))
    strong = [row for row in found.games if row.strength]
    return {
        "matched": len(found.rows),
        "gold_alone": found.gold_alone,
        "gold_undecided": found.gold_undecided,
        "judged_alone": found.judged_alone,
        "all": asdict(agreement(found.rows, options.rounds, options.seed)),
        "categories": {
            name: asdict(
                agreement([row for row in found.rows if row.category == name], options.rounds, options.seed)
            )
            for name in categories
        },
        "two_orders": asdict(two_orders(found.orders)) if found.orders else None,
        "strengths": [asdict(one) for one in by_strength(found.games)] if strong else [],
        "consistency": {
            "all": consistent(measured.counts),
            "categories": {name: consistent(one) for name, one in consistency_by_category(pairs).items()},
            "first_preference_p": measured.p,
            "first_preference_interval": measured.interval,
            "first_lift": mean_of(measured.first_lift),
        },
        "repeatability": {**asdict(repeats), "share": repeats.share},
        "length": _length(pairs),
        "length_against_gold": None
        if lengths is None
        else {
            **asdict(lengths),
            "excess_error_when_gold_is_shorter": lengths.excess_error,
            "slope": slope_of(lengths.slope),
        },
        "self_preference": _favour(votes, judged, options, advance),
    }


def _favour(
    votes: Sequence[Judgment],
    judged: Sequence[Judgment],
    options: TrustOptions,
    advance: Callable[[int], Any],
) -> dict[str, Any] | None:
    if not options.own:
        return None
    found = self_preference(votes, judged, options.own, options.own_rounds, options.seed, advance)
    return {
        "table": [{**asdict(one), "difference": one.difference} for one in found.table],
        "families": [{**asdict(one), "elo": one.elo} for one in found.families],
        "gold_elo": dict(found.gold_elo),
        "notes": list(found.notes),
    }


def _length(pairs: Iterable[Pair]) -> dict[str, Any] | None:
    try:
        return associated(length_association(pairs))
    except LmEvalTasksError:
        return None


__all__ = ["TrustOptions", "trust"]
