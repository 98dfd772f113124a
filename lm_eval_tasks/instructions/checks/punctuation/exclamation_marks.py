"""``punctuation:exclamation_marks``: a pair of exclamation marks.

Asks      that the Spanish pair of exclamation marks occurs.
Decides   by looking for ``¡`` and the nearest ``!`` after it with something that is not blank
          between them, across line ends too.
Quirks    One pair is enough. The rest of the sentences may lack the opening mark.
Source    M-IFEval (arXiv:2502.04688), Spanish.
Example   {}
followed      "¡Qué tarde es!"
not followed  "Qué tarde es!"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Span, Text, Verdict, check
from lm_eval_tasks.text.pairs import filled

OPENING, CLOSING = "¡", "!"


def pairs(text: str) -> list[Span]:
    """The pairs that hold something."""
    return filled(text, OPENING, CLOSING)


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for one pair."""
    spans = tuple(text.get(pairs))
    if not spans:
        return Verdict(False, f"no {OPENING}…{CLOSING}", "expected one pair")
    start, end = spans[0]
    return Verdict(True, f"{text.string[start:end][:40]!r} at character {start}", spans=spans)


exclamation_marks: Check = check("punctuation:exclamation_marks", NoParameters, official)
