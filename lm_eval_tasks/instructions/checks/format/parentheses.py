"""``format:parentheses``: five brackets deep.

Asks      parentheses, square or curly brackets nested at least five deep.
Decides   by reading the brackets in order. A closing bracket that fits closes the innermost open one;
          once five have been open at a time, the first that closes is enough.
Quirks    The outer four do not have to be closed. A closing bracket that does not fit resets the depth.
Source    allenai, IFBench.
Example   {}
followed      "A box (in a bag [in a crate {in a case (in a van [far away])}])."
not followed  "A box (in a bag [in a crate {in a case (far away)}])."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

DEPTH = 5
CLOSES = {")": "(", "]": "[", "}": "{"}


def bracket_depth(text: str) -> tuple[int, bool]:
    """The greatest depth reached, and whether ``DEPTH`` was reached and a bracket closed after."""
    opened: list[str] = []
    depth = greatest = 0
    for character in text:
        if character in "([{":
            opened.append(character)
            depth = max(depth, len(opened))
            greatest = max(greatest, depth)
        elif character in CLOSES:
            if opened and opened[-1] == CLOSES[character]:
                opened.pop()
                if depth >= DEPTH:
                    return greatest, True
            else:
                opened.clear()
                depth = 0
    return greatest, False


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the depth with five."""
    depth, closed = text.get(bracket_depth)
    found = f"brackets nested {depth} deep" + ("" if closed or depth < DEPTH else ", none of them closed")
    return Verdict(closed, found, f"expected at least {DEPTH}")


parentheses: Check = check("format:parentheses", NoParameters, official)
