"""The batch function in ``datasets`` and in Ray Data gives what the command stores."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from lm_eval_tasks.adapters.batches import score_batch
from lm_eval_tasks.cli.score_command import command as score_command
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.instructions.suites import get_suite

TASK = "ifeval_langcheck"
COUNT = 3000
STORED = ("strict", "loose", "strict_gated", "loose_gated", "why")
TEXTS = (
    "The lantern and the gull: an oven, an oven, an OVEN!",
    "* One\n* Two\n\n***\n\nPART 1\nPART 2\nP.S. [a] [b] [c] *x* *y* *z*",
    '"<<quoted title>>"',
    "MY ANSWER IS YES.",
    "plain small words without a mark",
    '{"a": [1, 2]}',
    None,
    "",
    "<think>never closed",
    "слово за словом",
)


def answered() -> list[dict[str, Any]]:
    """A few thousand answers; everything odd is in the second half, behind the first batches."""
    rows = get_suite(TASK).load("sample")[0].rows
    return [
        {
            "key": position,
            "prompt": f"{row['prompt']} ({position})",
            "instruction_id_list": row["instruction_id_list"],
            "kwargs": json.dumps(row["kwargs"]),
            "response": TEXTS[position // len(rows) % (6 if position < COUNT // 2 else len(TEXTS))],
        }
        for position, row in ((position, rows[position % len(rows)]) for position in range(COUNT))
    ]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The answers as JSONL and parquet, and what ``score`` stores of them."""
    from datasets import Dataset

    folder = tmp_path_factory.mktemp("saved")
    rows = answered()
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "answers.jsonl").write_text(lines, encoding="utf-8")
    Dataset.from_list(rows).to_parquet(folder / "answers.parquet")
    file = str(folder / "answers.jsonl")
    arguments = [file, "--task", TASK, "--data", file, "--output", str(folder / "scores")]
    result = CliRunner().invoke(score_command, arguments)
    assert result.exit_code == 0, (result.output, result.exception)
    return folder


@pytest.fixture(scope="module")
def expected(saved: Path) -> dict[int, dict[str, Any]]:
    lines = (saved / "scores" / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    samples = {sample["key"]: sample for sample in map(json.loads, lines)}
    assert len(samples) == COUNT
    return samples


def assert_same(rows: Iterator[Mapping[str, Any]], expected: Mapping[int, Mapping[str, Any]]) -> None:
    """Every row says what the command stored under its key."""
    seen = set()
    for row in rows:
        sample = expected[row["key"]]
        seen.add(row["key"])
        assert {name: list(row[name]) for name in STORED} == {name: sample[name] for name in STORED}
        assert row["gate_passed"] == sample["gate"]["passed"]
        assert row["gate_reason"] == sample["gate"].get("reason", "")
        assert row["notes"].split() == sample["notes"]
    assert seen == set(expected)


def test_the_answers_are_of_every_kind(expected: dict[int, dict[str, Any]]) -> None:
    notes = {note for sample in expected.values() for note in sample["notes"]}
    assert notes == {"null", "empty", "unclosed_thinking"}
    reasons = {sample["gate"].get("reason") for sample in expected.values()}
    assert reasons == {None, "empty_response", "non_english_word"}
    assert 0 < sum(all(sample["strict"]) for sample in expected.values()) < COUNT


def test_columns_of_a_batch() -> None:
    rows = answered()[:4]
    batch = {name: [row[name] for row in rows] for name in rows[0]}
    scored = score_batch(batch, task="ifeval")
    assert list(scored) == [*batch, "strict", "loose", "why", "notes"]
    assert {name: scored[name] for name in batch} == batch
    renamed = {"text" if name == "response" else name: values for name, values in batch.items()}
    assert score_batch(renamed, task="ifeval", response="text")["strict"] == scored["strict"]


def test_a_bad_row_of_a_batch_is_named() -> None:
    batch = {"key": ["a", "b"], "instruction_id_list": [["punctuation:no_comma"], ["punctuation:no_coma"]],
             "kwargs": [[{}], [{}]], "response": ["x", "y"]}  # fmt: skip
    with pytest.raises(DataError, match=r"row 1, key b: unknown instruction .*Did you mean"):
        score_batch(batch, task="ifeval")
    del batch["response"]
    with pytest.raises(DataError, match="no column 'response'"):
        score_batch(batch, task="ifeval")


@pytest.mark.parametrize("processes", [None, 2])
def test_datasets_map(saved: Path, expected: dict[int, dict[str, Any]], processes: int | None) -> None:
    from datasets import Dataset

    answers = Dataset.from_parquet(str(saved / "answers.parquet"), cache_dir=str(saved / "cache"))
    scored = answers.map(
        partial(score_batch, task=TASK),
        batched=True,
        batch_size=200,
        num_proc=processes,
        load_from_cache_file=False,
    )
    assert_same(iter(scored), expected)


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """Ray with two workers on this machine."""
    ray = pytest.importorskip("ray", reason="ray is not installed (extra: ray)")
    pytest.importorskip("ray.data", reason="ray[data] is not installed (extra: ray)")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200_000_000)
    yield ray
    ray.shutdown()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_ray_data(
    ray: Any, saved: Path, expected: dict[int, dict[str, Any]], kind: str, tmp_path: Path
) -> None:
    """Read, scored by two workers, written as parquet, and read again without Ray."""
    from pyarrow import parquet

    read = {"jsonl": ray.data.read_json, "parquet": ray.data.read_parquet}[kind]
    answers = read(str(saved / f"answers.{kind}")).repartition(6)
    answers.map_batches(score_batch, fn_kwargs={"task": TASK}, batch_size=250).write_parquet(str(tmp_path))
    files = sorted(tmp_path.glob("*.parquet"))
    assert len(files) > 1
    assert_same((row for file in files for row in parquet.read_table(file).to_pylist()), expected)


@pytest.mark.slow
def test_a_bad_row_stops_ray_and_is_named(ray: Any) -> None:
    rows = answered()[:10]
    rows[7]["instruction_id_list"] = ["keywords:existance"]
    scored = ray.data.from_items(rows).map_batches(score_batch, fn_kwargs={"task": TASK})
    with pytest.raises(Exception, match=r"key 7: unknown instruction 'keywords:existance'\. Did you mean"):
        scored.take_all()
