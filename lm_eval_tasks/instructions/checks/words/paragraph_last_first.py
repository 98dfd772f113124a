r"""``words:paragraph_last_first``: each paragraph ends with the word it starts with.

Asks      that every paragraph ends with its first word.
Decides   line by line, ignoring case and outer marks; blank lines are ignored.
Quirks    Every line is a paragraph; a line of one word, or of marks alone, passes.
Source    allenai, IFBench.
Example   {}
followed      "Rain brought more rain.\nDogs chased dogs."
not followed  "Rain brought more snow.\nDogs chased dogs."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import trimmed


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the ends of every line."""
    lines = [trimmed(line).split() for line in text.string.lower().split("\n")]
    for words in lines:
        if words and words[0] != words[-1]:
            return Verdict(
                False,
                f"a paragraph starts with {words[0][:40]!r} and ends with {words[-1][:40]!r}",
                "expected the same word",
            )
    return Verdict(True, f"{sum(map(bool, lines))} paragraphs end as they start")


paragraph_last_first: Check = check("words:paragraph_last_first", NoParameters, official)
