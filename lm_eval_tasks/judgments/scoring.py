"""Saved judgments as the numbers of a task: what ``score`` does with them, without a model.

A result is made of plain values: tables of a title, columns and rows, and notes. Every number that
counts what was not decided is beside one that does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lm_eval_tasks._version import __version__
from lm_eval_tasks.errors import DataError, LmEvalTasksError, MissingDependencyError, UnknownNameError
from lm_eval_tasks.judgments import if_rewardbench, length_control, mt_bench
from lm_eval_tasks.judgments.battles import battles_of, pairs_of
from lm_eval_tasks.judgments.forms import read_judgments, read_rows, without_repeated
from lm_eval_tasks.judgments.published import leaderboard
from lm_eval_tasks.judgments.records import Judgment, Judgments
from lm_eval_tasks.judgments.win_rates import consistency, intervals, records
from lm_eval_tasks.text.relations import counted

ROUNDS = 200
SEED = 0


@dataclass(frozen=True)
class Options:
    """What can be chosen beside the task."""

    calibration: tuple[str, ...] = ()
    """Files with difficulties and gamed baselines, for AlpacaEval."""
    positional: bool = False
    """Difficulties by the place in the file, as published numbers have them."""
    variant: length_control.Variant | None = None
    """A variant of the length control; by default the richest that is possible."""
    positions: str | None = None
    """IF-RewardBench's map of the orders shown."""


@dataclass(frozen=True)
class JudgeTask:
    """One kind of judgments and its numbers."""

    name: str
    title: str
    forms: str
    """What it reads, for messages."""
    tables: Callable[[Judgments, Options, list[str]], list[dict[str, Any]]]
    accepts: frozenset[str] = frozenset()
    """Names of the forms it reads; empty for every form with pairs."""
    official_keeps_repeated: bool = False


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """A table of plain values; the first column is a name."""
    return {"title": title, "columns": list(columns), "rows": [list(row) for row in rows]}


def score(source: str | Sequence[str], task: str, options: Options | None = None) -> dict[str, Any]:
    """The numbers of saved judgments.

    Args:
        source: files or folders of judgments.
        task: one of :data:`TASKS`.
        options: what can be chosen beside the task.

    Raises:
        UnknownNameError: a task that does not exist.
        DataError: files that cannot be read or hold other judgments.
    """
    if task not in TASKS:
        raise UnknownNameError("judge task", task, TASKS)
    chosen = TASKS[task]
    given = options or Options()
    read = read_judgments(source, keep_repeated=True)
    notes = list(read.notes)
    other = set(read.form.split(", ")) - chosen.accepts if chosen.accepts else set()
    if other:
        raise DataError(
            [f"judgments of the form {', '.join(sorted(other))}; {task} reads {chosen.forms}"], read.source
        )
    once = without_repeated(read)
    repeated = len(read) - len(once)
    if repeated:
        notes.append(f"{counted(repeated, 'judgment')} repeated: the first decided one of each counts")
    tables = chosen.tables(once, given, notes)
    if not tables:
        raise DataError([f"no judgments of {task}; it reads {chosen.forms}"], read.source)
    if repeated and chosen.official_keeps_repeated:
        for one in chosen.tables(read, given, []):
            tables.append(
                {**one, "title": f"{one['title']}, with repeated judgments as the original counts them"}
            )
    return {
        "task": task,
        "signature": f"{task}|{read.form}|v{__version__}",
        "judgments": {
            "source": read.source,
            "form": read.form,
            "sha256": read.facts.get("sha256"),
            "read": len(read),
            "repeated": repeated,
            "decided": sum(one.decided for one in once.judgments),
            "undecided": dict(once.undecided),
            "dropped": [asdict_dropped(one) for one in read.dropped],
            "judges": sorted({one.judge for one in once.judgments if one.judge}),
            "models": list(once.models),
        },
        "tables": tables,
        "notes": notes,
    }


def asdict_dropped(one: Any) -> dict[str, Any]:
    """A count of dropped rows as plain values."""
    return {"reason": one.reason, "count": one.count, "places": list(one.places)}


def _pairs(read: Judgments) -> list[Judgment]:
    return [one for one in read.judgments if one.model_b]


def _mt_bench(read: Judgments, options: Options, notes: list[str]) -> list[dict[str, Any]]:  # noqa: ARG001
    tables = []
    rated = mt_bench.ratings(read.judgments)
    if rated:
        rows = [(row.model, row.turn1, row.turn2, row.average, row.n, row.undecided) for row in rated]
        tables.append(table("ratings", ("model", "turn 1", "turn 2", "all rows", "n", "undecided"), rows))
        categories = sorted({name for row in rated for name in row.by_category})
        if categories:
            models = [row.model for row in rated]
            cells = [(name, *(row.by_category.get(name) for row in rated)) for name in categories]
            tables.append(table("ratings by category", ("category", *models), cells))
    paired = mt_bench.pairs(_pairs(read))
    if paired:
        columns = ("model", "wins", "losses", "ties", "wins of all", "ties half", "without ties", "undecided")
        counts = [
            (
                row.model,
                row.wins,
                row.losses,
                row.ties,
                row.win_rate,
                row.win_rate_ties_half,
                row.win_rate_without_ties,
                row.undecided,
            )
            for row in paired
        ]
        tables.append(table("pairs, a win in both orders", columns, counts))
        tables += _orders(_pairs(read))
    return tables


def _alpaca_eval(read: Judgments, options: Options, notes: list[str]) -> list[dict[str, Any]]:
    calibration = length_control.read_calibration(options.calibration) if options.calibration else None
    groups: dict[tuple[str, str], list[Judgment]] = {}
    for one in _pairs(read):
        groups.setdefault(one.pair, []).append(one)
    raw: list[tuple[Any, ...]] = []
    controlled: list[tuple[Any, ...]] = []
    for (model, baseline), given in groups.items():
        rates = length_control.win_rates(given)
        percent = (rates.win_rate, rates.standard_error, rates.discrete_win_rate)
        counts = (rates.n_wins, rates.n_wins_base, rates.n_draws, rates.n_undecided)
        raw.append((model, baseline, *percent, *counts))
        try:
            found = length_control.length_controlled(
                given, calibration, variant=options.variant, positional=options.positional
            )
        except MissingDependencyError as error:
            notes.append(str(error))
        except LmEvalTasksError as error:
            notes.append(f"{model}: no length-controlled win rate: {error}")
        else:
            row = (model, rates.win_rate, found.win_rate, found.standard_error, found.variant, found.c)
            controlled.append((*row, rates.average_length))
            notes += [f"{model}: {text}" for text in found.warnings]
    tables = []
    if raw:
        columns = (
            "model",
            "baseline",
            "win rate",
            "s.e.",
            "discrete",
            "wins",
            "losses",
            "draws",
            "undecided",
        )
        tables.append(table("win rates in percent", columns, raw))
    if controlled:
        names = ("model", "raw", "controlled", "s.e.", "variant", "C", "length")
        tables.append(table("controlled for length, in percent", names, controlled))
    return tables


def _win_rates(read: Judgments, options: Options, notes: list[str]) -> list[dict[str, Any]]:  # noqa: ARG001
    judgments = _pairs(read)
    if not judgments:
        return []
    found = battles_of(judgments)
    bounds: Mapping[str, tuple[float, float]] = {}
    try:
        bounds = intervals(found, rows=False, rounds=ROUNDS, seed=SEED)
    except ImportError:
        notes.append("intervals need numpy and scipy: pip install 'lm-eval-tasks[judging]'")
    rows = []
    for model, one in records(found.battles).items():
        low, high = bounds.get(model, (None, None))
        rates = (one.win_rate_ties_half, low, high, one.win_rate_no_ties, one.wins_of_all)
        rows.append((model, *rates, one.battles))
    rows.sort(key=lambda row: -(row[1] or 0.0))
    columns = ("model", "ties half", "low", "high", "without ties", "wins of all", "weight")
    tables = [table("win rates, 95 % intervals by prompts", columns, rows)]
    categories = sorted({one.category for one in judgments if one.category})
    if len(categories) > 1:
        cells = []
        for name in categories:
            part = records(battles_of([one for one in judgments if one.category == name]).battles)
            cells += [
                (f"{name}: {model}", one.win_rate_ties_half, one.battles) for model, one in part.items()
            ]
        tables.append(table("by category", ("category and model", "ties half", "weight"), cells))
    return [*tables, *_orders(judgments)]


def _arena_hard(protocol: str) -> Callable[[Judgments, Options, list[str]], list[dict[str, Any]]]:
    """Win rates with intervals by prompts, and the published arithmetic under its name."""

    def tables(read: Judgments, options: Options, notes: list[str]) -> list[dict[str, Any]]:
        made = _win_rates(read, options, notes)
        try:
            found = leaderboard(protocol, _pairs(read))
        except LmEvalTasksError as error:
            notes.append(f"no leaderboard of {protocol}: {error}")
            return made
        rows = [(row.model, row.score, row.low, row.high, row.n) for row in found.rows]
        notes += found.notes
        return [
            *made,
            table(
                f"{protocol} as published, against {found.baseline}",
                ("model", "score", "low", "high", "n"),
                rows,
            ),
        ]

    return tables


def _orders(judgments: Sequence[Judgment]) -> list[dict[str, Any]]:
    """What both orders say, for the pairs that were judged in both."""
    found = consistency(pairs_of(judgments))
    if not found.pairs:
        return []
    columns = ("", "pairs", "consistent", "low", "high", "first won both", "second won both", "one tie")
    row = ("both orders", found.pairs, found.share, *found.interval, found.first_both, found.second_both)
    return [table("position", columns, [(*row, found.one_tie)])]


def _if_rewardbench(
    assess: Callable[[Sequence[Mapping[str, Any]], Options, if_rewardbench.Rule], if_rewardbench.Assessment],
    form: str,
) -> Callable[[Judgments, Options, list[str]], list[dict[str, Any]]]:
    def tables(read: Judgments, options: Options, notes: list[str]) -> list[dict[str, Any]]:  # noqa: ARG001
        if read.form != form:
            return []
        items, _ = read_rows(read.source)
        rules: tuple[if_rewardbench.Rule, ...] = ("strict", "official")
        found = [assess(items, options, rule) for rule in rules]
        numbers = list(found[0].overall)
        columns = ("rule", *(name.replace("_", " ") for name in numbers), "items", "replies", "undecided")
        rows = [
            (one.rule, *(one.overall[name] for name in numbers), one.n_items, one.n_replies, one.undecided)
            for one in found
        ]
        made = [table("mean of the three types of instructions", columns, rows)]
        for kind, groups in found[0].groups.items():
            cells = [
                (f"{one.rule}: {name}", *(part[number] for number in numbers))
                for one in found
                for name, part in one.groups[kind].items()
            ]
            if groups:
                made.append(table(f"by {kind.replace('_', ' ')}", columns[: 1 + len(numbers)], cells))
        for title, attribute in (
            ("by category of constraint", "categories"),
            ("by composition", "compositions"),
        ):
            cells = [
                (f"{one.rule}: {name}", *labels)
                for one in found
                for name, labels in getattr(one, attribute).items()
            ]
            if cells:
                made.append(table(title, ("rule", "positive f1", "negative f1", "mcc", "labels"), cells))
        return made

    return tables


def _constraints(
    items: Sequence[Mapping[str, Any]],
    options: Options,  # noqa: ARG001
    rule: if_rewardbench.Rule,
) -> if_rewardbench.Assessment:
    return if_rewardbench.constraint_assessment(items, rule)


def _overall(
    items: Sequence[Mapping[str, Any]], options: Options, rule: if_rewardbench.Rule
) -> if_rewardbench.Assessment:
    return if_rewardbench.overall_assessment(items, _positions(options.positions), rule)


def _positions(name: str | None) -> Mapping[str, Mapping[str, int]] | None:
    if name is None:
        return None
    rows, _ = read_rows(name)
    if len(rows) != 1 or not all(isinstance(one, Mapping) for one in rows[0].values()):
        raise DataError(["expected an object of items, each an object of pairs and positions"], name)
    return json.loads(json.dumps(rows[0]))  # type: ignore[no-any-return]


_OWN = frozenset({"judgments", "lm_eval"})

TASKS: Mapping[str, JudgeTask] = {
    task.name: task
    for task in (
        JudgeTask(
            "mt_bench_judge",
            "MT-Bench: ratings from 1 to 10 and pairs",
            "MT-Bench's model_judgment, single or pair",
            _mt_bench,
            _OWN | {"mt_bench_single", "mt_bench_pair"},
            official_keeps_repeated=True,
        ),
        JudgeTask(
            "alpaca_eval_judge",
            "AlpacaEval 2: a model against a baseline",
            "AlpacaEval's annotations.json",
            _alpaca_eval,
            _OWN | {"alpaca_eval"},
        ),
        JudgeTask(
            "arena_hard_judge",
            "Arena-Hard v0.1: two games against a baseline",
            "Arena-Hard's model_judgment of v0.1",
            _arena_hard("arena-hard-v0.1"),
            _OWN | {"arena_hard_v01"},
        ),
        JudgeTask(
            "arena_hard_v2_judge",
            "Arena-Hard v2: two games against a baseline",
            "Arena-Hard's model_judgment of v2",
            _arena_hard("arena-hard-v2"),
            _OWN | {"arena_hard_v2"},
        ),
        JudgeTask(
            "if_rewardbench_constraints",
            "IF-RewardBench: the judge on each constraint, against gold labels",
            "IF-RewardBench's results with critiques",
            _if_rewardbench(_constraints, "if_rewardbench_constraints"),
            frozenset({"if_rewardbench_constraints"}),
        ),
        JudgeTask(
            "if_rewardbench_pairs",
            "IF-RewardBench: the judge on pairs, against the preference graph",
            "IF-RewardBench's results with pairwise_evaluation_results",
            _if_rewardbench(_overall, "if_rewardbench_pairs"),
            frozenset({"if_rewardbench_pairs"}),
        ),
        JudgeTask("judge_pair", "Pairs judged in both orders", "any judgments of pairs", _win_rates),
    )
}
"""Judge tasks by name."""

__all__ = ["TASKS", "JudgeTask", "Options", "score"]
