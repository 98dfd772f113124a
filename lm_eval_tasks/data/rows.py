"""A row of a data set: its columns, its digest, and what can be wrong with it.

Source    the rows are those of google/IFEval and its relatives.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
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
