"""``lm-eval-tasks validate``: look at the prompts before a model is loaded."""

from __future__ import annotations

from collections import Counter

import click


@click.command("validate")
@click.option("--task", metavar="TASK", required=True, help="whose prompts they are; list names them")
@click.option(
    "--data",
    metavar="PATH",
    help="the prompts: JSONL, JSON, parquet, a saved data set, or: sample; without it the Hub's",
)
@click.option("--json", "as_json", is_flag=True, help="what was found as JSON")
def command(task: str, data: str | None, as_json: bool) -> None:
    r"""Read a task's prompts and name every row that cannot be scored.

    lm_eval loads the model before it loads the prompts; this finds a bad row in a second.

    \b
    lm-eval-tasks validate --task ifeval --data prompts.jsonl
    lm-eval-tasks validate --task ifeval_arabic_inception --data sample --json

    Exit codes: 0 every row is fine; 2 not, and each bad row is named.
    """
    from lm_eval_tasks import get_suite
    from lm_eval_tasks.cli.terminal import print_json
    from lm_eval_tasks.judgments.scoring import TASKS as JUDGE_TASKS
    from lm_eval_tasks.text.relations import counted

    if task in JUDGE_TASKS:
        from lm_eval_tasks.cli.judgment_scores import validate_judgments

        validate_judgments(task, data, as_json=as_json)
        return
    rows, items = get_suite(task).load(data)
    types = Counter(name for item in items for name in item.instruction_ids)
    if as_json:
        found = {"task": task, "source": rows.source, "sha256": rows.sha256, "n_prompts": len(items)}
        print_json({**found, "n_instructions": sum(types.values()), "by_instruction": dict(types)})
        return
    click.echo(
        f"{task}: {counted(len(items), 'prompt')}, {counted(sum(types.values()), 'instruction')} "
        f"of {counted(len(types), 'type')}, all valid"
    )
    click.echo(f"source {rows.source}")
    click.echo(f"sha256 {rows.sha256}")
