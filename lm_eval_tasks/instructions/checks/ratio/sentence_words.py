"""``ratio:sentence_words``: three sentences of one length.

Asks      exactly three sentences of the same length in characters, with all words different.
Decides   by the number of sentences and their lengths.
Corrected No word may occur twice, whatever its case and marks.
Quirks    That the words differ is not checked.
Source    allenai, IFBench; sentences are Punkt's.
Example   {}
followed      "Rain comes. Dogs sleep. Cats stare."
not followed  "Rain comes. Dogs sleep. Cats wait."
"""

from __future__ import annotations

from collections import Counter

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.normal import folded
from lm_eval_tasks.text.punctuation import trimmed
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.sentences import sentence_texts


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the number of sentences, then their lengths."""
    lengths = [len(sentence.strip()) for sentence in text.get(sentence_texts)]
    if len(lengths) != 3:
        return Verdict(False, counted(len(lengths), "sentence"), "expected exactly 3")
    return Verdict(
        len(set(lengths)) == 1,
        f"3 sentences of {', '.join(map(str, lengths))} characters",
        "expected one length",
    )


def corrected(text: Text, want: NoParameters) -> Verdict:
    """As officially, and no word may occur twice."""
    verdict = official(text, want)
    words = [bare for word in text.get(folded).split() if (bare := trimmed(word))]
    twice = next((word for word, times in Counter(words).items() if times > 1), None)
    if not verdict.followed or twice is None:
        return verdict
    return Verdict(False, f"the word {twice[:40]!r} occurs again", "expected different words")


sentence_words: Check = check("ratio:sentence_words", NoParameters, official, corrected=corrected)
