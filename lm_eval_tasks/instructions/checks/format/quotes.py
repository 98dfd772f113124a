r"""``format:quotes``: quotations within quotations within quotations.

Asks      quotations nested three deep, with double and single quotation marks in turn.
Decides   by reading the straight quotation marks in order: a mark like the innermost open one
          closes it, a different one opens a new level. Three levels must have been closed again.
Quirks    Curly quotation marks are not recognised, and an apostrophe counts as a single one.
Source    allenai, IFBench.
Example   {}
followed      "\"Ann said 'Ben wrote \"come home\" again' and left.\""
not followed  "\"Ann said 'come home' and left.\""
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

DEPTH = 3


def quote_levels(text: str) -> tuple[int, bool]:
    """The greatest depth, and whether ``DEPTH`` levels below it were closed at some point."""
    opened: list[str] = []
    depth = 0
    for character in text:
        if character not in "\"'":
            continue
        if opened and opened[-1] == character:
            opened.pop()
            if depth - len(opened) >= DEPTH:
                return depth, True
        else:
            opened.append(character)
            depth = max(depth, len(opened))
    return depth, False


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for three levels that were closed."""
    depth, closed = text.get(quote_levels)
    return Verdict(
        closed,
        f"quotation marks {depth} deep" + ("" if closed or depth < DEPTH else ", not closed again"),
        f"{DEPTH} levels, expected opened and closed,",
    )


quotes: Check = check("format:quotes", NoParameters, official)
