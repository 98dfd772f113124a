"""``tulu3:validate_forbidden_words``: no forbidden word occurs.

Asks      that no text of ``forbidden_words`` occurs.
Decides   by looking for each in the lower-cased response, also inside words.
Quirks    ``covered`` holds ``red``.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"forbidden_words": ["red"]}
followed      "Iron rusts."
not followed  "It is covered."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.words import lowered


class ValidateForbiddenWords(Parameters, frozen=True):
    """The arguments of the function."""

    forbidden_words: tuple[str, ...]


def official(text: Text, want: ValidateForbiddenWords) -> Verdict:
    """Find one."""
    string = text.get(lowered)
    for word in want.forbidden_words:
        if word.lower() in string:
            return Verdict(False, f"{word[:40]!r} found", "expected none")
    return Verdict(True, "none found")


validate_forbidden_words: Check = check("tulu3:validate_forbidden_words", ValidateForbiddenWords, official)
