"""Work spread over processes: the order, the errors, and what is left when one of them ends."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from operator import neg
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.errors import WorkerError
from lm_eval_tasks.instructions.gates.english import english
from lm_eval_tasks.instructions.model import Item, Prepared
from lm_eval_tasks.instructions.scoring import run
from lm_eval_tasks.instructions.scoring.run import score_rows, scored
from lm_eval_tasks.runs import workers
from lm_eval_tasks.runs.workers import BEHIND, spread

METHODS = [name for name in ("fork", "spawn") if name in multiprocessing.get_all_start_methods()]
ANSWERS = ("A lantern swung above the quiet harbour.", "", None, "owl, owl", "* one\n* two\n* three")


@pytest.fixture(params=METHODS)
def method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every way in which processes begin, whatever threads the test runner has."""
    monkeypatch.setattr(workers, "start_method", lambda: request.param)
    return str(request.param)


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize("kind", [list, iter])
def test_results_come_in_order(method: str, kind: Callable[[range], Any], number: int) -> None:
    assert list(spread(neg, kind(range(300)), number)) == [-value for value in range(300)]


def test_nothing_to_do(method: str) -> None:
    assert list(spread(neg, iter(()), 2)) == []


def test_what_a_worker_raises_arrives(method: str) -> None:
    for values in (["1", "2", "owl", "4"], iter(["1", "2", "owl", "4"])):
        with pytest.raises(ValueError, match="'owl'"):
            list(spread(int, values, 2))


def test_values_are_taken_when_they_are_needed() -> None:
    """An endless stream is scored in bounded memory."""
    taken = count()
    results = spread(neg, taken, 2)
    assert [next(results) for _ in range(50)] == [-value for value in range(50)]
    results.close()
    assert next(taken) <= 50 + 2 * BEHIND + 1


def test_two_in_one_process(method: str) -> None:
    for _ in range(2):
        assert list(spread(neg, iter(range(20)), 2)) == [-value for value in range(20)]


def test_workers_change_nothing(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHUNK", 7)
    suite = get_suite("ifeval_langcheck")
    rows, items = suite.load("sample")
    responses = [ANSWERS[index % len(ANSWERS)] for index in range(len(items))]
    steps: list[int] = []
    spread_out = score_rows(suite, rows.rows, responses, workers=2, progress=steps.append)
    assert spread_out == score_rows(suite, items, responses)
    assert sum(steps) == len(items)
    assert len(steps) > 2


def test_workers_score_a_derived_suite_as_it_is(method: str) -> None:
    """A worker once took the registered suite of that name, which has no gate."""
    suite = replace(get_suite("ifeval"), gate=english)
    row = get_suite("ifeval").load("sample")[0].rows[0]
    for number in (1, 2):
        scores = score_rows(suite, [row] * 2000, ["café"] * 2000, workers=number)
        assert sum(score.refusal is not None for score in scores) == 2000


def test_a_suite_that_cannot_be_pickled(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fork scores it; a fresh process cannot be given it, and nothing else is scored in its place."""
    monkeypatch.setattr(run, "CHUNK", 7)

    def shouted(response: str, item: Item) -> Prepared:
        return Prepared(response.upper())

    suite = replace(get_suite("ifeval"), prepare=shouted)
    row = {"key": 1, "prompt": "p", "instruction_id_list": ["change_case:english_capital"], "kwargs": [{}]}
    rows, answers = [row] * 30, ["I think this is the right answer."] * 30
    if method == "fork":
        scores = score_rows(suite, rows, answers, workers=2)
        assert [score.strict for score in scores] == [(True,)] * 30
    else:
        with pytest.raises(WorkerError, match=r"cannot be pickled .*; one process can do it"):
            score_rows(suite, rows, answers, workers=2)


def test_long_answers_travel_in_small_company(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHARACTERS", 1000)
    suite = get_suite("ifeval")
    rows, _ = suite.load("sample")
    steps: list[int] = []
    score_rows(suite, rows.rows[:6], ["x" * 600, "", "x" * 600, "x" * 2000, "", ""], progress=steps.append)
    assert steps == [3, 1, 2]


def test_items_stay_in_their_process() -> None:
    suite = get_suite("ifeval")
    rows, _ = suite.load("sample")
    with pytest.raises(TypeError, match="pass its row"):
        score_rows(suite, [suite.item(rows.rows[0])], ["a"], workers=2)


class Deadly(str):
    """A response that ends the process that unpacks it."""

    def __reduce__(self) -> tuple[Any, tuple[int]]:
        return os._exit, (9,)


def test_a_dead_worker_is_an_error_and_no_endless_wait(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHUNK", 1)
    suite = get_suite("ifeval")
    rows, _ = suite.load("sample")
    with pytest.raises(WorkerError, match="one of 2 processes died, perhaps out of memory"):
        list(scored(suite, zip(rows.rows[:8], [Deadly("text") for _ in range(8)], strict=True), workers=2))


BEGINNING = """
import threading
from lm_eval_tasks.runs.workers import start_method
wait = threading.Event()
thread = threading.Thread(target=wait.wait)
alone = start_method()
thread.start()
beside = start_method()
wait.set()
thread.join()
print(alone, beside)
"""


def test_a_fork_only_where_no_other_thread_runs() -> None:
    done = subprocess.run([sys.executable, "-c", BEGINNING], capture_output=True, text=True, check=True)
    expected = ["fork", "spawn"] if sys.platform == "linux" else ["spawn"] * 2
    assert done.stdout.split() == expected


def test_no_fork_where_threads_cannot_be_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(workers, "THREADS", tmp_path / "absent")
    assert workers.start_method() == "spawn"


ORPHANS = """
import os, sys, time
from lm_eval_tasks.runs import workers

def slowly(value):
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(0.05)
    return value

if __name__ == "__main__":
    workers.start_method = lambda: sys.argv[1]
    for _ in workers.spread(slowly, iter(range(100_000)), 3):
        pass
"""


def alive(pid: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return "State:\tZ" not in status


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("name", METHODS)
def test_workers_do_not_outlive_a_killed_parent(name: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(ORPHANS, encoding="utf-8")
    command = [sys.executable, str(script), name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        pids: set[int] = set()
        while len(pids) < 3:
            pids.add(int(parent.stdout.readline()))
        assert parent.pid in pids
        parent.kill()
    for _ in range(600):
        left = {pid for pid in pids if alive(pid)}
        if not left:
            break
        time.sleep(0.05)
    assert left == set()


@pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")
def test_ctrl_c_is_one_message(tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    rows, _ = get_suite("ifeval_langcheck").load("sample")
    lines = [{"key": row["key"], "response": "The boat went out to sea. " * 4000} for row in rows.rows]
    answers.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    command = [sys.executable, "-m", "lm_eval_tasks", "score", str(answers), "--task", "ifeval_langcheck"]
    scoring = subprocess.Popen(
        [*command, "--data", "sample", "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background ignores it
    )
    children = Path(f"/proc/{scoring.pid}/task/{scoring.pid}/children")
    while scoring.poll() is None and not (children.exists() and children.read_text(encoding="ascii")):
        time.sleep(0.01)
    os.killpg(scoring.pid, signal.SIGINT)
    out, said = scoring.communicate(timeout=60)
    assert (scoring.returncode, out) == (130, "")
    assert "Traceback" not in said
