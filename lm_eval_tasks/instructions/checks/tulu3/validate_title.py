"""``tulu3:validate_title``: a title.

Asks      for a title in double angle brackets.
Decides   by looking for ``<<`` and ``>>`` on a line.
Quirks    An empty title is enough.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {}
followed      "<<>>"
not followed  "<Rust>"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.pairs import enclosed


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for the brackets."""
    found = enclosed(text.string, "<<", ">>") > 0
    return Verdict(found, "a title" if found else "no title", "expected << and >>")


validate_title: Check = check("tulu3:validate_title", NoParameters, official)
