r"""``format:no_whitespace``: no whitespace at all.

Asks      a response without whitespace.
Decides   by looking for any character that Unicode counts as whitespace.
Quirks    A newline at the end fails under strict scoring; a zero-width space is not whitespace.
Source    allenai, IFBench.
Example   {}
followed      "RainFellAllDay."
not followed  "RainFell AllDay."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def first_white_space(text: str) -> int:
    """Where the first whitespace is; -1 for none."""
    return next((index for index, character in enumerate(text) if character.isspace()), -1)


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for whitespace."""
    place = text.get(first_white_space)
    if place < 0:
        return Verdict(True, "no whitespace")
    return Verdict(
        False,
        f"{text.string[place]!r} at character {place}",
        "expected no whitespace",
        ((place, place + 1),),
    )


no_whitespace: Check = check("format:no_whitespace", NoParameters, official)
