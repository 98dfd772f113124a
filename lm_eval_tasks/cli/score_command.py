"""``lm-eval-tasks score``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click


@click.command("score")
@click.argument("responses", metavar="RESPONSES")
@click.option(
    "--task", metavar="TASK", required=True, help="whose rules judge; several with commas; lm-eval-tasks list"
)
@click.option(
    "--data", metavar="PATH", help="the prompts: JSONL, JSON, parquet, a saved data set, or: sample"
)
@click.option(
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="write results.json and samples.jsonl there",
)
@click.option(
    "--workers",
    metavar="N",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="processes; more than one from some thousand answers on",
)
@click.option("--allow-missing", is_flag=True, help="score what matches; a missing answer counts as empty")
@click.option(
    "--allow-reworded", is_flag=True, help="take answers to prompts that are nearly those of the data"
)
@click.option(
    "--skip-bad-rows", is_flag=True, help="leave out rows and lines that cannot be read, and count them"
)
@click.option(
    "--fail-on-empty",
    metavar="SHARE",
    type=click.FloatRange(0, 1),
    help="exit with 1 if more than this share of the answers is null, empty or missing",
)
@click.option(
    "--think-end",
    "think_end",
    metavar="MARK",
    multiple=True,
    help="judge what follows this mark of reasoning, such as [/THINK]; repeatable; auto: all known marks",
)
@click.option(
    "--response-column", metavar="NAME", help="the column of the answers; a dot reaches into objects"
)
@click.option("--prompt-column", metavar="NAME", help="the column of the prompts")
@click.option("--key-column", metavar="NAME", help="the column of the prompts' keys")
@click.option(
    "--filter", "filter_name", metavar="NAME", help="whose answers to take from an lm_eval log of several"
)
@click.option(
    "--with-corrected", is_flag=True, help="score with the corrected edition too, and show what changes"
)
@click.option(
    "--calibration", metavar="CSV", multiple=True, help="AlpacaEval: difficulties and gamed baselines"
)
@click.option("--positional", is_flag=True, help="AlpacaEval: difficulties by place, as published")
@click.option(
    "--variant", type=click.Choice(["v1", "noreg", "minimal"]), help="AlpacaEval: the form of length control"
)
@click.option("--positions", metavar="JSON", help="IF-RewardBench: which answer of a pair was shown first")
@click.option(
    "--json", "as_json", is_flag=True, help="print results.json to standard output, and nothing else"
)
def command(
    responses: str,
    task: str,
    data: str | None,
    output: Path | None,
    workers: int,
    allow_missing: bool,
    allow_reworded: bool,
    skip_bad_rows: bool,
    fail_on_empty: float | None,
    think_end: tuple[str, ...],
    response_column: str | None,
    prompt_column: str | None,
    key_column: str | None,
    filter_name: str | None,
    with_corrected: bool,
    calibration: tuple[str, ...],
    positional: bool,
    variant: str | None,
    positions: str | None,
    as_json: bool,
    quiet: bool = False,
) -> dict[str, Any] | None:
    r"""Score saved answers, without a model.

    RESPONSES is a file whose records hold "prompt" or "key", and "response": JSONL, JSON, CSV or
    parquet, packed or not. Read as they are: lm_eval's samples_*.jsonl (--log_samples), what an
    earlier score wrote, a folder with one of these two, and the files of some twenty other tools
    (docs/formats.md). An answer may be a text, a chat message or a completion. Several answers to one
    prompt are all scored. A dash is standard input.

    \b
    lm-eval-tasks score answers.jsonl --task ifeval --output run1
    lm-eval-tasks score out/model/samples_ifeval_2025.jsonl --task ifeval_langcheck
    lm-eval-tasks score rollouts.jsonl --task ifeval --think-end auto
    lm-eval-tasks score answers.jsonl --task ifeval,ifeval_langcheck --output runs
    zcat answers.jsonl.gz | lm-eval-tasks score - --task ifeval --data prompts.jsonl --json

    For a judge task (mt_bench_judge, alpaca_eval_judge, ...) RESPONSES are saved judgments: files of
    the original benchmarks, lm_eval samples, or records of this package. See docs/judging/score.md.

    Prompts come from --data, else from the rows that lm_eval's samples carry, else from the
    Hub. An answer belongs to the prompt with exactly its text, else with its key, else with
    its text but for outer whitespace. What does not match is listed and nothing is scored
    (exit code 2), unless --allow-missing.
    """
    from lm_eval_tasks.registry import JudgeTask, get_benchmark

    if "," in task:
        given = dict(click.get_current_context().params)
        _score_several([name.strip() for name in task.split(",") if name.strip()], given)
        return None
    benchmark = get_benchmark(task)
    if isinstance(benchmark, JudgeTask):
        from lm_eval_tasks.cli.judgment_scores import score_judgments

        score_judgments(
            responses,
            task,
            output=output,
            as_json=as_json,
            calibration=calibration,
            positional=positional,
            variant=variant,
            positions=positions,
        )
        return None
    from lm_eval_tasks.cli.terminal import console, note, print_json, progress_bar
    from lm_eval_tasks.data.outputs import check_folder
    from lm_eval_tasks.data.responses import Columns, read_responses
    from lm_eval_tasks.errors import DataError, OutputError, ResponseError
    from lm_eval_tasks.instructions.scoring.corrected import corrected_part
    from lm_eval_tasks.instructions.scoring.results import results_of, samples_of
    from lm_eval_tasks.instructions.scoring.run import score_saved
    from lm_eval_tasks.runs.store import plain, write_run

    if output:
        there = next(path for path in (output, *output.absolute().parents) if path.exists())
        check_folder(there, make=False)
    suite = benchmark.with_think_end(think_end)
    twin = _corrected_twin(task).with_think_end(think_end) if with_corrected else None
    saved = read_responses(
        responses,
        filter_name=filter_name,
        columns=Columns(response_column, prompt_column, key_column),
        skip_bad=skip_bad_rows,
        task=task,
    )
    if saved.think_end and not think_end:  # judged as the run that wrote it
        suite = suite.with_think_end(saved.think_end)
    options: dict[str, Any] = {
        "allow_missing": allow_missing,
        "allow_reworded": allow_reworded,
        "skip_bad": skip_bad_rows,
        "workers": workers,
    }
    with progress_bar(task) as progress:
        try:
            run = score_saved(suite, saved, data=data, progress=progress, **options)
        except DataError as error:
            if not skip_bad_rows and not isinstance(error, ResponseError):
                error.args = (f"{error}\n  --skip-bad-rows leaves such rows out and scores the others",)
            raise
    results = plain(results_of(run))
    if twin:
        with progress_bar(twin.name) as progress:
            again = score_saved(twin, saved, data=run.rows, progress=progress, **options)
        results["corrected"] = corrected_part(run, again)

    for text in _notes(run, results):
        note(text)
    unwritten = None
    if output:
        try:
            write_run(output, results, samples_of(run))
        except OutputError as error:  # the numbers are printed first, so that the work is not lost
            unwritten = error
    if quiet:
        if unwritten:
            raise unwritten
        return results
    if as_json:
        print_json(results)
        if unwritten:
            raise unwritten
        _fail_on_empty(results, fail_on_empty)
        return None
    from lm_eval_tasks.cli.score_tables import FIELD, show_results

    show_results(console(), results)
    if unwritten:
        raise unwritten
    if output:
        click.echo(f"{'written':<{FIELD}}  {output / 'results.json'} and {output / 'samples.jsonl'}")
    _fail_on_empty(results, fail_on_empty)
    return None


def _score_several(tasks: Sequence[str], given: Mapping[str, Any]) -> None:
    """The same answers as several tasks; a task that cannot be scored is reported after the others."""
    from lm_eval_tasks.cli.score_tables import show_tasks
    from lm_eval_tasks.cli.terminal import console, print_json
    from lm_eval_tasks.errors import LmEvalTasksError
    from lm_eval_tasks.registry import JudgeTask, get_benchmark

    if given["responses"] == "-":
        raise click.UsageError("several tasks read the answers several times: expected a file, not a dash")
    names = list(dict.fromkeys(tasks))
    for name in names:
        if isinstance(get_benchmark(name), JudgeTask):
            raise click.UsageError(f"{name} reads judgments and is scored alone, not in a list of tasks")
    output = given["output"]
    scored: dict[str, dict[str, Any]] = {}
    problems: dict[str, LmEvalTasksError] = {}
    judge = command.callback
    assert judge is not None
    for name in names:
        folder = output / name if output else None
        try:
            scored[name] = judge(**{**given, "task": name, "output": folder, "quiet": True})
        except LmEvalTasksError as error:
            problems[name] = error
    if given["as_json"]:
        print_json(scored)
    elif scored:
        show_tasks(console(), scored)
        if output:
            click.echo(f"written: one folder per task below {output}")
    for name, problem in problems.items():
        click.echo(f"error: {name}: {problem}", err=True)
    if problems:
        raise SystemExit(2)
    for results in scored.values():
        _fail_on_empty(results, given["fail_on_empty"])


def _fail_on_empty(results: dict[str, Any], share: float | None) -> None:
    """Exit with 1 where more answers than a share are null, empty or missing."""
    from lm_eval_tasks.cli.score_tables import without_answer

    lacking, total = without_answer(results)
    if share is not None and lacking > share * total:
        click.echo(
            f"{lacking} of {total} answers are null, empty or missing, more than --fail-on-empty {share:g}",
            err=True,
        )
        raise SystemExit(1)


def _corrected_twin(task: str) -> Any:
    """The suite of the task's corrected edition."""
    from lm_eval_tasks.instructions.suites import SUITES

    name = f"{task}_corrected"
    if name in SUITES:
        return SUITES[name]
    if task.endswith("_corrected"):
        raise click.UsageError(f"--with-corrected: {task} is a corrected edition itself")
    known = [other for other in SUITES if f"{other}_corrected" in SUITES]
    raise click.UsageError(
        f"--with-corrected: {task} has none; tasks with a corrected edition: {', '.join(known)}"
    )


def _notes(run: Any, results: dict[str, Any]) -> list[str]:
    """What a reader of the numbers should know beside them."""
    from lm_eval_tasks.runs.signature import differing_parts
    from lm_eval_tasks.text.relations import counted

    notes = [*run.rows.notes, *results["responses"]["notes"]]
    unplaced, unanswered = run.matched.unplaced, run.matched.unanswered
    if unplaced:
        notes.append(_listed(f"{counted(run.matched.left_out, 'answer')} left out", unplaced))
    if run.rows.skipped:
        notes.append(_listed(f"{counted(len(run.rows.skipped), 'row')} left out", run.rows.skipped))
    if run.saved.skipped:
        notes.append("\n  ".join(run.saved.skipped))
    if unanswered:
        prompts = counted(results["n_prompts"], "prompt")
        said = f"{len(unanswered)} of {prompts} without an answer, scored as empty"
        notes.append(_listed(said, unanswered))
    notes += _kept_marks(results["counts"])
    if results["counts"]["crashed"]:
        notes.append(
            f"a check crashed on {results['counts']['crashed']} answers, a fault of this package: see why"
        )
    if results["counts"].get("undecided"):
        notes.append(
            f"{counted(results['counts']['undecided'], 'answer')} not decided for lack of an optional "
            "package, counted as not followed: see why"
        )
    counts_here = [key for key in run.saved.excluded if key not in {str(key) for key in run.task.excluded}]
    if counts_here:
        notes.append(
            f"{counted(len(counts_here), 'prompt')} that {run.task.name} counts, but the earlier score "
            "did not, are not in its samples; score the answers themselves to have them"
        )
    earlier = run.saved.signature
    if earlier is not None and earlier != results["signature"]:
        was, now = differing_parts(earlier, results["signature"])
        notes.append(
            f"the earlier score was made otherwise: {', '.join(was) or 'nothing of its own'} then, "
            f"{', '.join(now) or 'nothing of its own'} now"
        )
    return notes


def _kept_marks(counts: Mapping[str, int | None]) -> list[str]:
    """Marks of reasoning and template tokens that were judged as part of the answer."""
    from lm_eval_tasks.instructions.scoring.prepare import KEPT_THINKING, KEPT_TOKEN
    from lm_eval_tasks.text.relations import counted
    from lm_eval_tasks.text.thinking import closing_mark, opening_mark

    notes = []
    for name, count in counts.items():
        if name.startswith(KEPT_THINKING) and count:
            mark = name.removeprefix(KEPT_THINKING)
            notes.append(
                f"{counted(count, 'answer')} with reasoning marked by {opening_mark(mark)!r}, judged as part "
                f"of the answer: --think-end {closing_mark(mark)!r} (or auto) judges what follows"
            )
        if name.startswith(KEPT_TOKEN) and count:
            token = name.removeprefix(KEPT_TOKEN)
            notes.append(
                f"{counted(count, 'answer')} with the template token {token} at the end, judged as part of "
                "the answer; the corrected edition leaves it out"
            )
    return notes


def _listed(head: str, problems: Sequence[str]) -> str:
    from lm_eval_tasks.errors import SHOWN_PROBLEMS

    left = len(problems) - SHOWN_PROBLEMS
    more = [f"and {left} more"] if left > 0 else []
    return "\n  ".join([head, *problems[:SHOWN_PROBLEMS], *more])
