"""``lm-eval-tasks validate``: look at the prompts before a model is loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from lm_eval_tasks.instructions.model import Item


@click.command("validate")
@click.option("--task", metavar="TASK", required=True, help="whose prompts they are; list names them")
@click.option(
    "--data",
    metavar="PATH",
    help="the prompts: JSONL, JSON, parquet, a saved data set, or: sample; without it the Hub's",
)
@click.option("--defects", is_flag=True, help="also name rows that ask for one thing and test another")
@click.option("--json", "as_json", is_flag=True, help="what was found as JSON")
def command(task: str, data: str | None, defects: bool, as_json: bool) -> None:
    r"""Read a task's prompts and name every row that cannot be scored.

    lm_eval loads the model before it loads the prompts; this finds a bad row in a second.

    \b
    lm-eval-tasks validate --task ifeval --data prompts.jsonl
    lm-eval-tasks validate --task ifeval_arabic_inception --data sample --json
    lm-eval-tasks validate --task ifeval --data prompts.jsonl --defects

    Exit codes: 0 every row is fine; 2 not, and each bad row is named.
    """
    from lm_eval_tasks.cli.terminal import note, print_json
    from lm_eval_tasks.registry import JudgeTask, get_benchmark
    from lm_eval_tasks.text.relations import counted

    benchmark = get_benchmark(task)
    if isinstance(benchmark, JudgeTask):
        from lm_eval_tasks.cli.judgment_scores import validate_judgments

        validate_judgments(task, data, as_json=as_json)
        return
    rows, items = benchmark.load(data)
    for text in rows.notes:
        note(text)
    types = Counter(name for item in items for name in item.instruction_ids)
    odd = _odd_rows(task, rows.rows, items) if defects else []
    if as_json:
        found = {"task": task, "source": rows.source, "sha256": rows.sha256, "n_prompts": len(items)}
        found |= {"n_instructions": sum(types.values()), "by_instruction": dict(types)}
        print_json({**found, "defects": odd} if defects else found)
        return
    click.echo(
        f"{task}: {counted(len(items), 'prompt')}, {counted(sum(types.values()), 'instruction')} "
        f"of {counted(len(types), 'type')}, all valid"
    )
    click.echo(f"source {rows.source}")
    click.echo(f"sha256 {rows.sha256}")
    if defects:
        click.echo(f"{counted(len(odd), 'row')} with a defect; the corrected edition:")
        for one in odd:
            click.echo(f"key {one['key']}: {one['effect']}. Asked: {one['asked']}. Tested: {one['tested']}.")


def _odd_rows(task: str, rows: Sequence[Mapping[str, Any]], items: Sequence[Item]) -> list[dict[str, Any]]:
    """The rows that ask for one thing and test another, with what the corrected edition does with them."""
    from lm_eval_tasks.data.defects import IFEVAL, found_in
    from lm_eval_tasks.instructions.suites import SUITES

    known = found_in(rows, IFEVAL)
    odd = [
        {"key": key, "kind": one.kind, "asked": one.asked, "tested": one.tested, "effect": one.effect}
        for key, one in known.items()
    ]
    twin = SUITES.get(task if task.endswith("_corrected") else f"{task}_corrected")
    for item in items if twin else ():
        if twin and item.key not in known and not twin.counts(item):
            reason = twin.excluded[item.key].reason
            odd.append(
                {
                    "key": item.key,
                    "kind": "contradiction",
                    "asked": "see the prompt",
                    "tested": reason,
                    "effect": "excluded",
                }
            )
    return odd
