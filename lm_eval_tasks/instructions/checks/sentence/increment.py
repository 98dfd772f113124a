"""``sentence:increment``: every sentence is longer by a given number of words.

Asks      that each sentence has exactly ``small_n`` more words than the one before.
Decides   by the words of each sentence left after the ASCII punctuation is deleted.
Quirks    One sentence alone passes.
Source    allenai, IFBench; sentences are Punkt's.
Example   {"small_n": 1}
followed      "Rain fell. The dogs slept. Nobody saw the snow."
not followed  "Rain fell. Nobody saw the snow."
"""

from __future__ import annotations

from itertools import pairwise

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import bare_words
from lm_eval_tasks.text.sentences import sentence_texts


class Increment(Parameters, frozen=True):
    """How many words longer each sentence is."""

    small_n: int


def official(text: Text, want: Increment) -> Verdict:
    """Compare each sentence with the one before."""
    counts = [len(bare_words(sentence)) for sentence in text.get(sentence_texts)]
    expected = f"expected {want.small_n} words more each time"
    for number, (before, count) in enumerate(pairwise(counts), start=2):
        if count != before + want.small_n:
            return Verdict(False, f"sentence {number} has {count} words after {before}", expected)
    return Verdict(bool(counts), f"words by sentence: {', '.join(map(str, counts[:20])) or 'none'}", expected)


increment: Check = check("sentence:increment", Increment, official)
