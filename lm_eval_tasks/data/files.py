"""Files as records, whatever they are packed in: found by their bytes and never by their name.

JSONL, JSON (a list, an object, or values one after another, indented or not), CSV, parquet, Arrow and
the zip that inspect writes; all also packed with gzip, zstd, bzip2 or xz. What cannot be read is one
sentence that says what the file is, and how to make something of it.

Source    own.
"""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import sys
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from lm_eval_tasks.text.relations import counted

UNREADABLE = (OSError, EOFError, zlib.error, lzma.LZMAError)
"""What unpacking and reading a file raises: no permission, say, or gzip that is cut or damaged."""
SHOWN_LINES = 3
_LFS: Final = b"version https://git-lfs.github.com/spec/"
_SHOWN_FIELDS = 6


class FileError(ValueError):
    """What is wrong with a file, in one sentence; the caller says which file."""


class Record(NamedTuple):
    """One object of a file, and its line; where the file has no lines, its number from 1."""

    line: int
    row: Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """The records of a file.

    ``packing`` names what it was (``JSONL``), ``unit`` is what a record's number counts.
    ``document`` is the whole, where the file holds one JSON value or is a folder of them.
    ``skipped`` are sentences about lines that could not be read.
    """

    packing: str
    records: tuple[Record, ...]
    unit: str = "line"
    document: Any = None
    skipped: tuple[str, ...] = ()


def unpacked(raw: bytes) -> bytes:
    """The bytes without their compression.

    Raises:
        FileError: for zstd without a package that reads it.
        OSError, EOFError, zlib.error, lzma.LZMAError: when they are damaged.
    """
    if raw[:2] == b"\x1f\x8b":
        return unpacked(gzip.decompress(raw))
    if raw[:4] == b"\x28\xb5\x2f\xfd":
        return unpacked(_zstd(raw))
    if raw[:3] == b"BZh":
        return unpacked(bz2.decompress(raw))
    if raw[:6] == b"\xfd7zXZ\x00":
        return unpacked(lzma.decompress(raw))
    return raw


def table_of(raw: bytes, *, skip_bad: bool = False) -> Table:
    """The records in the bytes of a file.

    Args:
        raw: the bytes, unpacked or not.
        skip_bad: leave out lines that cannot be read, and name them in ``skipped``.

    Raises:
        FileError: what the file is instead, and the way out.
    """
    try:
        raw = unpacked(raw)
    except UNREADABLE as error:
        raise FileError(f"cannot be unpacked: {error}; fetch or pack it again") from None
    if raw.startswith(_LFS):
        raise FileError("a Git LFS pointer, not the file itself; `git lfs pull` fetches it")
    if raw[:4] == b"PK\x03\x04":
        return _zip(raw)
    if raw[:4] == b"PAR1":
        return _parquet(raw)
    if raw[:6] == b"ARROW1":
        return _arrow(raw)
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise FileError("UTF-16; UTF-8 is expected: iconv -f UTF-16 -t UTF-8")
    if raw[257:262] == b"ustar":
        raise FileError("a tar archive; unpack it (tar -xf) and name the file in it")
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    if not raw.strip():
        return Table("empty", ())
    if raw.lstrip()[:1] in (b"<",) and b"<html" in raw[:1000].lower():
        raise FileError("an HTML page, probably of a download that asked for a login; fetch the file itself")
    if raw.lstrip()[:1] in (b"{", b"["):
        return _json(raw, skip_bad)
    return _csv(raw)


def summed(problems: Sequence[tuple[int, str]], unit: str = "line") -> list[str]:
    """One sentence for each different problem, with the lines that have it: at most three are named."""
    lines: dict[str, list[int]] = {}
    for line, problem in problems:
        lines.setdefault(problem, []).append(line)
    return [f"{places(found, unit)}: {problem}" for problem, found in lines.items()]


def places(lines: Sequence[int], unit: str = "line") -> str:
    """``line 3``, ``lines 3 and 4``, or ``lines 3, 4, 5 and 900 more``."""
    if len(lines) == 1:
        return f"{unit} {lines[0]}"
    if len(lines) <= SHOWN_LINES:
        return f"{unit}s {', '.join(map(str, lines[:-1]))} and {lines[-1]}"
    return f"{unit}s {', '.join(map(str, lines[:SHOWN_LINES]))} and {len(lines) - SHOWN_LINES} more"


def _zstd(raw: bytes) -> bytes:
    if sys.version_info >= (3, 14):
        from compression import zstd

        return bytes(zstd.decompress(raw))
    try:
        import zstandard
    except ImportError:
        raise FileError(
            "packed with zstd, which the package zstandard reads: pip install 'lm-eval-tasks[zst]', "
            "or unpack it: zstd -d"
        ) from None
    try:
        with zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True) as stream:
            return bytes(stream.read())
    except zstandard.ZstdError as error:
        raise FileError(f"cannot be unpacked: {error}; fetch or pack it again") from None


def _json(raw: bytes, skip_bad: bool) -> Table:
    """Lines of JSON, else JSON values one after another."""
    records: list[Record] = []
    problems: list[tuple[int, str]] = []
    for number, line in enumerate(raw.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            problems.append((number, f"not UTF-8: {error.reason} at byte {error.start}"))
        except (ValueError, RecursionError) as error:
            if not records and not problems:
                values = _values(raw)
                if values is not None:
                    return _of_values(values)
            problems.append((number, f"not JSON: {error}"))
        else:
            if isinstance(row, dict):
                records.append(Record(number, row))
            elif isinstance(row, list) and not records and len(raw.strip()) == len(line.strip()):
                return _of_values([row])
            else:
                problems.append((number, "not an object; expected one JSON object per line"))
    if problems and not (skip_bad and records):
        values = _values(raw) if not records else None
        if values is not None:
            return _of_values(values)
        raise FileError(_unreadable_lines(problems, len(records)))
    if len(records) == 1 and not problems:
        return Table("JSONL", tuple(records), document=records[0].row)
    return Table("JSONL", tuple(records), skipped=tuple(summed(problems)))


def _unreadable_lines(problems: Sequence[tuple[int, str]], good: int) -> str:
    line, first = problems[0]
    if len(problems) == 1:
        said = f"line {line}: {first}"
        return f"{said} (--skip-bad-rows leaves the line out)" if good else said
    said = f"{len(problems)} lines cannot be read, the first is line {line}: {first}"
    return f"{said} (--skip-bad-rows leaves them out)" if good else said


def _values(raw: bytes) -> list[Any] | None:
    """JSON values with nothing but whitespace or commas between them; None where something else is."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
    decoder = json.JSONDecoder()
    values: list[Any] = []
    at = _skipped(text, 0)
    while at < len(text):
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return None
        values.append(value)
        at = _skipped(text, at)
    return values or None


def _skipped(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n,":
        at += 1
    return at


def _of_values(values: Sequence[Any]) -> Table:
    """One document, or objects one after another."""
    document = values[0] if len(values) == 1 else None
    packing = "JSON"
    if isinstance(document, list):
        values = document
    rows = [(number, value) for number, value in enumerate(values, start=1)]
    odd = [(number, "not an object") for number, value in rows if not isinstance(value, Mapping)]
    if odd:
        raise FileError("; ".join(summed(odd, "entry")) + "; a list of objects is expected")
    return Table(packing, tuple(Record(number, value) for number, value in rows), "entry", document)


def _csv(raw: bytes) -> Table:
    """A table with a header, separated by commas, semicolons or tabs."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise FileError(
            f"line {line}: not UTF-8: {error.reason} at byte {error.start}; "
            "expected JSONL, JSON, CSV or parquet"
        ) from None
    head = text.lstrip("\n\r").partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    if delimiter not in head:
        raise FileError(
            f"line 1: not JSON and not a table: {head[:40]!r}; "
            "expected JSONL, JSON, CSV with a header, or parquet"
        )
    limit = csv.field_size_limit(sys.maxsize if sys.maxsize < 2**31 else 2**31 - 1)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise FileError(
            f"CSV that cannot be read: {error}; a quotation mark is probably not closed"
        ) from None
    finally:
        csv.field_size_limit(limit)
    rows = [row for row in rows if row]
    header = rows[0]
    if len(set(header)) != len(header) or not all(name.strip() for name in header):
        raise FileError(f"CSV without a header of distinct names: {', '.join(header[:_SHOWN_FIELDS])}")
    odd = [
        (number, f"{counted(len(row), 'field')}, the header has {len(header)}")
        for number, row in enumerate(rows[1:], start=1)
        if len(row) != len(header)
    ]
    if odd:
        raise FileError(f"CSV that cannot be read: {summed(odd, 'row')[0]}; fields with commas need quotes")
    records = (Record(n, dict(zip(header, row, strict=True))) for n, row in enumerate(rows[1:], start=1))
    return Table("CSV", tuple(records), "row")


def _parquet(raw: bytes) -> Table:
    from pyarrow import ArrowException, BufferReader, parquet

    try:
        rows = parquet.read_table(BufferReader(raw)).to_pylist()
    except (ArrowException, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise FileError(f"a parquet file that cannot be read: {reason}; fetch it again") from None
    return Table("parquet", tuple(Record(n, row) for n, row in enumerate(rows, start=1)), "row")


def _arrow(raw: bytes) -> Table:
    from pyarrow import ArrowException, BufferReader, ipc

    try:
        rows = ipc.open_file(BufferReader(raw)).read_all().to_pylist()
    except (ArrowException, OSError) as error:
        raise FileError(f"an Arrow file that cannot be read: {error}; fetch it again") from None
    return Table("Arrow", tuple(Record(n, row) for n, row in enumerate(rows, start=1)), "row")


def _zip(raw: bytes) -> Table:
    """The samples in a log of inspect; every other zip is refused."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            names = archive.namelist()
            samples = [name for name in names if name.startswith("samples/") and name.endswith(".json")]
            if samples:
                rows = [json.loads(archive.read(name)) for name in sorted(samples)]
                return Table(
                    "inspect's zip", tuple(Record(n, row) for n, row in enumerate(rows, start=1)), "sample"
                )
    except (zipfile.BadZipFile, NotImplementedError, ValueError, RuntimeError, *UNREADABLE) as error:
        raise FileError(f"a zip that cannot be read: {error}; fetch or pack it again") from None
    if "[Content_Types].xml" in names:
        raise FileError("an Excel workbook; save the sheet as CSV and name that file")
    if "header.json" in names:
        raise FileError("a log of inspect without samples; it was written with --no-log-samples or cut off")
    shown = ", ".join(names[:_SHOWN_FIELDS])
    raise FileError(f"a zip; unpack it and name the file in it ({shown or 'it is empty'})")


__all__ = ["UNREADABLE", "FileError", "Record", "Table", "places", "summed", "table_of", "unpacked"]
