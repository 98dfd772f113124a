r"""``custom:mcq_count_length``: four multiple-choice questions, each longer than the last.

Asks      four questions with five options each, every question longer than the one before.
Decides   by splitting at ``Question 1`` and so on (a full stop, bar, bracket, colon or semicolon may
          follow) and reading the lines of each part: a line that starts with a letter from A to E,
          a full stop, bar or closing bracket and a word is an option, and the lines before the
          first option are the question.
Quirks    Nothing may come before the first question, not even a blank.
Source    allenai, IFBench.
Example   {}
followed      "Question 1: Hm?\nA) a\nB) b\nC) c\nD) d\nE) e\nQuestion 2: Hmm?\nA) a\nB) b\nC) c\nD) d\nE) e\nQuestion 3: Hmmm?\nA) a\nB) b\nC) c\nD) d\nE) e\nQuestion 4: Hmmmm?\nA) a\nB) b\nC) c\nD) d\nE) e"
not followed  "Question 1: Hm?\nA) a\nB) b\nC) c\nD) d\nE) e"
"""  # noqa: E501  # an example is one line

from __future__ import annotations

import re
from itertools import pairwise

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted

QUESTIONS, OPTIONS = 4, 5
_HEAD = re.compile(r"Question \d+[.|):;]?\s*")
_OPTION = re.compile(r"[A-Ea-e][.|)]\s*\w")


def question_and_options(part: str) -> tuple[str, int]:
    """The question on one line, and the number of options below it."""
    question: list[str] = []
    options = 0
    for line in map(str.strip, part.split("\n")):
        if _OPTION.match(line):
            options += 1
        elif not options:
            question.append(line)
    return " ".join(question), options


def official(text: Text, want: NoParameters) -> Verdict:
    """Split into questions, then compare options and lengths."""
    if not text.string.startswith("Question"):
        return Verdict(False, f"starts with {text.string[:20]!r}", "expected the first question at once")
    parts = [part.rstrip("\n") for part in _HEAD.split(text.string) if part.strip()]
    if len(parts) != QUESTIONS:
        return Verdict(False, counted(len(parts), "question"), f"expected exactly {QUESTIONS}")
    questions = [question_and_options(part) for part in parts]
    for number, (_, options) in enumerate(questions, start=1):
        if options != OPTIONS:
            found = f"{counted(options, 'option')} for question {number}"
            return Verdict(False, found, f"expected exactly {OPTIONS}")
    lengths = [len(question) for question, _ in questions]
    return Verdict(
        all(one < other for one, other in pairwise(lengths)),
        f"questions of {', '.join(map(str, lengths))} characters",
        "expected each longer than the last",
    )


mcq_count_length: Check = check("custom:mcq_count_length", NoParameters, official)
