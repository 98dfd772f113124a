r"""``combination:two_responses``: two different answers.

Asks      two different answers, divided by six asterisks.
Decides   by splitting at ``******``; blank pieces are allowed only first and last, and exactly
          two others must remain, different after outer white space is gone.
Quirks    Seven asterisks divide too (the seventh belongs to the second answer), twelve fail.
Source    google-research, instruction_following_eval.
Example   {}
followed      "Alpha\n******\nBeta"
not followed  "Alpha\n******\nAlpha"
"""

from __future__ import annotations

from lm_eval_tasks.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted

_WANTED = "two different answers divided by ****** wanted"


def official(text: Text, want: NoParameters) -> Verdict:
    """Count and compare the pieces."""
    pieces = [piece.strip() for piece in text.string.split("******")]
    answers = [piece for piece in pieces if piece]
    if any(not piece for piece in pieces[1:-1]):
        return Verdict(False, "an empty part between two dividers", _WANTED)
    if len(answers) != 2:
        return Verdict(False, counted(len(answers), "answer"), _WANTED)
    if answers[0] == answers[1]:
        return Verdict(False, "both answers are the same", _WANTED)
    return Verdict(True, "two different answers")


two_responses: Check = check("combination:two_responses", NoParameters, official)
