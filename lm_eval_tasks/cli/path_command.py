"""``lm-eval-tasks path``."""

from __future__ import annotations

from pathlib import Path

import click

import lm_eval_tasks


@click.command("path")
def command() -> None:
    """Print the folder for lm_eval --include_path."""
    click.echo(Path(lm_eval_tasks.__file__).parent)
