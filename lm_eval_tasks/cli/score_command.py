"""``lm-eval-tasks score``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click


@click.command("score")
@click.argument("responses", metavar="RESPONSES")
@click.option(
    "--task", metavar="TASK", required=True, help="whose rules judge; lm-eval-tasks list names them"
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
    "--filter", "filter_name", metavar="NAME", help="whose answers to take from an lm_eval log of several"
)
@click.option(
    "--with-corrected", is_flag=True, help="score with the corrected edition too, and show what changes"
)
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
    filter_name: str | None,
    with_corrected: bool,
    as_json: bool,
) -> None:
    r"""Score saved answers, without a model.

    RESPONSES is a JSONL file (.gz too) whose lines hold "prompt" and "response", or "key" and
    "response", or "key" and "responses" (a list, one a turn of a conversation); or
    lm_eval's samples_*.jsonl (--log_samples); or what an earlier score wrote;
    or a folder with one of the last two. A dash is standard input.

    \b
    lm-eval-tasks score answers.jsonl --task ifeval --output run1
    lm-eval-tasks score out/model/samples_ifeval_2025.jsonl --task ifeval_langcheck
    zcat answers.jsonl.gz | lm-eval-tasks score - --task ifeval --data prompts.jsonl --json

    Prompts come from --data, else from the rows that lm_eval's samples carry, else from the
    Hub. An answer belongs to the prompt with exactly its text, else with its key, else with
    its text but for outer whitespace. What does not match is listed and nothing is scored
    (exit code 2), unless --allow-missing.
    """
    from lm_eval_tasks.cli.terminal import console, note, print_json, progress_bar
    from lm_eval_tasks.data.responses import read_responses
    from lm_eval_tasks.instructions.scoring.run import score_saved
    from lm_eval_tasks.instructions.suites import get_suite
    from lm_eval_tasks.runs.corrected import corrected_part
    from lm_eval_tasks.runs.results import results_of, samples_of, write_run

    suite = get_suite(task)
    twin = _corrected_twin(task) if with_corrected else None
    saved = read_responses(responses, filter_name=filter_name)
    with progress_bar(task) as progress:
        run = score_saved(
            suite, saved, data=data, allow_missing=allow_missing, workers=workers, progress=progress
        )
    results = results_of(run)
    if twin:
        with progress_bar(twin.name) as progress:
            again = score_saved(
                twin, saved, data=run.rows, allow_missing=allow_missing, workers=workers, progress=progress
            )
        results["corrected"] = corrected_part(run, again)

    for text in _notes(run, results):
        note(text)
    if output:
        write_run(output, results, samples_of(run))
    if as_json:
        print_json(results)
        return
    from lm_eval_tasks.cli.score_tables import FIELD, show_results

    show_results(console(), results)
    if output:
        click.echo(f"{'written':<{FIELD}}  {output / 'results.json'} and {output / 'samples.jsonl'}")


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

    notes = list(results["responses"]["notes"])
    unplaced, unanswered = run.matched.unplaced, run.matched.unanswered
    if unplaced:
        notes.append(_listed(f"{counted(len(unplaced), 'answer')} left out", unplaced))
    if unanswered:
        prompts = counted(results["n_prompts"], "prompt")
        said = f"{len(unanswered)} of {prompts} without an answer, scored as empty"
        notes.append(_listed(said, unanswered))
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


def _listed(head: str, problems: Sequence[str]) -> str:
    from lm_eval_tasks.errors import SHOWN_PROBLEMS

    left = len(problems) - SHOWN_PROBLEMS
    more = [f"and {left} more"] if left > 0 else []
    return "\n  ".join([head, *problems[:SHOWN_PROBLEMS], *more])
