"""``punctuation:no_comma``: no commas.

Asks      that no comma occurs.
Decides   by looking for the comma characters of the benchmark anywhere, in numbers and code too.
Quirks    IFEval knows only the ASCII comma.
Source    google-research, instruction_following_eval.
Example   {}
followed      "No such mark here."
not followed  "One, two."
"""

from __future__ import annotations

from lm_eval_tasks.model import Check, NoParameters, Reading, Text, Verdict, check


def reading(commas: str) -> Reading:
    """Judge by the characters that are commas in a benchmark."""

    def judge(text: Text, want: NoParameters) -> Verdict:
        for comma in commas:
            at = text.string.find(comma)
            if at >= 0:
                return Verdict(False, f"comma {comma!r} at character {at}", "none wanted", ((at, at + 1),))
        return Verdict(True, "no comma")

    return judge


def no_comma(commas: str = ",") -> Check:
    """The check with the comma characters of one benchmark."""
    return check("punctuation:no_comma", NoParameters, reading(commas))
