"""Runs as files: the one reader and the one writer of ``results.json`` and ``samples.jsonl``."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from lm_eval_tasks.data.files import UNREADABLE, FileError, summed, table_of, unpacked
from lm_eval_tasks.data.forms.earlier_score import RESULTS, SAMPLES
from lm_eval_tasks.errors import DataError, MissingDataError, OutputError
from lm_eval_tasks.runs.records import Key, Results, Run, Sample

Stored = msgspec.Struct | Mapping[str, Any]
"""What becomes a JSON object."""


def read_run(folder: Path, name: str | None = None) -> Run:
    """The run that ``score --output`` left in a folder. Either file may be packed, as ``results.json.gz``.

    Args:
        folder: where the two files are.
        name: what the run is called; by default the folder.

    Raises:
        MissingDataError: a folder without the two files; says how to make them.
        DataError: every problem of both files at once, with file and line.
    """
    found = {file: _path(folder, file) for file in (RESULTS, SAMPLES)}
    absent = [file for file, path in found.items() if path is None]
    if absent:
        raise MissingDataError(
            f"{folder}: no {' and no '.join(absent)}. A scored run is made by "
            f"lm-eval-tasks score RESPONSES --task TASK --output {folder}"
        )
    problems: list[str] = []
    results = _results(found[RESULTS], problems)
    samples = _samples(found[SAMPLES], problems)
    if problems or results is None:
        raise DataError(problems, str(folder))
    return Run(name or str(folder), results, samples)


def _path(folder: Path, name: str) -> Path | None:
    return next((path for path in (folder / name, folder / f"{name}.gz") if path.is_file()), None)


def _results(path: Any, problems: list[str]) -> Results | None:
    try:
        found = json.loads(unpacked(path.read_bytes()).decode("utf-8"))
    except (*UNREADABLE, FileError, ValueError, RecursionError) as error:
        problems.append(f"{path.name} cannot be read: {error}")
        return None
    try:
        return msgspec.convert(found, Results)
    except msgspec.ValidationError as error:
        problems.append(f"{path.name}: {_said(error)}")
        return None


def _samples(path: Any, problems: list[str]) -> tuple[Sample, ...]:
    try:
        table = table_of(path.read_bytes())
    except (*UNREADABLE, FileError) as error:
        problems.append(f"{path.name} cannot be read: {error}")
        return ()
    samples: list[Sample] = []
    lines: dict[Key, int] = {}
    wrong: list[tuple[int, str]] = []
    for line, row in table.records:
        try:
            sample = msgspec.convert(row, Sample)
        except msgspec.ValidationError as error:
            wrong.append((line, _said(error)))
            continue
        earlier = lines.setdefault(sample.identity, line)
        if earlier != line:
            wrong.append((line, f"key {sample.identity} for the second time, first in line {earlier}"))
        samples.append(sample)
    problems += [f"{path.name}, {problem}" for problem in summed(wrong, table.unit)]
    return tuple(samples)


_PLACE = re.compile(r" - at `\$\.?(.*)`$", re.DOTALL)
_KINDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "null",
    "object": "an object",
    "str": "text",
}


def _said(error: msgspec.ValidationError) -> str:
    """What msgspec found, in the words of our other errors."""
    text = str(error)
    place = _PLACE.search(text)
    at = place.group(1) if place else ""
    text = _PLACE.sub("", text)
    if missing := re.fullmatch("Object missing required field `(.*)`", text):
        return f"no {missing.group(1)!r}" + (f" in {at!r}" if at else "")
    if kinds := re.fullmatch("Expected `(.*)`, got `(.*)`", text):
        expected, got = map(_kind, kinds.groups())
        return f"{at!r} is {got}, expected {expected}" if at else f"expected {expected}, found {got}"
    if length := re.fullmatch("Expected `array` of length (.*), got (.*)", text):
        return f"{at!r} is a list of length {length.group(2)}, expected {length.group(1)}"
    return text


def _kind(name: str) -> str:
    """A type in words; ``array of length 2`` and ``float | null``, too."""
    words = []
    for kind in name.split(" | "):
        head, *rest = kind.split(" ", 1)
        words.append(" ".join([_KINDS.get(head, head), *rest]))
    return " or ".join(words)


def write_run(folder: Path, results: Stored, samples: Iterable[Stored]) -> None:
    """Both files in ``folder``, which is made if it is not there.

    They are written beside their final names first. Of several processes that write at once, the files
    of the last one stay. If this is stopped at any moment, the folder holds the earlier run, or no
    ``results.json``, or the new run, but never parts of both. If it fails, nothing of the new run is left.

    Raises:
        OutputError: when they cannot be written.
    """
    partial = [folder / f".{name}.partial" for name in (SAMPLES, RESULTS)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone_in(folder):
            try:
                _write(partial[0], map(json_line, samples))
                _write(partial[1], [json_text(results).encode() + b"\n"])
                (folder / RESULTS).unlink(missing_ok=True)
                partial[0].replace(folder / SAMPLES)
                partial[1].replace(folder / RESULTS)
            except BaseException:
                for path in partial:
                    with suppress(OSError):
                        path.unlink()
                raise
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written: {error.strerror or error}") from None


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Other processes that write there wait; the lock ends with its process, however it ends.

    Where the system or the file system has no locks, nobody waits.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _write(path: Path, chunks: Iterable[bytes]) -> None:
    with path.open("wb") as file:
        for chunk in chunks:
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())


def plain(stored: Stored) -> dict[str, Any]:
    """A record as the JSON object that is stored."""
    found: dict[str, Any] = msgspec.to_builtins(stored)
    return found


def json_text(results: Stored) -> str:
    """The results as JSON, indented, readable and safe in any encoding of a terminal."""
    text = json.dumps(plain(results), ensure_ascii=False, allow_nan=False, indent=2)
    return text.encode("utf-8", "backslashreplace").decode()


def json_line(sample: Stored) -> bytes:
    """A sample as one line; lone surrogates, which UTF-8 cannot hold, as JSON escapes."""
    # backslashreplace writes a lone surrogate as \\udXXX, which JSON reads as that surrogate.
    return json.dumps(plain(sample), ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
