r"""``custom:csv_city``: a table of cities as comma-separated values.

Asks      comma-separated values with the columns ID, Country, City, Year and Count, and seven rows.
Decides   by reading it as such: eight rows with the header, exactly as named, and five fields in each.
Quirks    A code fence around it fails, and so do two newlines at the end. The contents of the
          fields are not checked.
Source    allenai, IFBench; Python's ``csv`` reader.
Example   {}
followed      "ID,Country,City,Year,Count\n1,a,b,c,d\n2,a,b,c,d\n3,a,b,c,d\n4,a,b,c,d\n5,a,b,c,d\n6,a,b,c,d\n7,a,b,c,d"
not followed  "ID,Country,City,Year,Count\n1,a,b,c,d\n2,a,b,c,d"
"""  # noqa: E501  # an example is one line

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.csv_rows import csv_rows
from lm_eval_tasks.text.relations import counted

HEADER = ["ID", "Country", "City", "Year", "Count"]
ROWS = 8


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the number of rows, the header and the number of fields."""
    rows = csv_rows(text.string)
    if rows is None:
        return Verdict(False, "no comma-separated values")
    if len(rows) != ROWS:
        return Verdict(False, counted(len(rows), "row"), f"expected exactly {ROWS} with the header")
    if rows[0] != HEADER:
        return Verdict(False, f"the header is {','.join(rows[0])[:60]!r}", f"expected {','.join(HEADER)}")
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(HEADER):
            return Verdict(False, f"row {number} has {counted(len(row), 'field')}", f"expected {len(HEADER)}")
    return Verdict(True, f"{ROWS} rows of {len(HEADER)} fields")


csv_city: Check = check("custom:csv_city", NoParameters, official)
