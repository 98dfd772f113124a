"""``lm-eval-tasks explain``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

WIDTH = 42

if TYPE_CHECKING:
    from rich.console import Console

    from lm_eval_tasks.cli.explained import Topic


@click.command("explain")
@click.argument("name", metavar="[ID]", required=False)
@click.option("--task", metavar="TASK", help="only what this task has, and as it reads it")
@click.option("--json", "as_json", is_flag=True, help="as JSON")
def command(name: str | None, task: str | None, as_json: bool) -> None:
    r"""Say what an instruction or a gate asks, decides and gets wrong.

    Without ID, list them all.

    \b
    lm-eval-tasks explain keywords:existence
    lm-eval-tasks explain english
    lm-eval-tasks explain --task ifeval
    """
    from lm_eval_tasks.cli.explained import find, topics
    from lm_eval_tasks.cli.terminal import console, print_json

    known = topics(task)
    if name is None:
        if as_json:
            listed = [
                {"id": one.id, "kind": one.kind, "title": one.said, "tasks": one.tasks} for one in known
            ]
            print_json(listed)
        else:
            _list(console(), known)
        return
    found = find(known, name, task)
    if as_json:
        print_json([one.plain() for one in found])
        return
    out = console()
    pages: dict[str, list[Topic]] = {}
    for topic in found:
        pages.setdefault(topic.module, []).append(topic)
    for index, members in enumerate(pages.values()):
        if index:
            out.print()
            out.rule(characters="-")
            out.print()
        _show(out, members)


def _list(console: Console, known: Sequence[Topic]) -> None:
    """Ids with their titles, below the families they belong to."""
    from rich.table import Table
    from rich.text import Text

    families: dict[str, dict[str, str]] = {}
    for topic in known:
        families.setdefault(topic.family, {}).setdefault(topic.id, topic.said)
    for family, members in families.items():
        console.print(Text(family, style="bold"))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(width=max(WIDTH, *(len(name) + 2 for name in members)), overflow="fold")
        table.add_column()
        for name, said in members.items():
            table.add_row(Text(f"  {name}"), Text(said))
        console.print(table)


def _show(console: Console, topics: Sequence[Topic]) -> None:
    """A manual page, with the parameters as each of ``topics`` has them."""
    from rich.table import Table
    from rich.text import Text

    from lm_eval_tasks.text.direction import isolated

    first = topics[0]
    console.print(Text.assemble((first.id, "bold"), f": {first.said}"))
    console.print()
    page = Table.grid(padding=(0, 2, 0, 0))
    page.add_column(width=12, no_wrap=True)
    page.add_column(overflow="fold")

    def add(name: str, text: str) -> None:
        page.add_row(Text(name, style="dim"), Text(text))

    for name, text in first.page.sections.items():
        add(name, text.replace("``", ""))
    for topic in topics:
        if len(topics) > 1:
            add("", "")
        for index, line in enumerate(_parameters(topic.parameters)):
            add("" if index else "Parameters", line)
        if len(topic.readings) > 1:
            add("Readings", ", ".join(topic.readings))
        add("Tasks", ", ".join(topic.tasks))
    for example in first.page.examples_for([task for topic in topics for task in topic.tasks]):
        add("", "")
        add("Example", isolated(json.dumps(dict(example.parameters), ensure_ascii=False)))
        for text in example.followed:
            add("followed", isolated(json.dumps(text, ensure_ascii=False)))
        for text in example.not_followed:
            add("not followed", isolated(json.dumps(text, ensure_ascii=False)))
    console.print(page)


def _parameters(parameters: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = []
    for one in parameters:
        default = "" if one["required"] else f"; {json.dumps(one['default'], ensure_ascii=False)} if left out"
        lines.append(f"{one['name']}: {one['type']}{default}")
    return lines
