"""How commands speak: tables on standard output, notes and progress on standard error."""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    from rich.console import Console

SECONDS_BETWEEN = 0.1
"""A progress bar is drawn again after."""
LEAST_WIDTH = 60
"""Columns below which tables would lose numbers; a narrower terminal breaks their lines instead."""


def tolerant(stream: TextIO) -> TextIO:
    """The stream, writing escapes for what its encoding lacks (lone surrogates, say) instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="backslashreplace")
    return stream


def console(*, stderr: bool = False) -> Console:
    """A console that never fails on a text; colours only on a terminal, 80 columns elsewhere."""
    from rich.console import Console

    class Terminal(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would exit with 1, which is an answer here

    found = Terminal(file=tolerant(sys.stderr if stderr else sys.stdout), highlight=False, emoji=False)
    found.width = max(found.width, LEAST_WIDTH)
    return found


def print_json(value: Any) -> None:
    """A value on standard output as indented JSON, which any reader of JSON takes.

    What UTF-8 cannot hold (lone surrogates), or another encoding of standard output may not,
    is escaped as JSON does it.
    """
    from lm_eval_tasks.runs.store import json_text

    unicode = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    click.echo(json_text(value) if unicode else json.dumps(value, allow_nan=False, indent=2))


def note(text: str) -> None:
    """One line on standard error."""
    tolerant(sys.stderr)
    click.echo(f"note: {text}", err=True)


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int], Callable[[int], None]]]:
    """Gives a function that is told the total and returns what is told of each step.

    The bar is on standard error, and only if that is a terminal. It is drawn when a step is
    told, not by a thread: beside threads, worker processes must start afresh.
    """
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True, auto_refresh=False) as bar:

        def begin(total: int) -> Callable[[int], None]:
            row = bar.add_task(what, total=total)
            drawn = monotonic()

            def advance(step: int) -> None:
                nonlocal drawn
                due = monotonic() - drawn > SECONDS_BETWEEN
                bar.update(row, advance=step, refresh=due)
                if due:
                    drawn = monotonic()

            bar.refresh()
            return advance

        yield begin


def _silent(_total: int) -> Callable[[int], None]:
    return lambda _step: None
