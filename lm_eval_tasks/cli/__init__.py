"""The command ``lm-eval-tasks``: one module a subcommand, loaded when it is called.

Exit codes: 0 done, 1 the answer is no, 2 unusable input or usage, 70 a fault of this package;
130 interrupted and 141 nobody reads on, as a shell has them, so that no caller takes either for
an answer.
"""

from __future__ import annotations

import os
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from lm_eval_tasks._version import __version__
from lm_eval_tasks.cli.quoting import quoted_streams
from lm_eval_tasks.errors import LmEvalTasksError

FAULT = 70
INTERRUPTED = 130
NOBODY_READS = 141
COMMANDS = {
    "path": "print the folder for lm_eval --include_path",
    "list": "list the tasks",
    "explain": "say what an instruction or a gate asks, decides and gets wrong",
    "check": "judge one text by one instruction",
    "score": "score saved answers, without a model",
    "compare": "compare two scored runs, prompt by prompt",
    "report": "make one HTML page of one or several runs",
    "rank": "rank models by judgments of pairs",
    "agree": "say how far a judge can be trusted",
    "convert": "write judgments in another form",
    "validate": "read a task's prompts and name every bad row",
    "demo": "run a small real model on the shipped sample",
}


def as_written(command: click.Command) -> click.Command:
    r"""The command, with paragraphs marked ``\b`` left as they are in its help.

    Docstrings are raw, so the mark arrives as two characters; click looks for the one.
    """
    command.help = (command.help or "").replace("\\b\n", "\b\n")
    return command


class Commands(click.Group):
    """Subcommands by name; a module is imported only when its command runs."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; being stopped ends it quietly, with an exit code of its own."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            # What is still buffered would be written at exit, and fail once more.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(NOBODY_READS)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of a first day's work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, from ``lm_eval_tasks.cli.<name>_command``."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"lm_eval_tasks.cli.{cmd_name}_command")
        command: click.Command = module.command
        return as_written(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in ``--help``, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="lm-eval-tasks")
@click.option("--plugins", metavar="MODULES", help="Modules with tasks of your own, separated by commas.")
def cli(plugins: str | None) -> None:
    r"""Instruction-following tasks for lm-evaluation-harness.

    \b
    With a model:     lm_eval --model hf ... --tasks ifeval_langcheck --include_path "$(lm-eval-tasks path)"
    Without a model:  lm-eval-tasks score answers.jsonl --task ifeval
    """
    if plugins:
        # Set in the environment, so that worker processes find the same tasks.
        named = [os.environ.get("LM_EVAL_TASKS_PLUGINS", ""), plugins]
        os.environ["LM_EVAL_TASKS_PLUGINS"] = ",".join(filter(None, named))
        sys.path.insert(0, "")


as_written(cli)


def main(arguments: list[str] | None = None) -> Any:
    """Run the command; an error of this package is one message and exit code 2.

    So is a file or a stream that the system does not let us read or write. Anything else that
    is raised is a fault of ours: it is shown whole, with an exit code that no caller takes for
    an answer.
    """
    _open_streams()
    with quoted_streams():
        return _run(arguments)


def _run(arguments: list[str] | None) -> Any:
    try:
        return cli.main(args=arguments, standalone_mode=True)
    except LmEvalTasksError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)
    except OSError as error:
        click.echo(f"error: {error.filename or 'standard output'}: {error.strerror or error}", err=True)
        sys.exit(2)
    except Exception:
        traceback.print_exc()
        click.echo("this is a fault of lm-eval-tasks, not of your input; please report it", err=True)
        sys.exit(FAULT)


def _open_streams() -> None:
    """Streams that the caller closed are None; nothing is to be read there, and nobody listens."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


__all__ = ["COMMANDS", "cli", "main"]
