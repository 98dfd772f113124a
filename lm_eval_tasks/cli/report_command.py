"""``lm-eval-tasks report``."""

from __future__ import annotations

import os
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
    from lm_eval_tasks.errors import LmEvalTasksError
    from lm_eval_tasks.report.page import make_page

    page = make_page(folders, title)
    if output == "-":
        click.echo(page.encode(), nl=False)
        return
    target = Path(output)
    if target.is_dir():
        raise LmEvalTasksError(f"{output!r} is a folder; expected the name of a file")
    half = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        half.write_text(page, encoding="utf-8", newline="\n")
        half.replace(target)  # an old page stays until the new one is whole
    except OSError as error:
        raise LmEvalTasksError(f"{output} cannot be written: {error.strerror}") from None
    finally:
        half.unlink(missing_ok=True)
    click.echo(
        f"{output}: {len(folders)} run{'s' if len(folders) > 1 else ''}, {len(page.encode()) / 1e6:.1f} MB"
    )
