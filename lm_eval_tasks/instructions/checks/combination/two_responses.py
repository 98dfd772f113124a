r"""``combination:two_responses``: two different answers.

Asks      two different answers, divided by six asterisks.
Decides   by splitting at ``******``; blank pieces are allowed only first and last, and exactly
          two different ones must remain after outer whitespace is removed.
Corrected The divider is a run of exactly six asterisks. Answers that differ only in a label
          (``Answer 1:``), case, marks or blanks are the same.
Plusplus  The divider is a run of exactly six asterisks.
Quirks    Seven asterisks divide too (the seventh belongs to the second answer), twelve fail.
Source    google-research, instruction_following_eval.
Example   {}
followed      "Alpha\n******\nBeta"
not followed  "Alpha\n******\nAlpha"
"""

from __future__ import annotations

import regex

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.normal import folded
from lm_eval_tasks.text.relations import counted

_WANTED = "expected two different answers divided by ******"
_DIVIDER = regex.compile(r"(?<!\*)\*{6}(?!\*)")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]++")
_LABEL = regex.compile(
    r"[#*_(\[ ]*+(?:(?:the\s+)?(?:first|second)\s+)?"
    r"(?:answer|response|option|version|variant|reply|alternative|output)\b"
    r"[ #]*+(?:\d++|one|two|[a-z])?[*_)\] ]*+[:.–-]++[*_ ]*+",
    regex.IGNORECASE,
)


def official(text: Text, want: NoParameters) -> Verdict:
    """Count and compare the pieces."""
    return compared(text.string.split("******"))


def plusplus(text: Text, want: NoParameters) -> Verdict:
    """The same between runs of exactly six asterisks."""
    return compared(_DIVIDER.split(text.string))


def compared(parts: list[str]) -> Verdict:
    """Whether exactly two parts are filled, in a row, and differ."""
    pieces = [piece.strip() for piece in parts]
    answers = [piece for piece in pieces if piece]
    if any(not piece for piece in pieces[1:-1]):
        return Verdict(False, "an empty part between two dividers", _WANTED)
    if len(answers) != 2:
        return Verdict(False, counted(len(answers), "answer"), _WANTED)
    if answers[0] == answers[1]:
        return Verdict(False, "both answers are the same", _WANTED)
    return Verdict(True, "two different answers")


def content(answer: str) -> str:
    """What an answer says: folded words, without the label in front."""
    return " ".join(_WORD.findall(folded(_LABEL.sub("", answer.strip(), count=1))))


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Count the pieces between exact dividers, and compare what they say."""
    pieces = [piece.strip() for piece in _DIVIDER.split(text.string)]
    answers = [piece for piece in pieces if piece]
    if any(not piece for piece in pieces[1:-1]):
        return Verdict(False, "an empty part between two dividers", _WANTED)
    if len(answers) != 2:
        return Verdict(False, counted(len(answers), "answer"), _WANTED)
    first, second = map(content, answers)
    if (first or answers[0]) == (second or answers[1]):
        return Verdict(False, "both answers say the same", _WANTED)
    return Verdict(True, "two different answers")


two_responses: Check = check("combination:two_responses", NoParameters, official, corrected=corrected)
