"""Stored runs as typed values: what is read, what is refused, and what a failing disk leaves."""

from __future__ import annotations

import gzip
import json
import resource
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from scored_runs import FIRST, make_run

from lm_eval_tasks.cli.score_command import command as score_command
from lm_eval_tasks.errors import DataError, MissingDataError, OutputError
from lm_eval_tasks.instructions.suites import get_suite
from lm_eval_tasks.runs import records
from lm_eval_tasks.runs.comparison import compare
from lm_eval_tasks.runs.store import json_line, json_text, read_run, write_run

FIRST_RELEASE = Path(__file__).parent / "first_release"


@pytest.mark.parametrize("name", sorted(path.name for path in FIRST_RELEASE.iterdir()))
def test_a_run_of_the_first_release_is_read_whole(name: str) -> None:
    """Written again, both files have the same bytes: nothing in them is lost."""
    folder = FIRST_RELEASE / name
    run = read_run(folder)
    assert b"".join(map(json_line, run.samples)) == (folder / "samples.jsonl").read_bytes()
    assert f"{json_text(run.results)}\n" == (folder / "results.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(path.name for path in FIRST_RELEASE.iterdir()))
def test_the_stored_samples_give_the_stored_numbers(name: str) -> None:
    """A metric reads a stored sample as it reads the score that it was made of."""
    run = read_run(FIRST_RELEASE / name)
    for metric in get_suite(run.task).metrics:
        stored, found = run.results.metrics[metric.name], metric.estimate(run.samples)
        assert (stored.value, stored.stderr, stored.passed, stored.total, stored.method) == (
            found.value,
            found.stderr,
            found.passed,
            found.total,
            found.interval.method,
        ), metric.name
        assert stored.level == metric.estimator.level
        assert stored.ci95 == (found.interval.low, found.interval.high), metric.name


def test_packed_files_are_read_as_plain_ones(tmp_path: Path) -> None:
    """The report and compare read them through one reader."""
    folder, packed = make_run(tmp_path / "run", "ifeval", FIRST), tmp_path / "packed"
    packed.mkdir()
    for name in ("results.json", "samples.jsonl"):
        (packed / f"{name}.gz").write_bytes(gzip.compress((folder / name).read_bytes()))
    plain, again = read_run(folder, "run"), read_run(packed, "run")
    assert plain == again
    metrics = get_suite("ifeval").metrics
    assert compare(plain, again, metrics, metrics[0]).chosen.difference == 0


def test_all_problems_of_both_files_at_once(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", "ifeval", FIRST)
    samples = [json.loads(line) for line in (folder / "samples.jsonl").read_text("utf-8").splitlines()]
    del samples[1]["strict"]
    samples[2]["strict"] = [1, 0]
    samples[3]["gate"] = {"passed": False}
    samples[4]["spans"] = [[[1, 2, 3]]]
    samples[5]["key"] = samples[0]["key"]
    (folder / "samples.jsonl").write_text("\n".join(map(json.dumps, samples)), encoding="utf-8")
    results = json.loads((folder / "results.json").read_text("utf-8"))
    results["metrics"]["prompt_level_strict_acc"]["value"] = "high"
    (folder / "results.json").write_text(json.dumps(results), encoding="utf-8")
    with pytest.raises(DataError) as error:
        read_run(folder)
    assert error.value.problems == (
        "results.json: 'metrics[...].value' is text, expected a number or null",
        "samples.jsonl, line 2: no 'strict'",
        "samples.jsonl, line 3: 'strict[0]' is a whole number, expected true or false",
        "samples.jsonl, line 4: a refusal without 'reason' or 'detail'",
        "samples.jsonl, line 5: 'spans[0][0]' is a list of length 3, expected 2",
        "samples.jsonl, line 6: key 1 for the second time, first in line 1",
    )


def test_damaged_files_are_named(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", "ifeval", FIRST)
    for name in ("results.json", "samples.jsonl"):
        packed = gzip.compress((folder / name).read_bytes())
        (folder / name).write_bytes(packed[: len(packed) // 2])
    with pytest.raises(DataError, match="2 problems") as error:
        read_run(folder)
    assert "results.json cannot be read" in str(error.value)
    assert "samples.jsonl cannot be read" in str(error.value)
    with pytest.raises(MissingDataError, match=r"no results\.json and no samples\.jsonl"):
        read_run(tmp_path)


def test_a_sample_knows_its_conversation_and_its_answer() -> None:
    least: dict[str, Any] = {"prompt": "p", "instruction_id_list": (), "strict": ()}
    turn = records.Sample(key="c1:2", labels={"conversation_key": "c1"}, **least)
    assert (turn.cluster, turn.identity) == ("c1", "c1:2")
    second = records.Sample(key=7, answer=2, **least)
    assert (second.cluster, second.identity) == (7, "7, answer 2")


# Writing


@pytest.fixture
def full_disk() -> Any:
    """No file can grow beyond 100 bytes."""
    import signal

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


def test_a_failing_write_leaves_no_partial_file(tmp_path: Path, full_disk: Any) -> None:
    with pytest.raises(OutputError, match="cannot be written: File too large"):
        write_run(tmp_path / "run", {"task": "ifeval"}, [{"response": "long " * 100}])
    assert list((tmp_path / "run").iterdir()) == []


def test_the_numbers_are_printed_when_they_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_run(tmp_path / "run", "ifeval", FIRST)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("lm_eval_tasks.runs.store._write", full)
    arguments = [str(folder / "answers.jsonl"), "--task", "ifeval", "--data", str(folder / "prompts.jsonl")]
    for options, number in (
        ([], "prompt_level_strict_acc  0."),
        (["--json"], '"prompt_level_strict_acc": {'),
    ):
        done = CliRunner().invoke(score_command, [*arguments, "--output", str(tmp_path / "new"), *options])
        assert number in done.stdout
        assert isinstance(done.exception, OutputError)
        assert "No space left on device" in str(done.exception)
        assert list((tmp_path / "new").iterdir()) == []


def test_a_folder_that_cannot_be_written_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("scored")

    monkeypatch.setattr("lm_eval_tasks.instructions.scoring.run.score_saved", never)
    (tmp_path / "file").write_text("")
    answers = FIRST_RELEASE / "doubtful" / "samples.jsonl"
    arguments = [str(answers), "--task", "ifeval", "--output", str(tmp_path / "file" / "run")]
    done = CliRunner().invoke(score_command, arguments)
    assert isinstance(done.exception, OutputError), done.exception
