"""``custom:character_reverse``: a sentence about an animal, its characters reversed.

Asks      what animal is the symbol of the United States, with all characters reversed.
Decides   by looking for ``elgae dlab``, ignoring case.
Quirks    The rest of the response need not be reversed.
Source    allenai, IFBench.
Example   {}
followed      ".elgae dlab a si tI"
not followed  "It is a bald eagle."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.words import lowered

ANIMAL = "elgae dlab"


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for the reversed animal."""
    if ANIMAL in text.get(lowered):
        return Verdict(True, f"{ANIMAL!r} found")
    return Verdict(False, f"no {ANIMAL!r}", "expected one")


character_reverse: Check = check("custom:character_reverse", NoParameters, official)
