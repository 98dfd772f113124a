"""``lm-eval-tasks report``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("report")
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    "output",
    metavar="FILE.html",
    required=True,
    help="the page to write; - is standard output",
)
@click.option("--title", default="Instruction following", show_default=True, help="the page's heading")
def command(folders: tuple[Path, ...], output: str, title: str) -> None:
    r"""Make one HTML page of one or several scored runs.

    DIR is what "score --output DIR" wrote: results.json and samples.jsonl. The page holds
    everything it needs and loads nothing: scores with intervals, every instruction type,
    the gate's reasons, and all samples to search and filter, with why each was judged so.

    \b
    lm-eval-tasks score answers.jsonl --task ifeval --output run1
    lm-eval-tasks report run1 -o run1.html
    lm-eval-tasks report run1 run2 -o comparison.html --title "Before and after"
    """
    from lm_eval_tasks.data.outputs import check_file, write_file
    from lm_eval_tasks.report.page import make_page

    target = None if output == "-" else Path(output)
    if target:
        check_file(target)
    page = make_page(folders, title)
    if target is None:
        click.echo(page.encode(), nl=False)
        return
    write_file(target, [page.encode()])
    click.echo(
        f"{output}: {len(folders)} run{'s' if len(folders) > 1 else ''}, {len(page.encode()) / 1e6:.1f} MB"
    )
