"""``tulu3:validate_two_responses``: two different responses.

Asks      for two different responses divided by six asterisks.
Decides   by splitting at ``******``, which occurs once; the stripped halves differ.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {}
followed      "Iron.******Water."
not followed  "Iron.******Iron."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the halves."""
    halves = text.string.split("******")
    if len(halves) != 2:
        return Verdict(False, f"{len(halves)} parts", "expected two divided by ******")
    return Verdict(halves[0].strip() != halves[1].strip(), "two parts", "expected them to differ")


validate_two_responses: Check = check("tulu3:validate_two_responses", NoParameters, official)
