"""``detectable_format:constrained_response_with_argument``: one of the options that the row names.

Asks      that one of ``options`` occurs.
Decides   by looking for each as a substring, minding case.
Quirks    Other text around the option is allowed, and so is more than one option.
Source    EuroEval, ``detectable_format:constrained_response_with_argument``.
Example   {"options": ["Ja.", "Nej."]}
followed      "Ja."
not followed  "Måske."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check


class Options(Parameters, frozen=True):
    """The answers that are allowed, at least one."""

    options: Annotated[tuple[str, ...], Meta(min_length=1)]


def official(text: Text, want: Options) -> Verdict:
    """Look for the first option that occurs."""
    for option in want.options:
        at = text.string.find(option)
        if at >= 0:
            return Verdict(True, f"option {option!r} found", spans=((at, at + len(option)),))
    return Verdict(False, "no option found", f"expected one of {list(want.options)}")


constrained_response_with_argument: Check = check(
    "detectable_format:constrained_response_with_argument", Options, official
)
