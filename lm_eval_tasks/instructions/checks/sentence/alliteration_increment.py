"""``sentence:alliteration_increment``: more alliteration in every sentence.

Asks      that each sentence has a longer run of alliterative words than the one before.
Decides   by counting the words of each sentence next to a word with the same first letter: the
          number must grow from sentence to sentence. Case and leading marks are ignored.
Quirks    Several runs in a sentence are added up; the first sentence may have none.
Source    allenai, IFBench; sentences are Punkt's.
Example   {}
followed      "A dog barked. Big bears ran. Six sly seals swam."
not followed  "Big bears run. Tall trees sway."
"""

from __future__ import annotations

from itertools import groupby, pairwise

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import MARKS
from lm_eval_tasks.text.sentences import sentence_texts


def alliterating_words(sentence: str) -> int:
    """How many words are in a run of two or more with one first letter."""
    stripped = (word.lstrip(MARKS + " ") for word in sentence.lower().split())
    runs = [len(list(run)) for _, run in groupby(word[0] for word in stripped if word)]
    return sum(run for run in runs if run > 1)


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare each sentence with the one before."""
    counts = [alliterating_words(sentence) for sentence in text.get(sentence_texts)]
    for number, (before, count) in enumerate(pairwise(counts), start=2):
        if count <= before:
            return Verdict(
                False,
                f"sentence {number} has {count} alliterative words after {before}",
                "expected more in every sentence",
            )
    return Verdict(True, f"alliterative words by sentence: {', '.join(map(str, counts[:20]))}")


alliteration_increment: Check = check("sentence:alliteration_increment", NoParameters, official)
