"""``tulu3:validate_word_constraint``: how many words.

Asks      for at least, at most, or around ``N`` words.
Decides   by what whitespace divides. ``around`` allows a tenth, rounded half to even, at least 1.
Quirks    Another ``quantifier`` is never followed.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"N": 10, "quantifier": "around"}
followed      "one two three four five six seven eight nine"
not followed  "one two three"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted, quantified
from lm_eval_tasks.text.words import spaced_words


class ValidateWordConstraint(Parameters, frozen=True):
    """The arguments of the function."""

    N: int | float
    quantifier: str


def official(text: Text, want: ValidateWordConstraint) -> Verdict:
    """Count the words."""
    count = len(text.get(spaced_words))
    return Verdict(
        quantified(count, want.quantifier, want.N, None),
        counted(count, "word"),
        f"expected {want.quantifier} {want.N:g}",
    )


validate_word_constraint: Check = check("tulu3:validate_word_constraint", ValidateWordConstraint, official)
