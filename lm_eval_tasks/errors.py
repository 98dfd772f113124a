"""Every way this package says no, as one tree."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

SHOWN_PROBLEMS = 20


class LmEvalTasksError(Exception):
    """The root: whatever is wrong lies in what the package was given.

    The command line prints the message and exits with 2. Every error can be pickled, so that it
    arrives whole from a worker process.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions pickle as ``cls(*args)``, but ``args`` is the finished message here, not what
        # the constructor takes.
        return _unpickled, (type(self), self.args, self.__dict__)


def _unpickled(
    kind: type[LmEvalTasksError], args: tuple[Any, ...], state: dict[str, Any]
) -> LmEvalTasksError:
    """The error as it was, without calling its constructor again."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class UnknownNameError(LmEvalTasksError):
    """A task, instruction, metric or setting that does not exist."""

    def __init__(self, kind: str, name: str, known: Iterable[str], where: str = "") -> None:
        self.kind, self.name = kind, name
        place = f"{where}: " if where else ""
        super().__init__(f"{place}unknown {kind} {name!r}.{nearest(name, known)}")


class DataError(LmEvalTasksError):
    """Rows that cannot be scored; lists up to twenty problems at once."""

    def __init__(self, problems: Sequence[str], source: str = "") -> None:
        self.problems = tuple(problems)
        shown = list(self.problems[:SHOWN_PROBLEMS])
        left = len(self.problems) - len(shown)
        if left:
            shown.append(f"and {left} more")
        head = f"{source}: " if source else ""
        if len(self.problems) == 1:
            super().__init__(f"{head}{shown[0]}")
        else:
            lines = "\n".join(f"  {problem}" for problem in shown)
            super().__init__(f"{head}{len(self.problems)} problems\n{lines}")


class MissingDataError(LmEvalTasksError):
    """The prompts cannot be had, and what to do about it."""


class MissingDependencyError(LmEvalTasksError):
    """An optional package is needed and absent; names the extra to install."""


class UndecidedError(LmEvalTasksError):
    """A verdict that cannot be given; counted as ``undecided``, never as not followed."""


class ResponseError(DataError):
    """Saved answers that cannot be read or do not fit the prompts."""


class SuiteError(LmEvalTasksError):
    """A suite whose fields do not fit together; names every one of them."""


class WorkerError(LmEvalTasksError):
    """A worker process died before it had scored its answers, or could not be given them."""


class HarnessError(LmEvalTasksError):
    """lm_eval was started, or behaves, in a way in which a task cannot run."""


class OutputError(LmEvalTasksError):
    """Results that cannot be written where they should go."""


def instead(name: str, there: Iterable[str]) -> str:
    """The closing half of an error about something missing: what is there in its place.

    Returns   `` Is 'promt' meant to be it?`` where one name is near, else `` There is a, b, c.``
              (at most twelve), else an empty string; it starts with a blank.
    """
    names = sorted(set(there))
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f" Is {close[0]!r} meant to be it?"
    return f" There is {_listed(names)}." if names else ""


def nearest(name: str, known: Iterable[str]) -> str:
    """The closing half of an error about a name: the closest one, or all of them.

    Returns   `` Did you mean 'x'?`` where one is near, else `` Known: a, b, c.``
              (at most twelve), else an empty string; it starts with a blank.
    """
    names = sorted(set(known))
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f" Did you mean {close[0]!r}?"
    if not names:
        return ""
    return f" Known: {_listed(names)}."


def _listed(names: Sequence[str]) -> str:
    """The first twelve names, and how many more there are."""
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    return ", ".join(names[:12]) + more
