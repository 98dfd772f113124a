"""``tulu3:validate_repeat_prompt``: the request is repeated first.

Asks      that the response starts with ``original_prompt``.
Decides   by comparing the beginning, minding case.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"original_prompt": "Explain rust."}
followed      "Explain rust. It is iron."
not followed  "explain rust. It is iron."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check


class ValidateRepeatPrompt(Parameters, frozen=True):
    """The arguments of the function."""

    original_prompt: str


def official(text: Text, want: ValidateRepeatPrompt) -> Verdict:
    """Compare the beginning."""
    found = text.string.startswith(want.original_prompt)
    return Verdict(found, f"starts with {text.string[:40]!r}", f"expected {want.original_prompt[:40]!r}")


validate_repeat_prompt: Check = check("tulu3:validate_repeat_prompt", ValidateRepeatPrompt, official)
