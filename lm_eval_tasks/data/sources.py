"""Rows of prompts from the Hub, a local file, or the sample the package ships."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lm_eval_tasks.errors import DataError, MissingDataError, nearest

SAMPLES = Path(__file__).parent / "samples"
SETTING = "ifeval_data"
"""The key of ``lm_eval --metadata`` that names other data."""
UNREADABLE = (OSError, EOFError, zlib.error)
"""What reading a file raises: no permission, say, or gzip that is cut or damaged."""


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
    have the same digest in every format.
    """

    rows: tuple[Mapping[str, Any], ...]
    lines: tuple[int, ...] | None
    source: str
    sha256: str


def load_rows(hub: HubData, sample: str, source: str | None = None) -> Rows:
    """The rows of a benchmark.

    Args:
        hub: where they are by default.
        sample: the name of the sample that ``source="sample"`` stands for.
        source: None for the Hub, ``sample``, or a path: JSONL or JSON (``.gz`` too), parquet,
            or a folder made by ``datasets``' ``save_to_disk``, or one that holds the benchmark's
            ``file``.

    Raises:
        MissingDataError: when they are not there; says both ways out.
        DataError: when a file cannot be read; says the line.
    """
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
        return _gathered(_from_saved(path, hub.split), None, str(path))
    suffixes = [suffix for suffix in path.suffixes if suffix != ".gz"]
    kind = suffixes[-1] if suffixes else ""
    if kind == ".parquet":
        return _gathered(_from_parquet(path), None, str(path))
    if kind == ".json":
        return _gathered(_from_json(path), None, str(path))
    if kind in (".jsonl", ".ndjson"):
        return _gathered(*_from_lines(path), str(path))
    raise DataError(
        [f"expected a file named .jsonl, .json or .parquet (also .gz), not {kind or 'no ending'!r}"],
        str(path),
    )


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
        DataError: naming every line that is no JSON, or the bytes that are no UTF-8.
    """
    problems: list[str] = []
    for number, line in enumerate(_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError) as error:
            problems.append(f"line {number}: no JSON: {error}")
    if problems:
        raise DataError(problems, str(path))


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
        if path.suffix == ".gz":
            raw = gzip.decompress(raw)
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise DataError([f"cannot be read: {error}, in line {line}; expected UTF-8"], str(path)) from None
    except UNREADABLE as error:
        raise DataError([f"cannot be read: {error}"], str(path)) from None


def _from_lines(path: Path) -> tuple[list[Any], list[int]]:
    numbered = list(read_lines(path))
    return [row for _, row in numbered], [number for number, _ in numbered]


def _from_json(path: Path) -> list[Any]:
    try:
        rows = json.loads(_text(path))
    except (ValueError, RecursionError) as error:
        raise DataError([f"no JSON: {error}"], str(path)) from None
    if isinstance(rows, dict) and isinstance(rows.get("data"), list):
        rows = rows["data"]
    if not isinstance(rows, list):
        raise DataError(["expected a list of rows"], str(path))
    return rows


def _from_parquet(path: Path) -> list[Any]:
    from pyarrow import ArrowException, parquet

    try:
        return list(parquet.read_table(path).to_pylist())
    except (ArrowException, OSError) as error:
        raise DataError([f"cannot be read: {error}"], str(path)) from None


def _from_saved(path: Path, split: str) -> list[Any]:
    from datasets import DatasetDict, load_from_disk

    try:
        saved = load_from_disk(str(path))
    except (OSError, ValueError) as error:
        raise DataError([f"no data set saved with save_to_disk: {error}"], str(path)) from None
    if isinstance(saved, DatasetDict):
        saved = saved[split] if split in saved else saved[next(iter(saved))]
    return list(saved)


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
        DataError: naming every row that is no object.
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
