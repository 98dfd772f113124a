"""``tulu3:validate_end``: the response ends with a phrase.

Asks      that the response ends with ``end_phrase``.
Decides   by comparing the end, minding case.
Quirks    Whitespace after the phrase fails; a reward strips the answer first.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"end_phrase": "The end."}
followed      "Iron rusts. The end."
not followed  "Iron rusts. the end."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check


class ValidateEnd(Parameters, frozen=True):
    """The arguments of the function."""

    end_phrase: str


def official(text: Text, want: ValidateEnd) -> Verdict:
    """Compare the end."""
    return Verdict(
        text.string.endswith(want.end_phrase),
        f"ends with {text.string[-40:]!r}",
        f"expected {want.end_phrase!r}",
    )


validate_end: Check = check("tulu3:validate_end", ValidateEnd, official)
