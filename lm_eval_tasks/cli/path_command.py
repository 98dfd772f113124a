"""``lm-eval-tasks path``."""

from __future__ import annotations

from pathlib import Path

import click

import lm_eval_tasks


@click.command("path")
def command() -> None:
    r"""Print the folder for lm_eval --include_path.

    \b
    lm_eval --model hf --model_args pretrained=YOUR_MODEL --tasks ifeval_langcheck \
        --include_path "$(lm-eval-tasks path)"
    """
    click.echo(Path(lm_eval_tasks.__file__).parent)
