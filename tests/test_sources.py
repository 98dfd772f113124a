"""The same rows from every kind of file, and what is said when they cannot be had."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks import SUITES, get_suite
from lm_eval_tasks.data.sources import HubData, Rows, load_rows, read_lines
from lm_eval_tasks.errors import DataError, MissingDataError

HUB = HubData("nobody/nothing", "train", None, 2)
ROWS = [
    {
        "key": 1,
        "prompt": "Écris « bonjour » 🌍.",
        "instruction_id_list": ["length_constraints:number_words", "punctuation:no_comma"],
        "kwargs": [{"num_words": 3, "relation": "at least"}, {}],
    },
    {
        "key": 2,
        "prompt": "Name two birds.\nOr three.",
        "instruction_id_list": ["keywords:existence"],
        "kwargs": [{"keywords": ["wren", "owl"]}],
    },
]
JSONL = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS)


def load(source: str | Path) -> Rows:
    return load_rows(HUB, "english", str(source))


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    def written(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return written


def parquet(path: Path) -> None:
    import pyarrow
    from pyarrow import parquet as store

    # A columnar store pads every object with nulls to the same keys.
    store.write_table(pyarrow.Table.from_pylist(ROWS), path)


def saved(path: Path, split: str | None = None) -> None:
    from datasets import Dataset, DatasetDict

    rows = Dataset.from_list(ROWS)
    (DatasetDict({split: rows}) if split else rows).save_to_disk(str(path))


DAMAGED = gzip.compress(b"", mtime=0)[:10] + b"\xff" * 20

FORMS: dict[str, Callable[[Path], object]] = {
    "rows.jsonl": lambda path: path.write_text(JSONL, encoding="utf-8"),
    "rows.ndjson": lambda path: path.write_text(JSONL, encoding="utf-8"),
    "rows.jsonl.gz": lambda path: path.write_bytes(gzip.compress(JSONL.encode())),
    "rows.json": lambda path: path.write_text(json.dumps(ROWS), encoding="utf-8"),
    "rows.json.gz": lambda path: path.write_bytes(gzip.compress(json.dumps(ROWS).encode())),
    "data.json": lambda path: path.write_text(json.dumps({"data": ROWS}), encoding="utf-8"),
    "bom.jsonl": lambda path: path.write_text(JSONL, encoding="utf-8-sig"),
    "crlf.jsonl": lambda path: path.write_bytes(JSONL.replace("\n", "\r\n").encode()),
    "blank.jsonl": lambda path: path.write_text("\n" + JSONL.replace("\n", "\n\n"), encoding="utf-8"),
    "text.jsonl": lambda path: path.write_text(
        "".join(json.dumps({**row, "kwargs": json.dumps(row["kwargs"])}) + "\n" for row in ROWS),
        encoding="utf-8",
    ),
    "rows.parquet": parquet,
    "saved": saved,
    "saved_train": lambda path: saved(path, "train"),
    "saved_other": lambda path: saved(path, "validation"),
}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_holds_the_same_items_under_the_same_digest(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    FORMS[name](path)
    rows = load(path)
    assert rows.source == str(path)
    assert rows.sha256 == "22ee2d9dc715b021c1abfb407ac88b36a449f7b6e61c18eaf5ddaa42f981ff53"
    suite = get_suite("ifeval")
    assert [suite.item(row) for row in rows.rows] == [suite.item(row) for row in ROWS]


def test_other_rows_have_another_digest(write: Callable[[str, str], Path]) -> None:
    digests = {
        load(write("a.jsonl", JSONL)).sha256,
        load(write("b.jsonl", JSONL.replace("wren", "kite"))).sha256,
        load(write("c.jsonl", "\n".join(reversed(JSONL.strip().split("\n"))))).sha256,
        load(write("d.jsonl", JSONL.split("\n")[0])).sha256,
    }
    assert len(digests) == 4


def test_lines_are_those_of_the_file(write: Callable[[str, str], Path]) -> None:
    first, second = JSONL.strip().split("\n")
    assert load(write("rows.jsonl", f"\n{first}\n\n\n{second}\n")).lines == (2, 5)


def test_lines_in_errors_are_those_of_the_file(write: Callable[[str, str], Path]) -> None:
    bad = json.dumps({**ROWS[0], "key": 5, "instruction_id_list": ["a:b", "c:d"]})
    path = write("rows.jsonl", f"{JSONL}\n\n{bad}\n")
    with pytest.raises(DataError, match=r"line 5, key 5: unknown instruction 'a:b'\."):
        get_suite("ifeval").load(str(path))


def test_lines_that_are_not_json_are_counted(write: Callable[[str, str], Path]) -> None:
    path = write("rows.jsonl", f'{JSONL}{{"key": \nnonsense\n{{}}\n')
    with pytest.raises(DataError) as caught:
        list(read_lines(path))
    assert str(caught.value).startswith(f"{path}: 2 lines cannot be read, the first is line 3: not JSON: ")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("rows.jsonl", '{"key": 1}\n[2]\n3\n', "2 lines cannot be read, the first is line 2: not an object"),
        ("rows.json", "[1, {}]", "entry 1: not an object"),
        ("rows.json", "[{]", "line 1: not JSON: "),
        ("rows.json", "[" * 100_000, "line 1: not JSON: "),
        ("rows.jsonl", b'{"key": "\xff"}', "line 1: not UTF-8: invalid start byte at byte 9"),
        ("rows.jsonl.gz", b"not compressed", "line 1: not JSON and not a table: 'not compressed'"),
        ("rows.jsonl.gz", gzip.compress(JSONL.encode(), mtime=0)[:-20], "cannot be unpacked: "),
        ("rows.jsonl.gz", DAMAGED, "cannot be unpacked: Error -3 while decompressing data"),
        ("rows.parquet", b"PAR1 is not all it takes", "a parquet file that cannot be read: "),
        ("lfs.jsonl", "version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer, not the file"),
    ],
)
def test_a_file_that_cannot_be_read(
    name: str, content: str | bytes, said: str, write: Callable[[str, str | bytes], Path]
) -> None:
    path = write(name, content)
    with pytest.raises(DataError) as caught:
        load(path)
    assert str(path) in str(caught.value)
    assert any(problem.startswith(said) for problem in caught.value.problems), caught.value.problems


def test_an_empty_file_has_no_rows(write: Callable[[str, str], Path]) -> None:
    with pytest.raises(DataError, match="no rows"):
        get_suite("ifeval").load(str(write("rows.jsonl", "")))


def test_a_folder_that_is_no_data_set(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no data set saved with save_to_disk"):
        load(tmp_path)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(MissingDataError, match=r"no file or folder 'nowhere/rows\.jsonl'"):
        load("nowhere/rows.jsonl")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "the name of a file or folder is expected, not an empty one"),
        ("a" * 5000 + ".jsonl", "cannot be looked up: File name too long"),
        ("~nobody-of-that-name/rows.jsonl", "cannot be looked up: Could not determine home directory."),
        ("smaple", "Did you mean 'sample'?"),
    ],
    ids=["empty", "too long", "no such home", "misspelt"],
)
def test_a_name_that_cannot_be_looked_up(name: str, said: str) -> None:
    with pytest.raises(MissingDataError) as caught:
        load_rows(HUB, "english", name)
    assert str(caught.value).endswith(said)


def test_bytes_that_are_no_utf_8_are_placed(write: Callable[[str, bytes], Path]) -> None:
    with pytest.raises(DataError, match=r"line 3: not UTF-8: invalid start byte at byte 0"):
        load(write("rows.jsonl", JSONL.encode() + b"\xff"))


def test_home_is_expanded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / "rows.jsonl").write_text(JSONL, encoding="utf-8")
    assert len(load("~/rows.jsonl").rows) == 2


@pytest.mark.parametrize("name", [suite.name for suite in SUITES.values()])
def test_every_suite_has_a_sample(name: str) -> None:
    rows, items = get_suite(name).load("sample")
    assert rows.source == f"sample:{get_suite(name).sample}"
    assert len(items) == len(rows.rows) >= 5


def test_a_folder_of_the_hubs_name_is_not_read_instead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nobody" / "nothing").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        MissingDataError, match="the folder 'nobody/nothing' in the working directory"
    ) as caught:
        load_rows(HUB, "english")
    assert "ifeval_data" in str(caught.value)


OFFLINE = """
from lm_eval_tasks import get_suite
from lm_eval_tasks.errors import MissingDataError
try:
    get_suite("ifeval").load()
except MissingDataError as error:
    print(error)
"""


def test_without_the_hub_both_ways_out_are_said(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "HF_HUB_OFFLINE": "1",
        "HF_HOME": str(tmp_path / "hf"),
        "HF_HUB_CACHE": str(tmp_path / "hub"),
        "HF_DATASETS_CACHE": str(tmp_path / "datasets"),
    }
    done = subprocess.run(
        [sys.executable, "-c", OFFLINE],
        env={**os.environ, **settings},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.startswith(
        "google/IFEval@966cd89545d6b6acfd7638bc708b98261ca58e84 cannot be had from the Hub"
    )
    assert "a connection, or a filled cache in HF_HOME" in done.stdout
    assert """--metadata '{"ifeval_data": "prompts.jsonl"}'""" in done.stdout
    assert """--metadata '{"ifeval_data": "sample"}'""" in done.stdout
