"""``lm-eval-tasks list``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from lm_eval_tasks.judgments.scoring import JudgeTask


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="as a JSON list, with gate, edition, metrics and data")
def command(as_json: bool) -> None:
    r"""List the tasks: name, rows of its data (a prompt each, or a function or a conversation), title.

    The last ones score saved judgments of a model, and have no prompts of their own.

    \b
    lm-eval-tasks list
    lm-eval-tasks list --json | jq -r '.[] | select(.gate) | .name'
    """
    from shutil import get_terminal_size

    from lm_eval_tasks.cli.terminal import print_json
    from lm_eval_tasks.instructions.suites import SUITES
    from lm_eval_tasks.judgments.scoring import TASKS as JUDGE_TASKS
    from lm_eval_tasks.registry import names

    suites = list(SUITES.values())
    if as_json:
        tasks = [
            {
                "name": suite.name,
                "prompts": suite.hub.rows,
                "title": suite.title,
                "version": suite.version,
                "edition": suite.edition,
                "gate": suite.gate.name if suite.gate else None,
                "loose": suite.loose,
                "metrics": [metric.name for metric in suite.metrics],
                "instructions": sorted(suite.catalogue.checks),
                "data": {
                    "path": suite.hub.path,
                    "split": suite.hub.split,
                    "revision": suite.hub.revision,
                },
            }
            for suite in suites
        ]
        print_json(tasks + [_judged(task) for task in JUDGE_TASKS.values()])
        return
    width = max(map(len, names()))
    columns = get_terminal_size().columns if sys.stdout.isatty() else None
    lines = [f"{suite.name:<{width}}  {suite.hub.rows:>5}  {suite.title}" for suite in suites]
    lines += [f"{task.name:<{width}}  {'-':>5}  {task.title}" for task in JUDGE_TASKS.values()]
    for line in lines:
        click.echo(line if columns is None or len(line) <= columns else line[: columns - 1] + "…")


def _judged(task: JudgeTask) -> dict[str, Any]:
    """A judge task: it has no prompts of its own, but reads judgments."""
    return {"name": task.name, "prompts": None, "title": task.title, "judged": True, "reads": task.forms}
