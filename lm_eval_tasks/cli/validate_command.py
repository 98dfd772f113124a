"""``lm-eval-tasks validate``: look at the prompts before a model is loaded."""

from __future__ import annotations

import json
from collections import Counter

import click

from lm_eval_tasks import get_suite


@click.command("validate")
@click.option("--task", required=True, help="The task the prompts are for.")
@click.option("--data", help="A file, a saved data set, or 'sample'; default: the Hub.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def command(task: str, data: str | None, as_json: bool) -> None:
    """Read a task's prompts and name every row that cannot be scored.

    lm_eval loads the model before it loads the prompts; this finds a bad row in a second.
    Exit code 0: every row is fine; 2: not, and each bad row is named.
    """
    rows, items = get_suite(task).load(data)
    types = Counter(name for item in items for name in item.instruction_ids)
    if as_json:
        found = {"task": task, "source": rows.source, "sha256": rows.sha256, "n_prompts": len(items)}
        click.echo(
            json.dumps({**found, "n_instructions": sum(types.values()), "by_instruction": dict(types)})
        )
        return
    click.echo(
        f"{task}: {len(items)} prompts, {sum(types.values())} instructions of {len(types)} types, all valid"
    )
    click.echo(f"source {rows.source}")
    click.echo(f"sha256 {rows.sha256}")
