"""``sentence:keyword``: a keyword in a given sentence.

Asks      that sentence ``N`` contains the keyword ``word``.
Decides   by looking for it as a whole word, ignoring case.
Quirks    A hyphen ends a word: ``owl-like`` contains ``owl``.
Source    allenai, IFBench; sentences are Punkt's.
Example   {"N": 2, "word": "owl"}
followed      "Night fell. An owl woke."
not followed  "An owl woke. Night fell."
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.patterns import pattern_word
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.sentences import english_sentences


class KeywordInSentence(Parameters, frozen=True):
    """The sentence, counted from one, and the word."""

    N: Annotated[int, Meta(ge=1)]
    word: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: KeywordInSentence) -> Verdict:
    """Look for the word in that sentence."""
    expected = f"expected {want.word!r} in sentence {want.N}"
    sentences = text.get(english_sentences)
    if len(sentences) < want.N:
        return Verdict(False, counted(len(sentences), "sentence"), expected)
    start, end = sentences[want.N - 1]
    place = next(pattern_word(re.escape(want.word), text.string[start:end], text.budget), None)
    if place is None:
        return Verdict(False, f"{want.word!r} is not in sentence {want.N}", expected)
    return Verdict(
        True, f"{want.word!r} is in sentence {want.N}", spans=((start + place[0], start + place[1]),)
    )


keyword: Check = check("sentence:keyword", KeywordInSentence, official)
