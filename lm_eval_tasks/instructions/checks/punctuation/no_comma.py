"""``punctuation:no_comma``: no commas.

Asks      that no comma occurs.
Decides   by looking for the comma characters of the benchmark anywhere, in numbers and code too.
Corrected The commas of every script count.
Quirks    IFEval knows only the ASCII comma.
Source    google-research, instruction_following_eval.
Example   {}
followed      "No such mark here."
not followed  "One, two."
Example   {} in m_ifeval_ja
followed      "印はない。"
not followed  "梅、梨。"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Reading, Text, Verdict, check


def reading(commas: str) -> Reading:
    """Judge by the characters that are commas in a benchmark."""

    def judge(text: Text, want: NoParameters) -> Verdict:
        for comma in commas:
            at = text.string.find(comma)
            if at >= 0:
                return Verdict(False, f"comma {comma!r} at character {at}", "expected none", ((at, at + 1),))
        return Verdict(True, "no comma")

    return judge


EVERY_COMMA = "," + "".join(
    map(
        chr,
        (
            *(0x055D, 0x060C, 0x07F8, 0x1363, 0x1802, 0x1808, 0x2E32, 0x2E34, 0x2E41, 0x2E49, 0x3001),
            *(0xA4FE, 0xA60D, 0xA6F5, 0xFE10, 0xFE11, 0xFE50, 0xFE51, 0xFF0C, 0xFF64),
        ),
    )
)
"""The punctuation marks Unicode calls a comma."""


def no_comma(commas: str = ",") -> Check:
    """The check with the comma characters of one benchmark."""
    return check("punctuation:no_comma", NoParameters, reading(commas), corrected=reading(EVERY_COMMA))
