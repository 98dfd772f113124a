"""Rows of prompts from the Hub, a local file, or the sample the package ships."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lm_eval_tasks.data.files import UNREADABLE, FileError, Record, Table, table_of
from lm_eval_tasks.data.rows import usual_columns
from lm_eval_tasks.errors import DataError, MissingDataError, nearest

SAMPLES = Path(__file__).parent / "samples"
SETTING = "ifeval_data"
"""The key of ``lm_eval --metadata`` that names other data."""


@dataclass(frozen=True)
class HubData:
    """Where a benchmark's prompts live: a data set of the Hugging Face Hub, or a file on GitHub.

    ``revision`` is a commit, or None for the newest; ``rows`` is how many are expected;
    ``configs`` are the named configurations whose rows are read one after another, where
    the data set has any. With a ``file``, ``path`` is a repository on GitHub that holds it; the
    Hub has no such data, so it must be fetched and named.
    """

    path: str
    split: str
    revision: str | None
    rows: int
    configs: tuple[str, ...] = ()
    file: str = ""

    @property
    def address(self) -> str:
        """Where the file can be fetched."""
        return f"https://raw.githubusercontent.com/{self.path}/{self.revision or 'HEAD'}/{self.file}"


@dataclass(frozen=True)
class Rows:
    """Rows as they were found, and what is needed to name them again.

    ``lines`` are the line numbers in the file, where it has lines. ``sha256`` is of the
    normalised rows (nulls dropped, kwargs decoded, keys sorted), so that the same prompts
    have the same digest in every format. ``notes`` are sentences about columns that were read under
    another name, ``skipped`` about rows that were left out on request, ``left_out`` are those rows.
    """

    rows: tuple[Mapping[str, Any], ...]
    lines: tuple[int, ...] | None
    source: str
    sha256: str
    notes: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    left_out: tuple[Mapping[str, Any], ...] = ()

    def without(self, problems: Mapping[int, str]) -> Rows:
        """The rows but for those at these positions, each with what is wrong with it."""
        if not problems:
            return self
        kept = [position for position in range(len(self.rows)) if position not in problems]
        rows = rows_from([self.rows[position] for position in kept], self.source)
        lines = tuple(self.lines[position] for position in kept) if self.lines else None
        return replace(
            rows,
            lines=lines,
            notes=self.notes,
            skipped=(*self.skipped, *problems.values()),
            left_out=(*self.left_out, *(self.rows[position] for position in problems)),
        )


def load_rows(hub: HubData, sample: str, source: str | None = None, *, skip_bad: bool = False) -> Rows:
    """The rows of a benchmark.

    Args:
        hub: where they are by default.
        sample: the name of the sample that ``source="sample"`` stands for.
        source: None for the Hub, ``sample``, or a path: JSONL, JSON, CSV or parquet, packed or not,
            a folder of JSON files with a row in each, one made by ``datasets``' ``save_to_disk``, or one
            that holds the benchmark's
            ``file``.
        skip_bad: leave out lines that are not JSON; ``skipped`` of the rows names them.

    Raises:
        MissingDataError: when they are not there; says both ways out.
        DataError: when a file cannot be read; says the line.
    """
    if source is None and Path(hub.path).is_absolute():  # a plugin brings its prompts in a file
        source = hub.path
    if source is None:
        return _gathered(_from_hub(hub), None, _hub_name(hub))
    if source == "sample":
        path = SAMPLES / f"{sample}.jsonl"
        return _gathered(*_from_lines(path), f"sample:{sample}")
    path = local_path(source)
    if not path.exists():
        hint = nearest(source, ["sample"])
        raise MissingDataError(
            f"no file or folder {source!r} (--data, or {SETTING} in lm_eval's --metadata)"
            f"{'.' + hint if 'mean' in hint else ''}"
        )
    if hub.file:
        path = _file_in(path, hub.file)
    if path.is_dir():
        files = _files_of_rows(path)
        rows = [_row_of_file(file) for file in files] if files else _from_saved(path, hub.split)
        return _gathered(rows, None, str(path))
    table = _table(path, skip_bad=skip_bad)
    rows, notes = usual_columns([row for _, row in table.records])
    lines = [line for line, _ in table.records] if table.unit == "line" else None
    return replace(_gathered(rows, lines, str(path)), notes=tuple(notes), skipped=table.skipped)


def local_path(name: str) -> Path:
    """The path a person named, ``~`` expanded; whether something is there remains to be seen.

    Raises:
        MissingDataError: an empty name, or one that cannot be looked up.
    """
    if not name:
        raise MissingDataError("the name of a file or folder is expected, not an empty one")
    try:
        path = Path(name).expanduser()
        path.exists()
    except (OSError, RuntimeError) as error:  # too long, no permission; no such home
        reason = error.strerror if isinstance(error, OSError) else error
        raise MissingDataError(f"{name[:200]!r} cannot be looked up: {reason}") from None
    return path


def read_lines(path: Path) -> Iterable[tuple[int, Any]]:
    """Each line of a JSONL file that is not blank, decoded, with its number.

    Raises:
        DataError: naming the lines that are not JSON, or the bytes that are not UTF-8.
    """
    yield from _table(path).records


def _table(path: Path, *, skip_bad: bool = False) -> Table:
    """The records of a file; the rows in a JSON object's ``data`` are those of the file."""
    try:
        table = table_of(path.read_bytes(), skip_bad=skip_bad)
    except FileError as problem:
        raise DataError([str(problem)], str(path)) from None
    except UNREADABLE as error:
        raise DataError([f"cannot be read: {error}"], str(path)) from None
    document = table.document
    if isinstance(document, Mapping) and isinstance(document.get("data"), list):
        records = tuple(Record(number, row) for number, row in enumerate(document["data"], start=1))
        return Table(table.packing, records, "entry")
    return table


def _from_lines(path: Path) -> tuple[list[Any], list[int]]:
    records = _table(path).records
    return [row for _, row in records], [line for line, _ in records]


def _from_saved(path: Path, split: str) -> list[Any]:
    from datasets import DatasetDict, load_from_disk

    try:
        saved = load_from_disk(str(path))
    except (OSError, ValueError) as error:
        raise DataError([f"no data set saved with save_to_disk: {error}"], str(path)) from None
    if isinstance(saved, DatasetDict):
        saved = saved[split] if split in saved else saved[next(iter(saved))]
    return list(saved)


_SAVED = ("state.json", "dataset_dict.json", "dataset_info.json")
"""Files by which a saved data set is known."""


def _files_of_rows(path: Path) -> list[Path]:
    """The JSON files of a folder that holds one row in each, as IFEval-FC's repository does."""
    if any((path / name).exists() for name in _SAVED):
        return []
    return sorted(path.glob("*.json"))


def _row_of_file(path: Path) -> dict[str, Any]:
    document = _table(path).document
    if not isinstance(document, Mapping):
        raise DataError(["not one JSON object; in a folder of rows each file holds one"], str(path))
    return {"filename": path.name, **document}


def _file_in(path: Path, file: str) -> Path:
    """The benchmark's file in a clone of its repository or in the folder that holds it, else the path."""
    inside = (path / file, path / Path(file).name)
    return next((one for one in inside if path.is_dir() and one.is_file()), path)


def _from_hub(hub: HubData) -> list[Any]:
    if hub.file:
        raise MissingDataError(
            f"these prompts are not on the Hub. Fetch {hub.address} and name the file, or the folder it is "
            f"in: with lm-eval-tasks --data {Path(hub.file).name}, with lm_eval "
            f'--metadata \'{{"{SETTING}": "{Path(hub.file).name}"}}\'. Or name the sample the package '
            f'ships: --data sample, --metadata \'{{"{SETTING}": "sample"}}\''
        )
    if Path(hub.path).exists():
        raise MissingDataError(
            f"the folder {hub.path!r} in the working directory would be read instead of the Hub's data set "
            f"of that name; name it with --data ({SETTING} in lm_eval's --metadata), or run elsewhere"
        )
    from datasets import load_dataset

    try:
        return [
            row
            for config in hub.configs or (None,)
            for row in load_dataset(hub.path, config, revision=hub.revision, split=hub.split)
        ]
    except Exception as error:
        raise MissingDataError(
            f"{_hub_name(hub)} cannot be had from the Hub ({type(error).__name__}: {error}). Either make it "
            f"reachable (a connection, or a filled cache in HF_HOME), or name local data (a JSONL, JSON or "
            f"parquet file or a saved data set) or the sample the package ships: with lm-eval-tasks "
            f"--data prompts.jsonl or --data sample, with lm_eval "
            f'--metadata \'{{"{SETTING}": "prompts.jsonl"}}\' or --metadata \'{{"{SETTING}": "sample"}}\''
        ) from error


def rows_from(rows: Sequence[Any], source: str) -> Rows:
    """Rows that came along with something else, such as a log of answers.

    Raises:
        DataError: naming every row that is not an object.
    """
    return _gathered(rows, None, source)


def _hub_name(hub: HubData) -> str:
    return f"{hub.path}@{hub.revision or 'newest'}"


def _gathered(rows: Sequence[Any], lines: Sequence[int] | None, source: str) -> Rows:
    problems = [
        f"line {lines[index]}: not an object" if lines else f"row {index + 1}: not an object"
        for index, row in enumerate(rows)
        if not isinstance(row, Mapping)
    ]
    if problems:
        raise DataError(problems, source)
    digest = hashlib.sha256()
    for row in rows:
        digest.update(json.dumps(normal(row), sort_keys=True, default=str).encode() + b"\n")
    return Rows(tuple(rows), tuple(lines) if lines else None, source, digest.hexdigest())


def normal(value: Any) -> Any:
    """A value without nulls, JSON text in ``kwargs`` decoded, whole floats as integers."""
    if isinstance(value, Mapping):
        return {
            name: normal(_decoded(inner) if name == "kwargs" else inner)
            for name, inner in value.items()
            if inner is not None
        }
    if isinstance(value, list | tuple):
        return [normal(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _decoded(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value
