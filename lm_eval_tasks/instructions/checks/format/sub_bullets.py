r"""``format:sub-bullets``: every bullet point has a point below it.

Asks      bullet points marked ``*``, each with a point marked ``-`` below it.
Decides   by splitting at every asterisk: each piece after the first must contain a hyphen.
Quirks    A hyphen within a word is enough, an asterisk of **bold** text is a bullet point, and a
          response without an asterisk passes.
Source    allenai, IFBench.
Example   {}
followed      "* Birds\n  - wren\n* Fish\n  - trout"
not followed  "* Birds\n* Fish\n  - trout"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for a piece without a hyphen."""
    pieces = text.string.split("*")[1:]
    without = next((piece for piece in pieces if "-" not in piece), None)
    if without is None:
        return Verdict(True, f"a hyphen after each of {counted(len(pieces), 'asterisk')}")
    return Verdict(False, f"no hyphen in {without.strip()[:40]!r}", "expected one after every asterisk")


sub_bullets: Check = check("format:sub-bullets", NoParameters, official)
