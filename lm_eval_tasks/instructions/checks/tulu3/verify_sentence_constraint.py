"""``tulu3:verify_sentence_constraint``: how many sentences.

Asks      for at least, at most, or around ``N`` sentences.
Decides   by splitting at one whitespace character after ``.``, ``?`` or ``!``, except after shapes like
          ``e.g.`` and ``Dr.``. ``around`` allows 1.
Quirks    Another ``quantifier`` is never followed.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"N": 2, "quantifier": "at most"}
followed      "Iron rusts. Water helps."
not followed  "Iron rusts. Water helps. Salt too."
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted, quantified

_END = re.compile(r"(?<=[.?!])(?<!\w\.\w.)(?<![A-Z][a-z]\.)\s")


class VerifySentenceConstraint(Parameters, frozen=True):
    """The arguments of the function."""

    N: int | float
    quantifier: str


def official(text: Text, want: VerifySentenceConstraint) -> Verdict:
    """Count the pieces."""
    count = len(_END.split(text.string))
    return Verdict(
        quantified(count, want.quantifier, want.N, 1),
        counted(count, "sentence"),
        f"expected {want.quantifier} {want.N:g}",
    )


verify_sentence_constraint: Check = check(
    "tulu3:verify_sentence_constraint", VerifySentenceConstraint, official
)
