r"""``custom:csv_special_character``: a table with a special character in a quoted field.

Asks      comma-separated values with the columns ProductID, Category, Brand, Price and Stock, 14 rows,
          and a field with a special character in double quotes.
Decides   by reading it as such: 15 rows with the header, and row by row, until one has a field in
          double quotes with a character that is not a letter, digit, underscore or whitespace.
Quirks    Rows after that field are not read. The header's names may be in double quotes.
Source    allenai, IFBench; Python's ``csv`` reader.
Example   {}
followed      "ProductID,Category,Brand,Price,Stock\n1,\"a&b\",c,2,3\n2,a,c,2,3\n3,a,c,2,3\n4,a,c,2,3\n5,a,c,2,3\n6,a,c,2,3\n7,a,c,2,3\n8,a,c,2,3\n9,a,c,2,3\n10,a,c,2,3\n11,a,c,2,3\n12,a,c,2,3\n13,a,c,2,3\n14,a,c,2,3"
not followed  "ProductID,Category,Brand,Price,Stock\n1,a&b,c,2,3"
"""  # noqa: E501  # an example is one line

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.csv_rows import csv_rows, is_header, quotes_kept
from lm_eval_tasks.text.relations import counted

HEADER = ("ProductID", "Category", "Brand", "Price", "Stock")
ROWS = 15
_SPECIAL = re.compile(r"[^\w\s]")


def is_special(field: str) -> bool:
    """Whether a special character is between a quotation mark at the start and a later one."""
    if not field.startswith('"'):
        return False
    line = field[1:].split("\n", 1)[0]
    return _SPECIAL.search(line, 0, max(line.rfind('"'), 0)) is not None


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the header and the number of rows, then look for the field."""
    if not is_header(text.string.split("\n", 1)[0], HEADER, ",", " \t"):
        return Verdict(False, "another header", f"expected {','.join(HEADER)}")
    rows = csv_rows(quotes_kept(text.string))
    if rows is None:
        return Verdict(False, "no comma-separated values")
    if len(rows) != ROWS:
        return Verdict(False, counted(len(rows), "row"), f"expected exactly {ROWS} with the header")
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(HEADER):
            return Verdict(False, f"row {number} has {counted(len(row), 'field')}", f"expected {len(HEADER)}")
        special = next(filter(is_special, row), None)
        if special is not None:
            return Verdict(True, f"a special character in {special[:40]!r}")
    return Verdict(False, "no quoted field with a special character", "expected at least one")


csv_special_character: Check = check("custom:csv_special_character", NoParameters, official)
