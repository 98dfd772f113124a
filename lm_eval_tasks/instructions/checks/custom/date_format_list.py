"""``custom:date_format_list``: dates of battles, and nothing else.

Asks      the start dates of Napoleon's battles as YYYY-MM-DD, separated by commas.
Decides   by splitting at commas: each part must be such a date of the years 1769 to 1821.
Quirks    Only upper limits hold: day and month 00 pass, and February has 29 days in every year.
Source    allenai, IFBench.
Example   {}
followed      "1796-05-10, 1805-12-02"
not followed  "10 May 1796, 2 December 1805"
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

FIRST_YEAR, LAST_YEAR = 1769, 1821
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_DAYS = {2: 29} | dict.fromkeys((1, 3, 5, 7, 8, 10, 12), 31) | dict.fromkeys((4, 6, 9, 11), 30)


def is_date(part: str) -> bool:
    """Whether it is a date in those years; month 00 has days without end."""
    match = _DATE.fullmatch(part)
    if match is None:
        return False
    year, month, day = map(int, match.groups())
    return FIRST_YEAR <= year <= LAST_YEAR and month <= 12 and day <= _DAYS.get(month, 99)


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for a part that is not a date."""
    parts = text.string.split(",")
    wrong = next((part.strip() for part in parts if not is_date(part.strip())), None)
    if wrong is None:
        return Verdict(True, f"{len(parts)} dates")
    return Verdict(
        False, f"{wrong[:40]!r} among the dates", f"expected YYYY-MM-DD from {FIRST_YEAR} to {LAST_YEAR}"
    )


date_format_list: Check = check("custom:date_format_list", NoParameters, official)
