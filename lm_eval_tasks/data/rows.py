"""A row of a data set: its columns, its digest, and what can be wrong with it.

Source    the rows are those of google/IFEval and its relatives.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

COLUMNS = ("key", "prompt", "instruction_id_list", "kwargs")


class RowError(ValueError):
    """One thing that is wrong with one row; the caller adds where the row stands."""


class ColumnError(RowError):
    """A column is missing: likely in every row, so it is said once and no further row is read."""


class Excluded(NamedTuple):
    """A row of a data set that no response can be judged fairly on."""

    prompt: str
    """The digest of its prompt: a row of other data that happens to have its key stays."""
    reason: str


def digest(prompt: str) -> str:
    """The first 12 hexadecimal digits of the prompt's SHA-256, its whitespace collapsed."""
    return sha256(" ".join(prompt.split()).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def decoded_json(text: str, where: str) -> Any:
    """JSON text as a value; never evaluated.

    Raises:
        RowError: when it is no JSON, naming ``where``.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RowError(f"{where}: text that is no JSON: {error}") from None


def kind_of(value: Any) -> str:
    """What JSON calls the value's type, with its article."""
    if isinstance(value, Mapping):
        return "an object"
    names = {type(None): "null", bool: "a boolean", int: "a number", float: "a number", str: "text"}
    return names.get(type(value), "a list" if isinstance(value, list | tuple) else type(value).__name__)


_NAMES = {"key": ("id", "prompt_id"), "prompt": ("original_prompt", "question", "instruction")}
"""What columns are called in rows that lack the usual name."""
_INSIDE = ("verifier_metadata", "metadata", "extra_info", "raw_input", "info")
"""Columns that hold a row, also as JSON text."""
_ENGLISH = "en:"


def usual_columns(rows: Sequence[Any]) -> tuple[list[Any], list[str]]:
    """Rows with the usual columns, and a sentence for each thing that was read otherwise.

    A row inside another (``verifier_metadata``) is taken out, ``id`` is the key and ``original_prompt`` the
    prompt where these are absent, a row without either gets its number as the key. Ids that start with
    ``en:`` are IFEval's. What is not a row stays as it is, for whoever validates it.
    """
    notes: dict[str, int] = {}
    made = [
        _usual(row, number, notes) if isinstance(row, Mapping) else row for number, row in enumerate(rows, 1)
    ]
    return made, [f"{note} ({count} of {len(made)} rows)" for note, count in notes.items()]


def _usual(row: Mapping[str, Any], number: int, notes: dict[str, int]) -> Mapping[str, Any]:
    def noted(text: str) -> None:
        notes[text] = notes.get(text, 0) + 1

    if "instruction_id_list" not in row:
        for name in _INSIDE:
            inner = row.get(name)
            if isinstance(inner, str) and inner.lstrip().startswith("{"):
                try:
                    inner = json.loads(inner)
                except (ValueError, RecursionError):
                    continue
            if isinstance(inner, Mapping) and "instruction_id_list" in inner:
                noted(f"rows are read from the column {name!r}")
                row = {**{key: row[key] for key in ("id", "key", "prompt") if key in row}, **inner}
                break
    if "instruction_id_list" not in row:
        return row
    made = dict(row)
    for name, others in _NAMES.items():
        other = next((one for one in others if isinstance(row.get(one), str | int)), None)
        if name not in row and other:
            made[name] = row[other]
            noted(f"{name} is read from the column {other!r}")
    if "prompt" in made and "key" not in made:
        made["key"] = number
        noted("rows have no key; their number is taken")
    ids = made["instruction_id_list"]
    if isinstance(ids, list | tuple) and any(
        isinstance(one, str) and one.startswith(_ENGLISH) for one in ids
    ):
        made["instruction_id_list"] = [
            one.removeprefix(_ENGLISH) if isinstance(one, str) else one for one in ids
        ]
        noted("ids that start with 'en:' are read without it")
    return made
