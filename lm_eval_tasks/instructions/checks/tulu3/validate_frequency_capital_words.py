"""``tulu3:validate_frequency_capital_words``: how many words in capitals.

Asks      for at least, at most, or around ``N`` words in capitals.
Decides   by counting the runs of A-Z that word boundaries enclose. ``around`` allows a tenth, rounded
          half to even, at least 1.
Quirks    ``I`` counts. Another ``quantifier`` is never followed.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"N": 2, "quantifier": "at least"}
followed      "IRON and WATER"
not followed  "IRON and Water"
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted, quantified

_CAPITALS = re.compile(r"\b[A-Z]+\b")


class ValidateFrequencyCapitalWords(Parameters, frozen=True):
    """The arguments of the function."""

    N: int | float
    quantifier: str


def official(text: Text, want: ValidateFrequencyCapitalWords) -> Verdict:
    """Count the runs."""
    count = len(_CAPITALS.findall(text.string))
    return Verdict(
        quantified(count, want.quantifier, want.N, None),
        counted(count, "word") + " in capitals",
        f"expected {want.quantifier} {want.N:g}",
    )


validate_frequency_capital_words: Check = check(
    "tulu3:validate_frequency_capital_words", ValidateFrequencyCapitalWords, official
)
