"""How commands speak: tables on standard output, notes and progress on standard error.

Source    own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

import click

if TYPE_CHECKING:
    from rich.console import Console


def tolerant(stream: TextIO) -> TextIO:
    """The stream, writing escapes for what its encoding lacks (lone surrogates, say) instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="backslashreplace")
    return stream


def console(*, stderr: bool = False) -> Console:
    """A console that never fails on a text; colours only on a terminal, 80 columns elsewhere."""
    from rich.console import Console

    return Console(file=tolerant(sys.stderr if stderr else sys.stdout), highlight=False, emoji=False)


def note(text: str) -> None:
    """One line on standard error."""
    tolerant(sys.stderr)
    click.echo(f"note: {text}", err=True)


def many(count: int, noun: str) -> str:
    """``1 answer``, ``2 answers``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int], Callable[[int], None]]]:
    """Gives a function that is told the total and returns what is told of each step.

    The bar is on standard error, and only if that is a terminal.
    """
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:

        def begin(total: int) -> Callable[[int], None]:
            row = bar.add_task(what, total=total)
            return lambda step: bar.advance(row, step)

        yield begin


def _silent(_total: int) -> Callable[[int], None]:
    return lambda _step: None
