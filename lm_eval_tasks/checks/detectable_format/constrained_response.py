"""``detectable_format:constrained_response``: one of a few fixed answers.

Asks      one of the options of the benchmark.
Decides   by looking for an option as a substring, minding case.
Quirks    Other text around the option is allowed, and so is more than one option.
Source    google-research, instruction_following_eval.
Example   {}
followed      "My answer is maybe."
not followed  "My answer is perhaps."
"""

from __future__ import annotations

from lm_eval_tasks.model import Check, NoParameters, Reading, Text, Verdict, check

ENGLISH_OPTIONS = ("My answer is yes.", "My answer is no.", "My answer is maybe.")


def reading(options: tuple[str, ...]) -> Reading:
    """Judge by the ``options`` of a benchmark."""

    def judge(text: Text, want: NoParameters) -> Verdict:
        for option in options:
            at = text.string.find(option)
            if at >= 0:
                return Verdict(True, f"option {option!r} found", spans=((at, at + len(option)),))
        return Verdict(False, "no option found", f"one of {list(options)} wanted")

    return judge


def constrained_response(options: tuple[str, ...] = ENGLISH_OPTIONS) -> Check:
    """The check with one benchmark's options."""
    return check("detectable_format:constrained_response", NoParameters, reading(options))
