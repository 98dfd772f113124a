"""What ``score`` does for tasks whose answers were judged by a model."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console


def score_judgments(source: str, task: str, *, output: Path | None, as_json: bool, **options: Any) -> None:
    """Score saved judgments and show or write the results."""
    from lm_eval_tasks.cli.terminal import console, note, print_json
    from lm_eval_tasks.judgments.scoring import Options, score
    from lm_eval_tasks.runs.store import json_text

    results = score(source, task, Options(**options))
    for one in results["judgments"]["dropped"]:
        note(f"{one['count']} rows dropped: {one['reason']} ({', '.join(one['places'])})")
    for text in results["notes"]:
        note(text)
    if output:
        output.mkdir(parents=True, exist_ok=True)
        (output / "results.json").write_text(json_text(results) + "\n", encoding="utf-8")
    if as_json:
        print_json(results)
        return
    show(console(), results)
    if output:
        click.echo(f"written    {output / 'results.json'}")


def show(console: Console, results: Mapping[str, Any]) -> None:
    """All tables; what was not decided below them."""
    from rich.text import Text

    judgments = results["judgments"]
    console.print(Text.assemble((results["task"], "bold"), f"  {judgments['read']} judgments"))
    console.print(Text(f"judgments  {judgments['source']} ({judgments['form']})"), soft_wrap=True)
    for one in results["tables"]:
        console.print()
        console.print(Text(one["title"], style="bold"))
        console.print(_table(one))
    console.print()
    undecided = ", ".join(f"{count} {reason}" for reason, count in judgments["undecided"].items())
    console.print(Text(f"undecided  {undecided or 'none'}"), soft_wrap=True)
    console.print(Text(f"signature  {results['signature']}"), soft_wrap=True)


def _table(one: Mapping[str, Any]) -> Any:
    from rich.table import Table
    from rich.text import Text

    made = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    for place, name in enumerate(one["columns"]):
        made.add_column(Text(_cell(name)), justify="right" if place else "left", overflow="fold")
    for row in one["rows"]:
        made.add_row(*(Text(_cell(value)) for value in row))
    return made


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) >= 100 else f"{value:.4g}"
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in str(value))


def compare_judgments(a: str, b: str, *, alpha: float, fail_on_regression: bool, as_json: bool) -> None:
    """Compare two sets of saved judgments and show how they differ."""
    from dataclasses import asdict

    from lm_eval_tasks.cli.terminal import print_json
    from lm_eval_tasks.judgments.comparison import compared
    from lm_eval_tasks.judgments.forms import read_judgments

    found = compared(read_judgments(a), read_judgments(b))
    regression = found.regression(alpha)
    if as_json:
        print_json(asdict(found) | {"alpha": alpha, "regression": regression})
    else:
        against = f" against {_cell(found.baseline)}" if found.baseline else ""
        click.echo(f"A          {_cell(found.model_a)}: mean {found.unit} {found.mean_a:.4f}{against}")
        click.echo(f"B          {_cell(found.model_b)}: mean {found.unit} {found.mean_b:.4f}{against}")
        bounds = "" if found.low is None else f" [{found.low:+.4f}, {found.high:+.4f}], p {found.p:.3g}"
        click.echo(f"B - A      {found.difference:+.4f}{bounds}")
        click.echo(
            f"prompts    {found.prompts}: {found.better} better, {found.worse} worse, {found.equal} equal"
        )
        click.echo(f"only in    A {found.only_a}, B {found.only_b}")
        click.echo(f"undecided  A {found.undecided_a}, B {found.undecided_b}")
    if fail_on_regression and regression:
        raise SystemExit(1)


def validate_judgments(task: str, data: str | None, *, as_json: bool) -> None:
    """Read saved judgments and say what they are."""
    from lm_eval_tasks.cli.terminal import print_json
    from lm_eval_tasks.judgments.scoring import score

    if data is None:
        raise click.UsageError(f"{task} has no prompts of its own: name the saved judgments with --data")
    found = score(data, task)["judgments"]
    if as_json:
        print_json({"task": task, **found})
        return
    click.echo(f"{task}: {found['read']} judgments ({found['form']}), {found['decided']} decided")
    for one in found["dropped"]:
        click.echo(f"dropped    {one['count']}: {one['reason']} ({', '.join(one['places'])})")
    for reason, count in found["undecided"].items():
        click.echo(f"undecided  {count}: {reason}")
    click.echo(f"repeated   {found['repeated']}")
    click.echo(f"models     {', '.join(_cell(name) for name in found['models'][:12])}")
