"""``ratio:stop_words``: how many of the words are stop words.

Asks      that at most ``percentage`` per cent of the words are stop words.
Decides   by counting runs of word characters that are, ignoring case, in the list of English stop
          words.
Quirks    ``it's`` is two words, ``it`` and ``s``, and both are in the list. A response without a
          word does not follow.
Source    allenai, IFBench; the list is NLTK's, without the entries that hold an apostrophe, which
          no such word can equal.
Example   {"percentage": 40}
followed      "Green boats reach the harbour"
not followed  "It is not for you"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.stopwords import ENGLISH
from lm_eval_tasks.text.words import word_runs


class MostStopWords(Parameters, frozen=True):
    """The largest share of stop words, in per cent."""

    percentage: Annotated[float, Meta(ge=0, le=100)]


def official(text: Text, want: MostStopWords) -> Verdict:
    """Compare the share with the largest one allowed."""
    words = text.get(word_runs)
    if not words:
        return Verdict(False, "no words")
    stop = sum(word.lower() in ENGLISH for word in words)
    share = stop / len(words) * 100
    return Verdict(
        share <= want.percentage,
        f"{stop} of {len(words)} words are stop words, {share:.1f} %",
        f"expected at most {want.percentage:g} %",
    )


stop_words: Check = check("ratio:stop_words", MostStopWords, official)
