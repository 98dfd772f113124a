"""``lm-eval-tasks convert``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("convert")
@click.argument("files", metavar="JUDGMENTS...", nargs=-1, required=True, type=str)
@click.option(
    "--to", "form", metavar="FORM", default="judgments", show_default=True, help="the form to write"
)
@click.option("--from", "source_form", metavar="FORM", help="the form to read; told from the keys without it")
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="where to write; standard output without it",
)
@click.option("--keep-repeated", is_flag=True, help="keep judgments that occur more than once")
def command(
    files: tuple[str, ...], form: str, source_form: str | None, output: Path | None, keep_repeated: bool
) -> None:
    r"""Write judgments in another form, one JSON object per line.

    JUDGMENTS are files or folders of any form that "rank" and "score" read. Forms to write: judgments
    (records of this package), chatbot_arena, alpaca_eval, arena_hard_v2, mt_bench_single.

    \b
    lm-eval-tasks convert annotations.json --output judgments.jsonl
    lm-eval-tasks convert model_judgment --to chatbot_arena --output battles.jsonl

    What a form has no place for is left out: chatbot_arena keeps decided pairs only.

    Exit codes: 0 written, 2 unusable input or a form that does not exist.
    """
    import msgspec

    from lm_eval_tasks.cli.terminal import note
    from lm_eval_tasks.judgments.forms import read_judgments, written
    from lm_eval_tasks.text.relations import counted

    read = read_judgments(list(files), form=source_form, keep_repeated=keep_repeated)
    rows = list(written(read.judgments, form))
    lines = b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
    for one in read.dropped:
        note(f"{one.count} rows dropped: {one.reason} ({', '.join(one.places)})")
    for text in read.notes:
        note(text)
    note(
        f"{counted(len(read), 'judgment')} read as {read.form}, {counted(len(rows), 'row')} written as {form}"
    )
    if output is None:
        click.echo(lines, nl=False)
    else:
        output.write_bytes(lines)
