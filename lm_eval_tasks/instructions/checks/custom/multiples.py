"""``custom:multiples``: the multiples of seven from 14 to 49.

Asks      to count from 10 to 50 but print only the multiples of 7.
Decides   by all runs of digits in the response: 14, 21, 28, 35, 42, 49 and no other number.
Quirks    Any other number fails, including the number of a list item.
Source    allenai, IFBench.
Example   {}
followed      "14, 21, 28, 35, 42, 49"
not followed  "7, 14, 21, 28, 35, 42, 49"
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

MULTIPLES = ["14", "21", "28", "35", "42", "49"]
_DIGITS = re.compile(r"\d+")


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the numbers with the list."""
    found = _DIGITS.findall(text.string)
    return Verdict(
        found == MULTIPLES,
        f"the numbers are {', '.join(number[:20] for number in found[:10])}" if found else "no numbers",
        f"exactly {', expected '.join(MULTIPLES)}",
    )


multiples: Check = check("custom:multiples", NoParameters, official)
