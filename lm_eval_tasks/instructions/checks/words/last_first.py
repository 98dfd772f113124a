"""``words:last_first``: each sentence starts with the last word of the one before.

Asks      that the last word of every sentence is the first word of the next.
Decides   by the words between whitespace, ignoring case, after the marks at both ends of each
          sentence are removed.
Quirks    A mark at the inner side of such a word stays part of it. One sentence alone passes. Two
          sentences fail if one of them has no word.
Source    allenai, IFBench; sentences are Punkt's.
Example   {}
followed      "The path led to water. Water ran to the sea."
not followed  "The path led to water. The water ran to the sea."
"""

from __future__ import annotations

from itertools import pairwise

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import MARKS
from lm_eval_tasks.text.sentences import sentence_texts


def outer_words(sentence: str) -> tuple[str, str]:
    """The first and the last word, in lower case; empty where there is none."""
    first = sentence.lstrip(MARKS + " ").split(maxsplit=1)
    last = sentence.rstrip(MARKS + " ").rsplit(maxsplit=1)
    return (first[0].lower() if first else ""), (last[-1].lower() if last else "")


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare last and first words of neighbours."""
    words = [outer_words(sentence) for sentence in text.get(sentence_texts)]
    for (_, last), (first, _) in pairwise(words):
        if not last or last != first:
            return Verdict(
                False,
                f"a sentence ends with {last[:40]!r}, the next starts with {first[:40]!r}",
                "expected the same word",
            )
    return Verdict(True, f"{len(words)} sentences linked by their words")


last_first: Check = check("words:last_first", NoParameters, official)
