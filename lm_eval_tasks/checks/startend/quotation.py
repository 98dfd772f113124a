r"""``startend:quotation``: the whole response stands in double quotes.

Asks      that the whole response is wrapped in double quotation marks.
Decides   by the first and the last character after outer white space is taken off.
Quirks    Only the two ends count: ``"One" and "two"`` is followed.
Source    google-research, instruction_following_eval.
Example   {}
followed      "\"All of it.\""
not followed  "All \"of it\"."
"""

from __future__ import annotations

from lm_eval_tasks.model import Check, NoParameters, Reading, Text, Verdict, check

STRAIGHT = (('"', '"'),)


def reading(pairs: tuple[tuple[str, str], ...]) -> Reading:
    """Judge by the ``pairs`` of opening and closing marks a benchmark accepts."""
    shown = " or ".join(f"{opening}…{closing}" for opening, closing in pairs)

    def judge(text: Text, want: NoParameters) -> Verdict:
        inner = text.string.strip()
        if len(inner) > 1 and (inner[0], inner[-1]) in pairs:
            return Verdict(True, f"wrapped in {inner[0]}…{inner[-1]}")
        return Verdict(False, f"starts with {inner[:1]!r} and ends with {inner[-1:]!r}", f"{shown} wanted")

    return judge


def quotation(pairs: tuple[tuple[str, str], ...] = STRAIGHT) -> Check:
    """The check with the quotation marks of one benchmark."""
    return check("startend:quotation", NoParameters, reading(pairs))
