"""Files of judgments, told apart by their keys and never by their names.

:func:`read_judgments` reads any of :data:`FORMS` from JSON, JSONL, CSV or parquet, packed with gzip or not,
from one file, several, or a folder. :func:`written` turns records into the rows of another form.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lm_eval_tasks.data.rows import kind_of
from lm_eval_tasks.data.sources import local_path
from lm_eval_tasks.errors import SHOWN_PROBLEMS, DataError, LmEvalTasksError, UnknownNameError, nearest
from lm_eval_tasks.judgments.forms import (
    alpaca_eval,
    arena_hard,
    chatbot_arena,
    if_rewardbench,
    lm_eval,
    mt_bench,
    own,
)
from lm_eval_tasks.judgments.forms.collected import Collected, Form, Row
from lm_eval_tasks.judgments.records import Judgment, Judgments, joined

FORMS: Mapping[str, Form] = {
    form.name: form
    for form in (
        lm_eval.SAMPLES,
        if_rewardbench.CONSTRAINTS,
        if_rewardbench.OVERALL,
        arena_hard.V01,
        arena_hard.V2,
        alpaca_eval.ANNOTATIONS,
        mt_bench.PAIR,
        own.RECORDS,
        chatbot_arena.ONE_HOT_VOTES,
        chatbot_arena.VOTES,
        mt_bench.SINGLE,
        chatbot_arena.SHORT_VOTES,
    )
}
"""Every form, in the order in which they are tried."""
ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".parquet", ".gz")
REPEATED = "a repetition of another judgment"


def read_judgments(
    sources: str | Sequence[str], *, form: str | None = None, keep_repeated: bool = False
) -> Judgments:
    """The judgments in one or several files.

    Args:
        sources: files, or folders whose files are read: JSON, JSONL, CSV, parquet, ``.gz`` too.
        form: one of :data:`FORMS`; by default it is told from the keys of each file.
        keep_repeated: keep judgments whose prompt, models, judge, game and turn occur more than once.

    Raises:
        DataError: what cannot be read, with file and line; a file without any judgment.
        UnknownNameError: a form that does not exist.
    """
    names = [sources] if isinstance(sources, str) else list(sources)
    if form is not None and form not in FORMS:
        raise UnknownNameError("form", form, FORMS)
    parts = [_read(path, form) for name in names for path in _files(name)]
    if not parts:
        raise DataError(["no file of judgments"], ", ".join(names))
    found = joined(parts)
    if not found.judgments:
        raise DataError([_nothing(found)], found.source)
    return found if keep_repeated else without_repeated(found)


def without_repeated(found: Judgments) -> Judgments:
    """The first decided judgment of each prompt, pair, judge, game and turn, else the first.

    The others are dropped and counted.
    """
    unique = {name for name, form in FORMS.items() if form.unique}
    if not set(found.form.split(", ")) & unique:
        return found
    kept: dict[tuple[Any, ...], Judgment] = {}
    for one in found.judgments:
        key = identity(one)
        if key not in kept or (one.decided and not kept[key].decided):
            kept[key] = one
    out = Collected()
    for one in found.judgments:
        if kept[identity(one)] is one:
            out.judgments.append(one)
        else:
            out.drop(REPEATED, one.place)
    if not out.dropped:
        return found
    rest = out.result(found.source, found.form)
    return Judgments(
        found.source, found.form, rest.judgments, (*found.dropped, *rest.dropped), found.notes, found.facts
    )


def identity(one: Judgment) -> tuple[Any, ...]:
    """What makes a judgment the same as another, whatever was decided."""
    prompt = one.judge_prompt
    return (
        one.item,
        one.model_a,
        one.model_b,
        one.game,
        one.first,
        one.repeat,
        one.turn,
        one.judge,
        prompt,
        one.criterion,
    )


def written(judgments: Sequence[Judgment], form: str) -> Iterator[dict[str, Any]]:
    """The judgments as rows of ``form``.

    Raises:
        UnknownNameError: a form that does not exist, or that is only read.
    """
    writable = {name: one for name, one in FORMS.items() if one.write}
    if form not in writable:
        raise UnknownNameError("form to write", form, writable)
    write = writable[form].write
    if write is None:
        raise UnknownNameError("form to write", form, writable)
    return write(judgments)


def read_rows(source: str) -> tuple[list[Mapping[str, Any]], str]:
    """The rows of one file as they are, and the SHA-256 of the file.

    Raises:
        DataError: what cannot be read, with file and line.
    """
    files = _files(source)
    if len(files) != 1:
        raise DataError([f"expected one file, found {len(files)}"], source)
    raw = _bytes(files[0])
    return [row.values for row in _rows(raw, str(files[0]))], hashlib.sha256(raw).hexdigest()


def _nothing(found: Judgments) -> str:
    reasons = "; ".join(f"{one.count} times {one.reason} ({', '.join(one.places)})" for one in found.dropped)
    return f"no judgment{': ' + reasons if reasons else ''}"


def _files(name: str) -> list[Path]:
    path = local_path(name)
    if path.is_dir():
        files = sorted(one for one in path.rglob("*") if one.is_file() and one.suffix in ENDINGS)
        if not files:
            raise DataError([f"no file in this folder ends in {', '.join(ENDINGS)}"], name)
        return files
    if not path.exists():
        siblings = [one.name for one in path.parent.iterdir()] if path.parent.is_dir() else []
        hint = nearest(path.name, siblings)
        raise DataError([f"no such file.{hint if 'mean' in hint else ''}".rstrip(".")], name)
    return [path]


def _read(path: Path, form: str | None) -> Judgments:
    raw = _bytes(path)
    rows = list(_rows(raw, str(path)))
    if not rows:
        raise DataError(["no rows"], str(path))
    out = Collected(facts={"sha256": hashlib.sha256(raw).hexdigest()})
    chosen = FORMS[form] if form else _form_of(rows, str(path), out)
    fitting = []
    for row in rows:
        if chosen.fits(row.values):
            fitting.append(row)
        else:
            out.drop(f"not {chosen.keys}", row.place)
    chosen.read(fitting, out)
    return out.result(str(path), chosen.name)


def _form_of(rows: Sequence[Row], name: str, out: Collected) -> Form:
    """The form that the most rows fit; the first of several."""
    counts = Counter(
        next((form.name for form in FORMS.values() if form.fits(row.values)), "") for row in rows
    )
    counts.pop("", None)
    if not counts:
        keys = ", ".join(sorted(map(str, rows[0].values))[:12])
        known = "\n".join(f"  {form.name}: {form.keys}" for form in FORMS.values())
        raise DataError([f"its rows have the keys {keys}; expected one of\n{known}"], name)
    if len(counts) > 1:
        out.note(f"{name}: rows of several forms, read as the most frequent: {dict(counts.most_common())}")
    return FORMS[counts.most_common(1)[0][0]]


def _bytes(path: Path) -> bytes:
    try:
        raw = path.read_bytes()
        return gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
    except (OSError, EOFError, zlib.error) as error:
        raise DataError([f"cannot be read: {error}"], str(path)) from None


def _rows(raw: bytes, name: str) -> Iterator[Row]:
    if raw[:4] == b"PAR1":
        yield from _numbered(_parquet(raw, name), name, "row")
        return
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError([f"line {line}: no UTF-8: {error.reason}"], name) from None
    opening = text.lstrip()[:1]
    if opening == "[":
        yield from _numbered(_json(text, name), name, "row")
    elif opening == "{":
        yield from _lines(text, name)
    elif opening:
        yield from _csv(text, name)


def _numbered(rows: Iterable[Any], name: str, unit: str) -> Iterator[Row]:
    problems = []
    for number, row in enumerate(rows, start=1):
        if isinstance(row, Mapping):
            yield Row(f"{name}: {unit} {number}", row)
        else:
            problems.append(f"{unit} {number}: {kind_of(row)}; expected an object")
        if len(problems) > SHOWN_PROBLEMS:
            break
    if problems:
        raise DataError(problems, name)


def _json(text: str, name: str) -> list[Any]:
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError([f"no JSON: {error}"], name) from None
    return list(rows)


def _lines(text: str, name: str) -> Iterator[Row]:
    """JSON objects, one per line; or one object, which may hold the rows under ``data``."""
    problems = []
    lines = text.split("\n")
    try:
        whole = json.loads(text) if not _is_object(lines[0]) else None
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict):
        inner = whole.get("data", whole.get("judgments"))
        yield from _numbered(inner if isinstance(inner, list) else [whole], name, "row")
        return
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            problems.append(f"line {number}: no JSON: {error}")
            continue
        if isinstance(row, dict):
            yield Row(f"{name}: line {number}", row)
        else:
            problems.append(f"line {number}: {kind_of(row)}; expected an object")
    if problems:
        raise DataError(problems, name)


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _csv(text: str, name: str) -> Iterator[Row]:
    csv.field_size_limit(1 << 30)
    try:
        for number, row in enumerate(csv.DictReader(io.StringIO(text, newline="")), start=2):
            yield Row(f"{name}: line {number}", {key: value for key, value in row.items() if key is not None})
    except csv.Error as error:
        raise DataError([f"no CSV: {error}"], name) from None


def _parquet(raw: bytes, name: str) -> list[Any]:
    try:
        from pyarrow import ArrowException, BufferReader, parquet
    except ImportError:
        raise LmEvalTasksError(f"{name}: parquet needs pyarrow: pip install pyarrow") from None
    try:
        return list(parquet.read_table(BufferReader(raw)).to_pylist())
    except (ArrowException, OSError) as error:
        raise DataError([f"cannot be read: {error}"], name) from None


__all__ = [
    "FORMS",
    "REPEATED",
    "Form",
    "identity",
    "read_judgments",
    "read_rows",
    "without_repeated",
    "written",
]
