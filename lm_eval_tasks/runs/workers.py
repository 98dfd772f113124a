"""A function on many values, in this process and in others, with the results in order."""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from lm_eval_tasks.errors import WorkerError

if TYPE_CHECKING:
    from concurrent.futures import Future

AHEAD = 2
"""Values a worker has waiting, so that it never waits itself."""
BEHIND = 16
"""Results a process may have waiting for one before them, so that memory stays bounded."""
THREADS = Path("/proc/self/task")
"""Linux lists the threads of a process here, also those that Python knows nothing of."""

Value = TypeVar("Value")
Result = TypeVar("Result")


def spread(run: Callable[[Value], Result], values: Iterable[Value], workers: int) -> Iterator[Result]:
    """``run`` on each of ``values``, in this process and ``workers - 1`` others.

    This process takes a value whenever the others have enough waiting: what it does itself need
    not be sent, and it does not stand idle on a processor the others could use.

    Args:
        run: forks have it. Where processes begin afresh, it is pickled.
        values: long enough that the way is worth it. What is a sequence, not an iterator, need not
            be sent to forks: they have it.
        workers: how many processes, this one among them.

    Raises:
        WorkerError: when another process dies, or begins afresh and ``run`` cannot be pickled.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    # A single value starts no process, and a fork has what the first one made this process load.
    places = enumerate(values)
    for _, value in islice(places, 1):
        yield run(value)
    others = workers - 1
    method = start_method()
    inherited = values if method == "fork" and isinstance(values, Sequence) else None
    if method != "fork":
        _must_pickle(run)
    pool = ProcessPoolExecutor(others, get_context(method), _begin, (run, inherited))
    results: deque[Future[Result] | _Here[Result]] = deque()
    away: list[Future[Result]] = []
    try:
        for place, value in places:
            away = [future for future in away if not future.done()]
            if len(away) < others * AHEAD:
                with _no_ctrl_c():
                    if inherited is None:
                        away.append(pool.submit(_run_sent, value))
                    else:
                        away.append(pool.submit(_run_inherited, place))
                results.append(away[-1])
            else:
                results.append(_Here(run(value)))
            while results and (results[0].done() or len(results) > workers * BEHIND):
                yield results.popleft().result()
        while results:
            yield results.popleft().result()
    except BrokenProcessPool:
        raise WorkerError(
            f"one of {workers} processes died, perhaps out of memory; try fewer with --workers"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def start_method() -> str:
    """How the others begin, a name that multiprocessing knows.

    A fork has all that this process loaded and remembers, and starts at once, but may deadlock
    where another thread holds a lock. A fresh process is safe beside threads and on every
    system, and takes as long to start as some thousand answers take to score.
    """
    try:
        threads = len(list(THREADS.iterdir()))
    except OSError:  # another system, or nothing mounted there
        return "spawn"
    return "fork" if threads == 1 else "spawn"


class _Here(Generic[Result]):
    """A result that is there, with the face of one that is awaited."""

    def __init__(self, result: Result) -> None:
        self._result = result

    def done(self) -> bool:
        return True

    def result(self) -> Result:
        return self._result


@contextmanager
def _no_ctrl_c() -> Iterator[None]:
    """Ctrl-C waits till the end: no worker hears it before it is ready, and the pool is whole."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_run: Callable[[Any], Any]
"""In a worker: what it is to do."""
_inherited: Sequence[Any] = ()
"""In a forked worker: the values, as they were when it began."""


def _run_inherited(place: int) -> Any:
    return _run(_inherited[place])


def _run_sent(value: Any) -> Any:
    return _run(value)


def _must_pickle(run: Callable[[Any], Any]) -> None:
    try:
        pickle.dumps(run)
    except Exception as error:
        raise WorkerError(
            f"other processes cannot be given this work, because it cannot be pickled ({error}); one process "
            "can do it: workers=1"
        ) from error


def _begin(run: Callable[[Any], Any], inherited: Sequence[Any] | None) -> None:
    """What a worker does first: it leaves Ctrl-C to its parent, and does not outlive it."""
    global _run, _inherited
    _run, _inherited = run, inherited or ()
    import threading
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)
