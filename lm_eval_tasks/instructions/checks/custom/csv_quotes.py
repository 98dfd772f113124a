r"""``custom:csv_quotes``: a table with tabs, every field in double quotes.

Asks      tab-separated values with the columns StudentID, Subject, Grade, Semester and Score, three
          rows, and every field in double quotes.
Decides   by reading it as such: four rows with the header, five fields in each, and a double quotation
          mark at both ends of each field.
Quirks    Whitespace around a quoted field does not matter.
Source    allenai, IFBench, which raises an error for an empty field; here it is not followed.
Example   {}
followed      "\"StudentID\"\t\"Subject\"\t\"Grade\"\t\"Semester\"\t\"Score\"\n\"1\"\t\"a\"\t\"b\"\t\"c\"\t\"d\"\n\"2\"\t\"a\"\t\"b\"\t\"c\"\t\"d\"\n\"3\"\t\"a\"\t\"b\"\t\"c\"\t\"d\""
not followed  "StudentID\tSubject\tGrade\tSemester\tScore\n1\ta\tb\tc\td\n2\ta\tb\tc\td\n3\ta\tb\tc\td"
"""  # noqa: E501  # an example is one line

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.csv_rows import csv_rows, is_header, quotes_kept
from lm_eval_tasks.text.relations import counted

HEADER = ("StudentID", "Subject", "Grade", "Semester", "Score")
ROWS = 4


def is_quoted(field: str) -> bool:
    """Whether a double quotation mark is at both ends; one alone is both."""
    inner = field.strip()
    return inner.startswith('"') and inner.endswith('"')


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the header, the numbers of rows and fields, and the quotation marks."""
    if not is_header(text.string.split("\n", 1)[0], HEADER, "\t", " "):
        return Verdict(False, "another header", f"{', expected '.join(HEADER)} with tabs between")
    rows = csv_rows(quotes_kept(text.string), "\t")
    if rows is None:
        return Verdict(False, "no tab-separated values")
    if len(rows) != ROWS:
        return Verdict(False, counted(len(rows), "row"), f"expected exactly {ROWS} with the header")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(HEADER):
            return Verdict(False, f"row {number} has {counted(len(row), 'field')}", f"expected {len(HEADER)}")
        bare = next((field for field in row if not is_quoted(field)), None)
        if bare is not None:
            return Verdict(
                False, f"{bare[:40]!r} in row {number} is not in double quotes", "expected all fields"
            )
    return Verdict(True, f"{ROWS} rows of {len(HEADER)} fields in double quotes")


csv_quotes: Check = check("custom:csv_quotes", NoParameters, official)
