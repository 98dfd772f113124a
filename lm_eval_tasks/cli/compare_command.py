"""``lm-eval-tasks compare``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import click

from lm_eval_tasks.data.answers import shown
from lm_eval_tasks.text.direction import isolated
from lm_eval_tasks.text.relations import counted

if TYPE_CHECKING:
    from rich.console import Console

    from lm_eval_tasks.runs.comparison import Change, Comparison, Direction
    from lm_eval_tasks.runs.records import Run

LEAST_P = 0.001
DATA = "data:"
"""How the part of a signature begins that is about the prompts."""
HEADINGS: dict[Direction, str] = {
    "lost": "Lost in B",
    "gained": "Gained in B",
    "mixed": "As many followed, but others",
}


def _number(_ctx: click.Context, _option: click.Parameter, value: float) -> float:
    """``nan``, which no range excludes, would call nothing significant."""
    if math.isnan(value):
        raise click.BadParameter("nan is no number.")
    return value


@click.command("compare")
@click.argument("a")
@click.argument("b")
@click.option(
    "--metric", "metric_name", metavar="NAME", help="the metric to judge by; without it the task's first"
)
@click.option(
    "--alpha",
    metavar="P",
    default=0.05,
    show_default=True,
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    callback=_number,
    help="a p below it is significant",
)
@click.option(
    "--fail-on-regression", is_flag=True, help="exit with 1 if B is significantly worse in the metric"
)
@click.option(
    "--task", "task_name", metavar="TASK", help="score the saved answers of both as this task first"
)
@click.option("--data", metavar="PATH", help="with --task: the prompts, as for score")
@click.option("--allow-missing", is_flag=True, help="go on where one side lacks prompts or answers")
@click.option(
    "--workers",
    metavar="N",
    default=1,
    show_default=True,
    type=click.IntRange(min=1),
    help="with --task: processes",
)
@click.option(
    "--flips",
    metavar="N",
    default=5,
    show_default=True,
    type=click.IntRange(min=0),
    help="changed prompts shown each way",
)
@click.option(
    "--json", "as_json", is_flag=True, help="print one JSON object, with every changed prompt, instead"
)
def command(
    a: str,
    b: str,
    metric_name: str | None,
    alpha: float,
    fail_on_regression: bool,
    task_name: str | None,
    data: str | None,
    allow_missing: bool,
    workers: int,
    flips: int,
    as_json: bool,
) -> None:
    r"""Compare two runs, prompt by prompt: is B better or worse than A?

    A and B are folders made by "score --output". With --task they may be anything that
    "score" reads (saved answers, lm_eval's samples); both are scored as that task first.

    \b
    lm-eval-tasks compare run1 run2
    lm-eval-tasks compare old.jsonl new.jsonl --task ifeval --data prompts.jsonl
    lm-eval-tasks compare old new --fail-on-regression --metric inst_level_loose_acc

    Every metric gets its difference with a 95 % interval and a p; for the chosen metric
    every instruction type is tested too, and the prompts that changed are listed with the
    reasons of both sides.

    p is exact: McNemar's test for prompt-level metrics; for instruction-level ones a test
    of changed signs that keeps the instructions of a prompt together. p of instruction
    types is adjusted by Holm. Intervals are Tango's. Means of several accuracies are compared
    by Student's t over conversations.

    With --task NAME_judge, A and B are saved judgments of two models on the same prompts; they are
    compared by a paired t-test over prompts.

    Exit codes: 0 done; 1 a significant regression, with --fail-on-regression only; 2 the
    runs cannot be compared.
    """
    import msgspec

    from lm_eval_tasks import get_suite
    from lm_eval_tasks.cli.terminal import note, print_json
    from lm_eval_tasks.errors import UnknownNameError
    from lm_eval_tasks.registry import JudgeTask, get_benchmark
    from lm_eval_tasks.runs.comparison import compare

    if task_name is not None and isinstance(get_benchmark(task_name), JudgeTask):
        from lm_eval_tasks.cli.judgment_scores import compare_judgments

        compare_judgments(a, b, alpha=alpha, fail_on_regression=fail_on_regression, as_json=as_json)
        return
    first, second = (_run(source, task_name, data, allow_missing, workers) for source in (a, b))
    suite = get_suite(first.task)
    metrics = {metric.name: metric for metric in suite.metrics}
    if metric_name is not None and metric_name not in metrics:
        raise UnknownNameError("metric", metric_name, metrics, suite.name)
    chosen = metrics[metric_name] if metric_name else suite.metrics[0]
    comparison = compare(first, second, suite.metrics, chosen, alpha)
    notices = _notices(comparison, first, second, allow_missing)
    for notice in notices:
        note(notice)
    if as_json:
        print_json(msgspec.to_builtins(comparison) | {"notices": notices})
    else:
        _print(comparison, chosen.estimator.unit, flips)
    if fail_on_regression and comparison.regression:
        raise SystemExit(1)


def _run(source: str, task_name: str | None, data: str | None, allow_missing: bool, workers: int) -> Run:
    from lm_eval_tasks import get_suite
    from lm_eval_tasks.cli.terminal import progress_bar
    from lm_eval_tasks.data.responses import read_responses
    from lm_eval_tasks.data.sources import local_path
    from lm_eval_tasks.errors import MissingDataError, ResponseError
    from lm_eval_tasks.instructions.scoring.results import run_of
    from lm_eval_tasks.instructions.scoring.run import score_saved
    from lm_eval_tasks.runs.store import read_run

    if task_name is not None:
        suite = get_suite(task_name)
        saved = read_responses(source)
        with progress_bar(source) as progress:
            scored = score_saved(
                suite, saved, data=data, allow_missing=allow_missing, workers=workers, progress=progress
            )
        return run_of(scored, source)
    folder = local_path(source)
    if data is not None:
        raise ResponseError(["scored runs know their prompts; --data goes with --task"], source)
    if not folder.exists():
        raise ResponseError(["no such folder"], source)
    if not folder.is_dir():
        raise ResponseError(["a file of answers needs --task NAME, which scores it first"], source)
    try:
        return read_run(folder, source)
    except MissingDataError as error:
        hint = "saved answers can be compared with --task NAME, which scores them first"
        raise MissingDataError(f"{error}; {hint}") from None


def _notices(comparison: Comparison, first: Run, second: Run, allow_missing: bool) -> list[str]:
    """What a reader must know before trusting the numbers.

    Raises:
        ResponseError: prompts that only one side has, unless ``allow_missing``.
    """
    from lm_eval_tasks.errors import ResponseError
    from lm_eval_tasks.runs.comparison import some_keys
    from lm_eval_tasks.runs.signature import differing_parts

    alone = [
        f"{counted(len(keys), 'prompt')} only in {run.name}: {some_keys(keys)}"
        for run, keys in ((first, comparison.only_a), (second, comparison.only_b))
        if keys
    ]
    if alone and not allow_missing:
        raise ResponseError(
            alone,
            f"{first.name} and {second.name} do not hold the same prompts "
            f"(--allow-missing compares the {comparison.n_prompts} both have)",
        )
    notices = [f"{said}; left out" for said in alone]
    for run in (first, second):
        missing = [one.identity for one in run.samples if "missing" in one.notes]
        if missing:
            notices.append(
                f"{run.name} has no answer for {counted(len(missing), 'prompt')} ({some_keys(missing)}), "
                "counted as empty"
            )
    ours, theirs = differing_parts(first.signature, second.signature)
    rules = [", ".join(part for part in parts if not part.startswith(DATA)) for parts in (ours, theirs)]
    if any(rules):
        notices.append(
            "the runs were NOT scored in the same way, so a difference may come from that: "
            f"A has {rules[0] or 'nothing else'}; B has {rules[1] or 'nothing else'}. "
            f"--task {first.task} scores both again"
        )
    data = [part for part in (*ours, *theirs) if part.startswith(DATA)]
    if data:
        notices.append(
            f"the runs were NOT scored on the same data ({' and '.join(data)}); "
            "the prompts compared have the same text and instruction ids"
        )
    return notices


def _print(comparison: Comparison, unit: str, flips: int) -> None:
    from lm_eval_tasks.cli.terminal import console as terminal

    console = terminal()
    console.print(f"{comparison.task}, {counted(comparison.n_prompts, 'prompt')}")
    _line(console, f"A  {comparison.a}", 0)
    _line(console, f"B  {comparison.b}", 0)
    console.print()
    _print_metrics(console, comparison)
    console.print()
    console.print(_sentence(comparison, unit), style="bold")
    if comparison.refused_a is not None:
        console.print(f"refused by the gate: {comparison.refused_a} in A, {comparison.refused_b} in B")
    if comparison.not_decided_a or comparison.not_decided_b:
        sides = [
            f"{', '.join(f'{count} {doubt}' for doubt, count in one.items()) or 'none'} in {name}"
            for name, one in (("A", comparison.not_decided_a), ("B", comparison.not_decided_b))
        ]
        console.print(f"not decided, counted as not followed: {'; '.join(sides)}")
        for kind in comparison.by_instruction:
            if kind.not_decided_a or kind.not_decided_b:
                counts = f"{kind.not_decided_a} in A, {kind.not_decided_b} in B, of {kind.total}"
                _line(console, f"{kind.instruction}: {counts}", 2)
    _print_types(console, comparison)
    _print_flips(console, comparison, flips)


def _print_metrics(console: Console, comparison: Comparison) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("metric", overflow="fold")
    for name in ("A", "B", "B - A", "95 % interval", "p"):
        table.add_column(name, justify="right", no_wrap=True)
    for one in comparison.differences:
        low, high = one.ci95
        table.add_row(
            one.metric,
            f"{one.a:.3f}",
            f"{one.b:.3f}",
            f"{one.difference:+.3f}",
            f"{low:+.3f} to {high:+.3f}",
            _p(one.p),
            style="bold" if one.metric == comparison.metric else None,
        )
    console.print(table)


def _print_types(console: Console, comparison: Comparison) -> None:
    from rich.table import Table

    moved = [one for one in comparison.by_instruction if one.lost or one.gained]
    same = len(comparison.by_instruction) - len(moved)
    console.print()
    if not moved:
        console.print(f"No verdict of the {same} instruction types changed.")
        return
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("instruction", overflow="fold")
    for name in ("n", "A", "B", "lost", "gained", "p (Holm)"):
        table.add_column(name, justify="right", no_wrap=True)
    for one in sorted(moved, key=lambda one: (one.p_holm, one.p, one.b - one.a)):
        counts = (one.total, one.a, one.b, one.lost, one.gained)
        style = "bold" if one.p_holm < comparison.alpha else None
        table.add_row(one.instruction, *map(str, counts), _p(one.p_holm), style=style)
    console.print(table)
    if same:
        console.print(f"{same} more types without a change.")


def _print_flips(console: Console, comparison: Comparison, flips: int) -> None:
    for direction, heading in HEADINGS.items():
        found = [flip for flip in comparison.flips if flip.direction == direction]
        if not found:
            continue
        console.print()
        cut = f", the first {flips} (more: --flips N, --json)" if 0 < flips < len(found) else ""
        console.print(f"{heading}: {counted(len(found), 'prompt')}{cut}", style="bold")
        for flip in found[:flips]:
            _line(console, f"key {flip.key}  {shown(flip.prompt)}", 2)
            for change in flip.changes:
                _line(console, change.what, 4)
                _line(console, f"A {_said(change, change.a, change.a_why)}", 6)
                _line(console, f"B {_said(change, change.b, change.b_why)}", 6)


def _line(console: Console, text: str, indent: int) -> None:
    """A line of data, wrapped after its indent."""
    from rich.padding import Padding
    from rich.text import Text

    console.print(Padding(Text(text), (0, 0, 0, indent), expand=False))


def _said(change: Change, followed: bool, why: str) -> str:
    if change.what == "gate":
        return isolated(why)
    return f"{'followed' if followed else 'not followed'}: {isolated(why)}"


def _sentence(comparison: Comparison, unit: str) -> str:
    """The answer to the question the command asks."""
    one = comparison.chosen
    if not one.significant(comparison.alpha):
        answer = "no significant difference"
    else:
        answer = f"B is {'worse' if comparison.regression else 'better'} by {abs(one.difference):.3f}"
    sign = "" if one.p < LEAST_P else "= "
    return f"{one.metric}: {answer}\n{counted(one.lost, unit)} lost, {one.gained} gained, p {sign}{_p(one.p)}"


def _p(p: float) -> str:
    return f"<{LEAST_P}" if p < LEAST_P else f"{p:.3f}"
