"""``lm-eval-tasks list``."""

from __future__ import annotations

import sys

import click


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="as a JSON list, with gate, edition, metrics and data")
def command(as_json: bool) -> None:
    r"""List the tasks: name, rows of its data (a prompt each, or a function or a conversation), title.

    \b
    lm-eval-tasks list
    lm-eval-tasks list --json | jq -r '.[] | select(.gate) | .name'
    """
    from shutil import get_terminal_size

    from lm_eval_tasks.cli.terminal import print_json
    from lm_eval_tasks.instructions.suites import SUITES

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
        print_json(tasks)
        return
    width = max(len(suite.name) for suite in suites)
    columns = get_terminal_size().columns if sys.stdout.isatty() else None
    for suite in suites:
        line = f"{suite.name:<{width}}  {suite.hub.rows:>5}  {suite.title}"
        click.echo(line if columns is None or len(line) <= columns else line[: columns - 1] + "…")
