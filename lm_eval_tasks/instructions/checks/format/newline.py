r"""``format:newline``: every word on a line of its own.

Asks      that each word is on a new line.
Decides   by deleting the ASCII marks and comparing the number of words with the number of lines that
          are not empty.
Quirks    A line of only blanks counts as a line.
Source    allenai, IFBench.
Example   {}
followed      "Rain\nfell.\n\nAgain."
not followed  "Rain\nfell again."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import without_marks
from lm_eval_tasks.text.relations import counted


def words_and_lines(text: str) -> tuple[int, int]:
    """The number of words and of lines that are not empty, marks deleted."""
    bare = without_marks(text).strip()
    return len(bare.split()), sum(line != "" for line in bare.split("\n"))


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the two numbers."""
    words, lines = text.get(words_and_lines)
    return Verdict(
        words == lines, f"{counted(words, 'word')} on {counted(lines, 'line')}", "expected one word a line"
    )


newline: Check = check("format:newline", NoParameters, official)
