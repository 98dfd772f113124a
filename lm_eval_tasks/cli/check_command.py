"""``lm-eval-tasks check``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click


@click.command("check")
@click.option("--instruction", metavar="ID", required=True, help="the instruction id; explain lists them")
@click.option(
    "--kwargs", "parameters", metavar="JSON", default="{}", show_default=True, help="its parameters"
)
@click.option("--task", metavar="TASK", default="ifeval", show_default=True, help="whose reading judges")
@click.option(
    "--row",
    "columns",
    metavar="JSON",
    default="{}",
    help="further columns of the row, for tasks that need them",
)
@click.option("--json", "as_json", is_flag=True, help="the verdict as JSON")
@click.argument("file", metavar="[FILE|-]", default="-")
def command(instruction: str, parameters: str, task: str, columns: str, as_json: bool, file: str) -> None:
    r"""Judge one text by one instruction, and say why.

    The text is FILE as it is, or standard input. The exit code is 0 if the instruction is
    followed (strict, and gated if the task has a gate), 1 if not, 2 if the question
    makes no sense.

    \b
    echo "Calm, and clear." | lm-eval-tasks check --instruction punctuation:no_comma
    lm-eval-tasks check --instruction length_constraints:number_words \
        --kwargs '{"relation": "at least", "num_words": 100}' answer.txt
    lm-eval-tasks check --instruction punctuation:no_comma --task ifeval_arabic_inception \
        --row '{"lang": ["ar"]}' answer.txt
    """
    from lm_eval_tasks.instructions.suites import get_suite

    suite = get_suite(task)
    kwargs, further = _object(parameters, "--kwargs"), _object(columns, "--row")
    row = {"key": 1, "prompt": "", "instruction_id_list": [instruction], "kwargs": [kwargs]}
    item = suite.item(row | further)
    score = suite.score(item, _text(file))
    followed = score.strict_gated[0]
    verdict: dict[str, Any] = {
        "task": task,
        "instruction": instruction,
        "kwargs": dict(item.kwargs[0]),
        "followed": followed,
        "strict": score.strict[0],
        "loose": score.loose[0] if score.loose is not None else None,
        "loose_variant": score.loose_variant[0] if score.loose is not None else None,
        "why": score.why[0],
        "spans": [list(span) for span in score.spans[0]],
        "gate": score.gate,
        "notes": list(score.notes),
    }
    if as_json:
        from lm_eval_tasks.cli.terminal import print_json

        print_json(verdict)
    else:
        _show(verdict)
    sys.exit(0 if followed else 1)


def _object(text: str, option: str) -> dict[str, Any]:
    """The JSON object an option holds."""
    from lm_eval_tasks.errors import DataError

    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError([f"no JSON: {error}"], option) from None
    if not isinstance(value, dict):
        raise DataError(["expected a JSON object"], option)
    return value


def _show(verdict: dict[str, Any]) -> None:
    from lm_eval_tasks.cli.terminal import tolerant
    from lm_eval_tasks.text.direction import isolated

    tolerant(sys.stdout)
    click.echo(f"{'strict':<7} {_said(verdict['strict'])}: {isolated(verdict['why'])}")
    if verdict["loose"] is not None:
        by = verdict["loose_variant"]
        click.echo(f"{'loose':<7} {_said(verdict['loose'])}{f': {by}' if by else ': no variant follows'}")
    gate = verdict["gate"]
    if gate is not None:
        why = (
            ""
            if gate["passed"]
            else f": {gate['reason']}, {isolated(gate['detail'])}; nothing counts as followed"
        )
        click.echo(f"{'gate':<7} {'passed' if gate['passed'] else 'refused'}{why}")
    notes = [one.replace("_", " ") for one in verdict["notes"]]
    if notes:
        click.echo(f"{'noted':<7} {', '.join(notes)}")


def _said(followed: bool) -> str:
    return "followed" if followed else "not followed"


def _text(file: str) -> str:
    """The text of a file or of standard input, as it is."""
    from lm_eval_tasks.errors import DataError

    name = "standard input" if file == "-" else file
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError([f"no UTF-8: {error.reason} at byte {error.start}"], name) from None
    except OSError as error:
        raise DataError([f"cannot be read: {error.strerror}"], name) from None
