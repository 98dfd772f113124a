"""Comma- and tab-separated values as rows of fields.

Source    Python's ``csv`` module, whose reader the benchmarks use.
"""

from __future__ import annotations

import csv
import io


def csv_rows(text: str, delimiter: str = ",") -> list[list[str]] | None:
    """The rows of ``text``; a blank line is an empty row; None when it cannot be read."""
    try:
        return list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error:
        return None


def quotes_kept(text: str) -> str:
    """The text with every double quote tripled, so that a reader keeps the quotes of a field."""
    return text.replace('"', '"""')


def is_header(line: str, names: tuple[str, ...], delimiter: str, blanks: str) -> bool:
    """Whether ``line`` names the columns: each name bare or in double quotes.

    ``blanks`` are the characters allowed after a delimiter; outer whitespace of the line
    does not matter.
    """
    fields = line.strip().split(delimiter)
    if len(fields) != len(names):
        return False
    after_the_first = [field.lstrip(blanks) for field in fields[1:]]
    return all(
        field in (name, f'"{name}"') for field, name in zip([fields[0], *after_the_first], names, strict=True)
    )
