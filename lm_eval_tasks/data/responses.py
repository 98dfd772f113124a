"""Saved answers, read from whatever file a tool made of them.

The form is found by the columns of the records: our own samples, lm_eval's, conversations, and those
of :mod:`lm_eval_tasks.data.forms`. Many of them carry the prompts' rows, too.

Source    google-research, instruction_following_eval, for ``prompt`` and ``response``. Each form names
          its own source.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lm_eval_tasks.data.answers import Answer, Matched, Saved, as_key, match, shown
from lm_eval_tasks.data.files import UNREADABLE, FileError, Record, Table, summed, table_of
from lm_eval_tasks.data.forms import (
    FORMS,
    PLAIN,
    PROMPTS,
    Form,
    Given,
    form_of,
    named_columns,
    response_column,
)
from lm_eval_tasks.data.forms.earlier_score import RESULTS, SAMPLES, from_samples, further_columns, is_sample
from lm_eval_tasks.data.forms.lm_eval_samples import from_lm_eval, is_lm_eval
from lm_eval_tasks.data.sources import Rows, local_path, rows_from
from lm_eval_tasks.errors import SHOWN_PROBLEMS, ResponseError, instead, nearest
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.thinking import opened_by

STANDARD_INPUT = "-"
_ENDINGS = ("*.jsonl*", "*.json*", "*.parquet", "*.csv", "*.eval")


@dataclass(frozen=True)
class Columns:
    """The columns a person named, for files of no known form; a dot reaches into objects."""

    response: str | None = None
    prompt: str | None = None
    key: str | None = None

    @property
    def named(self) -> bool:
        """Whether any is."""
        return any((self.response, self.prompt, self.key))


def read_responses(
    source: str,
    *,
    filter_name: str | None = None,
    columns: Columns = Columns(),
    skip_bad: bool = False,
    task: str | None = None,
) -> Saved:
    """The answers in ``source``.

    Args:
        source: a file (JSONL, JSON, CSV, parquet, a log of inspect; packed ones too), ``-`` for standard
            input, or a folder with the ``samples.jsonl`` of an earlier score or ``samples_*.jsonl`` of
            lm_eval.
        filter_name: whose answers to take where an lm_eval log holds those of several
            filters; by default ``none``, else the first.
        columns: which columns to read, where a person named them.
        skip_bad: leave out what cannot be read, and name it in ``skipped``.
        task: whose log to take from a folder that holds those of several tasks.

    Raises:
        ResponseError: what cannot be read, with file and line.
        MissingDataError: a name that cannot be looked up.
    """
    path, raw = _found(source, task)
    name = "standard input" if path is None else str(path)
    try:
        table = table_of(raw, skip_bad=skip_bad)
    except FileError as problem:
        raise ResponseError([str(problem)], name) from None
    table = _opened(table)
    if not table.records:
        raise ResponseError(["no answers"], name)
    digest = hashlib.sha256(raw).hexdigest()
    first = table.records[0].row
    own = not columns.named and next((kind for kind, fits in _OWN.items() if fits(first)), None)
    if own:
        table = _alike(table, own, _OWN[own], name, skip_bad)
    if own == "lm_eval":
        return from_lm_eval(table, name, digest, filter_name)
    if filter_name is not None:
        raise ResponseError([f"a filter ({filter_name!r}) can only be chosen in lm_eval samples"], name)
    if own == "samples":
        return from_samples(table, name, digest, path)
    if own == "conversations":
        answers = tuple(
            Answer(row["responses"], None, as_key(row["key"]), line) for line, row in table.records
        )
        return Saved(name, digest, own, answers, skipped=table.skipped, unit=table.unit)
    form = named_columns(columns.response, columns.prompt, columns.key) if columns.named else form_of(first)
    if form is None or not form.fits(first):
        raise ResponseError([_unknown(table, columns)], name)
    return _from_form(_alike(table, form.name, _fits(form, first), name, skip_bad), form, name, digest)


def _is_conversation(row: Mapping[str, Any]) -> bool:
    """Whether a record holds the answers to the turns of one conversation, by its key."""
    return "responses" in row and "response" not in row and as_key(row.get("key")) is not None


_OWN = {"lm_eval": is_lm_eval, "samples": is_sample, "conversations": _is_conversation}
"""Forms that are read as a whole, in this order."""


# Files


def _file(path: Path, task: str | None) -> Path:
    """The file itself, or the one file of answers in a folder."""
    if path.is_dir():
        if (path / SAMPLES).is_file():
            return path / SAMPLES
        logs = sorted(path.glob("**/samples_*.jsonl"))
        if len(logs) > 1 and task is not None:
            logs = [log for log in logs if _task_of_log(log) == task] or logs
        if len(logs) == 1:
            return logs[0]
        if not logs:
            raise ResponseError([f"no {SAMPLES} and no samples_*.jsonl in this folder"], str(path))
        names = [str(log.relative_to(path)) for log in logs[:SHOWN_PROBLEMS]]
        raise ResponseError([f"{len(logs)} files of samples, name one: {', '.join(names)}"], str(path))
    if not path.exists():
        folder = path.parent
        siblings = [one.name for ending in _ENDINGS for one in folder.glob(ending)] if folder.is_dir() else []
        hint = nearest(path.name, siblings) if siblings else ""
        raise ResponseError([f"no such file.{hint if 'mean' in hint else ''}".rstrip(".")], str(path))
    return path


def _task_of_log(log: Path) -> str:
    """The task in ``samples_<task>_<date>.jsonl``."""
    name = log.name.removesuffix(".jsonl").removeprefix("samples_")
    head, _, last = name.rpartition("_")
    return head if head and last[:4].isdigit() else name


def _found(source: str, task: str | None) -> tuple[Path | None, bytes]:
    """The file that is read, None for standard input, and what is in it."""
    try:
        path = None if source == STANDARD_INPUT else _file(local_path(source), task)
        return path, sys.stdin.buffer.read() if path is None else path.read_bytes()
    except UNREADABLE as error:
        name = "standard input" if source == STANDARD_INPUT else source
        raise ResponseError([f"cannot be read: {error}"], name) from None


def _opened(table: Table) -> Table:
    """The records in a file that is one JSON value, where a form knows how they are in it."""
    if table.document is None:
        return table
    for form in FORMS:
        rows = form.records(table.document)
        if rows is not None:
            records = tuple(Record(number, row) for number, row in enumerate(rows, start=1))
            return Table("JSON", records, "entry", skipped=table.skipped)
    document = table.document
    if isinstance(document, Mapping):
        for name in ("data", "samples", "results", "records", "examples", "rows", "rollouts", "predictions"):
            inner = document.get(name)
            if isinstance(inner, list) and inner and all(isinstance(one, Mapping) for one in inner):
                records = tuple(Record(number, row) for number, row in enumerate(inner, start=1))
                return Table("JSON", records, "entry", skipped=table.skipped)
    return table


# Forms


def _alike(
    table: Table, kind: str, fits: Callable[[Mapping[str, Any]], bool], name: str, skip_bad: bool
) -> Table:
    """The records, all of one form; the others are refused or left out."""
    odd = [record for record in table.records if not fits(record.row)]
    if not odd:
        return table
    problems = [(record.line, _lacking(record.row, kind, table)) for record in odd]
    said = summed(problems, table.unit)
    if not skip_bad:
        raise ResponseError(said, name)
    kept = tuple(record for record in table.records if fits(record.row))
    head = f"{counted(len(odd), 'record')} left out"
    return Table(table.packing, kept, table.unit, skipped=(*table.skipped, head, *said))


def _fits(form: Form, first: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a record is of the form, with its answer in the column where the first record has it."""
    if form is not PLAIN:
        return form.fits
    column = response_column(first)
    return lambda row: column in row and form.fits(row)


def _lacking(row: Mapping[str, Any], kind: str, table: Table) -> str:
    """Why a record is not of the form of the first."""
    own = next((own for own, fits in _OWN.items() if fits(row)), None)
    other = own or getattr(form_of(row), "name", None)
    if other and other != kind:
        return f"{other}, but {table.unit} {table.records[0].line} is {kind}; one form per file"
    return _missing(row)


def _missing(row: Mapping[str, Any]) -> str:
    """Which of the two halves a record lacks."""
    if response_column(row) != "response":
        return f"no column 'response'.{instead('response', map(str, row))}"
    here = [name for name in (*PROMPTS, "key") if name in row]
    if here:
        return f"neither 'prompt' nor 'key' says what is answered: {here[0]} is {row[here[0]]!r:.40}"
    return f"no column 'prompt' and no column 'key'.{instead('prompt', map(str, row))}"


def _unknown(table: Table, columns: Columns) -> str:
    """A file of no form that is known, in one sentence."""
    line, row = table.records[0]
    if columns.named:
        named = {"--response-column": columns.response, "--prompt-column": columns.prompt}
        for option, column in {**named, "--key-column": columns.key}.items():
            if column and column.partition(".")[0] not in row:
                return (
                    f"{table.unit} {line}: no column {column!r} ({option}).{instead(column, map(str, row))}"
                )
    return (
        f"{table.unit} {line}: {_missing(row)} Name the columns with --response-column and --prompt-column "
        "(or --key-column); docs/formats.md lists the forms that are known"
    )


def _from_form(table: Table, form: Form, name: str, digest: str) -> Saved:
    """The answers of a file in one of the known forms."""
    given = [(line, form.read(row)) for line, row in table.records]
    answers = tuple(
        Answer(one.response, one.prompt, one.key, line, opened=opened_by(one.request) if one.request else "")
        for line, one in given
    )
    notes = list(dict.fromkeys(one.note for _, one in given if one.note))
    failed = [(line, one.problem) for line, one in given if one.problem]
    if failed:
        line, problem = failed[0]
        notes.append(
            f"{counted(len(failed), 'record')} with an error instead of an answer, scored as null; "
            f"the first is {table.unit} {line}: {problem}"
        )
    if form.name != "answers" and form.tool:
        notes.insert(0, f"{table.packing} of the form {form.name} ({form.tool})")
    rows = _rows([one for _, one in given], name)
    return Saved(
        name, digest, form.name, answers, rows, notes=tuple(notes), skipped=table.skipped, unit=table.unit
    )


def _rows(given: Sequence[Given], name: str) -> Rows | None:
    """The prompts' rows, each once, where every record carries its own."""
    rows: dict[str, Mapping[str, Any]] = {}
    for one in given:
        if one.row is None or as_key(one.row.get("key")) is None:
            return None
        rows.setdefault(str(one.row["key"]), one.row)
    return rows_from(list(rows.values()), name)


__all__ = [
    "RESULTS",
    "SAMPLES",
    "Answer",
    "Columns",
    "Matched",
    "Saved",
    "further_columns",
    "match",
    "read_responses",
    "shown",
]
