"""Threads, processes and several ranks: the same verdicts, and whole files, whoever is faster."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from every import items

from lm_eval_tasks import get_suite

TASK = "ifeval_langcheck"
RESPONSES = (
    "THE LANTERN SWUNG ABOVE THE QUIET HARBOUR. NASA CALLED TWICE.",
    "le marché ouvre tôt le matin et ferme avant midi pendant la semaine.",
    "* A *fig*\n* a **plum** [name]\n\nP.S. Mr. Hall, e.g., left. See No. 5!",
    "the boat went out to sea. the boat went out to sea. the boat went out to sea.",
    '"' + "All of it is said here, and then some. " * 30 + '"',
    "",
)


def verdicts(response: str) -> list[Any]:
    suite = get_suite(TASK)
    scores = [suite.score(item, response) for item in items(TASK)]
    return [(score.strict, score.loose, score.why, score.gate) for score in scores]


@pytest.fixture(scope="module")
def alone() -> list[list[Any]]:
    """What one thread finds."""
    return [verdicts(response) for response in RESPONSES]


def test_threads_agree(alone: list[list[Any]]) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(verdicts, RESPONSES * 3)) == alone * 3


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_agree(method: str, alone: list[list[Any]]) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} on this system")
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert list(pool.map(verdicts, RESPONSES)) == alone


RACE = """
import json, threading
from lm_eval_tasks.text.languages import detected_language
text = "Le bateau est parti tôt ce matin, et personne ne sait quand il va revenir au port."
barrier = threading.Barrier(16)
found = []
def first():
    barrier.wait()
    found.append(detected_language(text))
threads = [threading.Thread(target=first) for _ in range(16)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps(found))
"""


def test_sixteen_threads_race_for_the_first_detection() -> None:
    done = subprocess.run([sys.executable, "-c", RACE], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == ["fr"] * 16


def test_a_fork_after_the_first_detection(alone: list[list[Any]]) -> None:
    """The models are loaded in the parent; the child finds the same."""
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("no fork on this system")
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    child = context.Process(target=lambda: queue.put(verdicts(RESPONSES[1])))
    child.start()
    found = queue.get()
    child.join()
    assert found == alone[1]


def score_command(folder: Path, answers: Path, *options: str) -> list[str]:
    command = [sys.executable, "-m", "lm_eval_tasks", "score", str(answers), "--task", TASK]
    return [*command, "--data", "sample", "--output", str(folder), "--json", *options]


def answers_file(path: Path, times: int) -> Path:
    lines = [
        {"key": item.key, "response": RESPONSES[index % 5] * times} for index, item in enumerate(items(TASK))
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def whole(folder: Path) -> bool:
    """Whether both files are there and speak of the same run."""
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    samples = [
        json.loads(line) for line in (folder / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    passed = sum(all(sample["strict_gated"]) for sample in samples)
    return (
        len(samples) == results["n_prompts"]
        and results["metrics"]["prompt_level_strict_acc"]["passed"] == passed
    )


def test_several_ranks_write_to_one_folder(tmp_path: Path) -> None:
    files = [answers_file(tmp_path / f"answers{times}.jsonl", times) for times in (1, 2, 3, 4)]
    folder = tmp_path / "run"
    ranks = [
        subprocess.Popen(score_command(folder, file), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for file in files
    ]
    for rank in ranks:
        _, said = rank.communicate()
        assert rank.returncode == 0, said.decode()
    assert whole(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["results.json", "samples.jsonl"]


WRITERS = """
import sys
from pathlib import Path
from lm_eval_tasks.runs.store import write_run
for time in range(60):
    run = f"{sys.argv[2]} {time}"
    write_run(Path(sys.argv[1]), {"run": run}, [{"run": run}] * 200)
"""


def test_four_writers_at_once(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITERS, str(tmp_path), str(number)], stderr=subprocess.PIPE)
        for number in range(4)
    ]
    for writer in writers:
        _, said = writer.communicate()
        assert writer.returncode == 0, said.decode()
    lines = (tmp_path / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    runs = {json.loads(line)["run"] for line in lines}
    assert runs == {json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["run"]}
    assert len(lines) == 200


@pytest.mark.parametrize("delay", [0.05, 0.3, 0.6, 0.9])
def test_score_killed_in_the_middle(delay: float, tmp_path: Path) -> None:
    """Whenever it dies, the folder holds the earlier run or the new one, and can be written again."""
    folder = tmp_path / "run"
    answers = answers_file(tmp_path / "answers.jsonl", 3)
    subprocess.run(score_command(folder, answers), check=True, capture_output=True)
    dying = subprocess.Popen(
        score_command(folder, answers, "--workers", "2"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(delay)
    os.kill(dying.pid, signal.SIGKILL)
    dying.wait()
    if (folder / "results.json").exists():
        assert whole(folder)
    subprocess.run(score_command(folder, answers), check=True, capture_output=True)
    assert whole(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["results.json", "samples.jsonl"]
