"""``lm-eval-tasks rank``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


@click.command("rank")
@click.argument("files", metavar="JUDGMENTS...", nargs=-1, required=True, type=str)
@click.option(
    "--by",
    type=click.Choice(["bt", "elo", "win-rate"]),
    default="bt",
    show_default=True,
    help="Bradley-Terry by maximum likelihood, Elo in the order of the file, or plain win rates",
)
@click.option(
    "--control", type=click.Choice(["length", "style"]), help="hold length, or length and markdown, equal"
)
@click.option(
    "--protocol",
    type=click.Choice(["arena-hard-v0.1", "arena-hard-v2", "chatbot-arena", "mt-bench"]),
    help="the published arithmetic, digit for digit where that is possible",
)
@click.option(
    "--orders",
    type=click.Choice(["mean", "tie"]),
    default="mean",
    show_default=True,
    help="a pair judged in both orders: both games count, or one tie if they disagree",
)
@click.option("--anchor", metavar="M=1000", help="the model whose rating is fixed, and at what")
@click.option("--baseline", metavar="M", help="the model all others were judged against")
@click.option("--category", metavar="NAME", help="judgments of this category only")
@click.option(
    "--ci",
    type=click.Choice(["prompts", "rows"]),
    default="prompts",
    show_default=True,
    help="what is drawn anew for 95 % intervals; rows is what is published, and too narrow",
)
@click.option(
    "--rounds",
    type=click.IntRange(0, 100_000),
    default=200,
    show_default=True,
    help="resamples for intervals; 0 for none",
)
@click.option(
    "--prior",
    type=click.FloatRange(min=0, min_open=True),
    help="virtual ties of each model with the anchor, in half points: 0.5 is one tie",
)
@click.option("--versus", nargs=2, metavar="M N", help="test two models on the prompts they share")
@click.option("--plan", is_flag=True, help="how many prompts tell a difference of 1 to 10 points")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="of the resamples")
@click.option("--json", "as_json", is_flag=True, help="print everything as JSON")
@click.option(
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="write ranking.json and report.html there",
)
def command(files: tuple[str, ...], as_json: bool, output: Path | None, **settings: Any) -> None:
    r"""Rank models by judgments of pairs, and say how sure that is.

    JUDGMENTS are files of judgments: of our judge tasks, Arena-Hard, AlpacaEval, MT-Bench, Chatbot
    Arena, or your own rows with model_a, model_b and winner. The form is recognised by its keys.

    \b
    lm-eval-tasks rank battles.jsonl --anchor gpt-4=1000
    lm-eval-tasks rank model_judgment/*.jsonl --protocol arena-hard-v0.1
    lm-eval-tasks rank battles.jsonl --control style --output ranking
    lm-eval-tasks rank battles.jsonl --versus model-a model-b --plan

    Ratings are points of Elo: 100 points more win 64 % of battles. They compare within one fit
    only, so the scale and the pool are printed. A model that won or lost everything has no finite
    rating. Models that never met, not even through others, are not compared.

    Exit codes: 0 ranked, 2 no ranking of all models, or unusable input.
    """
    from lm_eval_tasks.cli.judgment_files import said, write_ranking
    from lm_eval_tasks.cli.terminal import console, note, print_json, progress_bar
    from lm_eval_tasks.errors import LmEvalTasksError
    from lm_eval_tasks.judgments.forms import read_judgments
    from lm_eval_tasks.judgments.ranking import Options, ranking, refused

    options = Options(
        **{
            **settings,
            "anchor": _anchor(settings["anchor"]),
            "control": settings["control"] or "",
            "protocol": settings["protocol"] or "",
            "baseline": settings["baseline"] or "",
            "category": settings["category"] or "",
            "prior": settings["prior"] or 0.0,
        }
    )
    read = read_judgments(list(files))
    with progress_bar("resampling") as progress:
        found = ranking(read, options, progress(options.rounds))
    for text in said(read, found):
        note(text)
    if output:
        write_ranking(output, found, read)
    if as_json:
        print_json(found)
    else:
        from lm_eval_tasks.cli.judgment_tables import show_ranking

        show_ranking(console(), found)
        if output:
            click.echo(f"written: {output / 'ranking.json'} and {output / 'report.html'}")
    why = refused(found)
    if why:
        raise LmEvalTasksError(why)


def _anchor(text: str | None) -> Any:
    from lm_eval_tasks.judgments.ratings import Anchor

    if text is None:
        return None
    model, equals, rating = text.rpartition("=")
    if not equals:
        return Anchor(text)
    try:
        return Anchor(model, float(rating))
    except ValueError:
        raise click.UsageError(
            f"--anchor: expected MODEL=RATING such as gpt-4=1000; found {rating!r} as the rating"
        ) from None
