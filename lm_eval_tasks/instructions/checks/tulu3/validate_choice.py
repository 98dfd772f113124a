"""``tulu3:validate_choice``: one of some options.

Asks      for an answer with one of ``options``.
Decides   by looking for each option in the response, minding case, also inside words.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"options": ["yes", "no"]}
followed      "I say yes."
not followed  "Perhaps"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check


class ValidateChoice(Parameters, frozen=True):
    """The arguments of the function."""

    options: tuple[str, ...]


def official(text: Text, want: ValidateChoice) -> Verdict:
    """Look for each."""
    found = next((option for option in want.options if option in text.string), None)
    return Verdict(
        found is not None,
        f"the option {found!r}" if found is not None else "no option",
        f"expected one of {want.options}"[:200],
    )


validate_choice: Check = check("tulu3:validate_choice", ValidateChoice, official)
