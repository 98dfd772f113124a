"""``lm-eval-tasks agree``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("agree")
@click.argument("gold", metavar="GOLD")
@click.argument("files", metavar="[JUDGMENTS]...", nargs=-1)
@click.option(
    "--own", metavar="MODEL", multiple=True, help="a model of the judge's own family, for self-preference"
)
@click.option(
    "--rounds",
    type=click.IntRange(0, 100_000),
    default=2000,
    show_default=True,
    help="resamples of prompts for intervals; 0 for none",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="of the resamples")
@click.option("--json", "as_json", is_flag=True, help="print everything as JSON")
@click.option(
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="write agreement.json there",
)
def command(
    gold: str,
    files: tuple[str, ...],
    own: tuple[str, ...],
    rounds: int,
    seed: int,
    as_json: bool,
    output: Path | None,
) -> None:
    r"""Say how far a judge can be trusted, by right labels or people's votes.

    GOLD and JUDGMENTS are files of judgments. They are matched by item and by the two models, in
    either order. GOLD may hold several votes on a pair: then people's agreement with each other is
    printed too, which is the most a judge can be expected to reach. Without JUDGMENTS, the
    judgments in GOLD carry the right outcome themselves, as "gold".

    \b
    lm-eval-tasks agree human.jsonl gpt4.jsonl
    lm-eval-tasks agree human.jsonl gpt4.jsonl --own gpt-4
    lm-eval-tasks agree judged_with_gold.jsonl --json

    The same judgments give 58 to 73 % by different published rules, so each number carries the
    name of its rule. Read kappa, and what a constant answer would reach, beside every accuracy.

    Exit codes: 0 done, 2 unusable input.
    """
    from lm_eval_tasks.cli.judgment_files import said
    from lm_eval_tasks.cli.terminal import console, note, print_json, progress_bar
    from lm_eval_tasks.errors import LmEvalTasksError
    from lm_eval_tasks.judgments.agreement import gold_inside
    from lm_eval_tasks.judgments.forms import read_judgments
    from lm_eval_tasks.judgments.records import Judgments
    from lm_eval_tasks.judgments.trust import TrustOptions, trust

    right = read_judgments(gold)
    judged = read_judgments(list(files)) if files else right
    if not files:
        inside = gold_inside(right.judgments)
        if not inside:
            raise LmEvalTasksError(
                f'{gold}: no judgment carries the right outcome as "gold"; '
                "name a second file with the judgments: lm-eval-tasks agree GOLD JUDGMENTS"
            )
        right = Judgments(right.source, right.form, tuple(inside))
    options = TrustOptions(tuple(own), rounds, min(rounds, 200), seed)
    with progress_bar("resampling") as progress:
        found = trust(right, judged, options, progress(options.own_rounds if own else 0))
    for text in said(judged, found):
        note(text)
    for judge, one in found["judges"].items():
        if one["gold_alone"] or one["judged_alone"]:
            note(
                f"{judge or 'the judge'}: {one['gold_alone']} gold labels were not judged, "
                f"{one['judged_alone']} judged pairs have no gold label"
            )
    if output:
        from lm_eval_tasks.runs.store import json_text

        output.mkdir(parents=True, exist_ok=True)
        (output / "agreement.json").write_text(json_text(found) + "\n", encoding="utf-8")
    if as_json:
        print_json(found)
        return
    from lm_eval_tasks.cli.judgment_tables import show_agreement

    show_agreement(console(), found)
