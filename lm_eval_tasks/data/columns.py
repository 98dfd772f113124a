"""Rows as a columnar data set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def as_dataset(rows: Sequence[Mapping[str, Any]]) -> Any:
    """A ``datasets.Dataset`` of the rows; every row has every column, null where it had none."""
    from datasets import Dataset

    columns = list(dict.fromkeys(name for row in rows for name in row))
    return Dataset.from_list([{name: row.get(name) for name in columns} for row in rows])
