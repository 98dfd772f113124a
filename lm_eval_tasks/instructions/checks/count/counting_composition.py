r"""``count:counting_composition``: three paragraphs of so many sentences of so many words.

Asks      for three paragraphs divided by a divider of asterisks, each of ``n_sent`` sentences, each of
          ``n_words`` words.
Decides   by splitting at ``***``; sentences are those of the rule splitter, words the tokens of the Penn
          Treebank.
Corrected ``* * *``, which the prompt shows, divides too. Dividers at the ends do not matter. Sentences and
          words are those a reader counts.
Quirks    The end mark is a word: with three words, ``I am.`` passes and ``I am home.`` fails.
Source    allenai, open-instruct, IFEvalG.
Example   {"n_sent": 1, "n_words": 3}
followed      "I am home\n***\nYou sit down\n***\nHe is old"
not followed  "I am home\n***\nYou sit down"
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.divided import ASTERISKS
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.rule_sentences import rule_sentences
from lm_eval_tasks.text.tokens import word_tokens

_EITHER = re.compile(r"(?m)^[ \t]*\*[ \t]?\*[ \t]?\*[ \t]*$")
PARAGRAPHS = 3


class Composition(Parameters, frozen=True):
    """Sentences of each paragraph and words of each sentence."""

    n_sent: int | float
    n_words: int | float


def composed(paragraphs: list[list[list[str]]], want: Composition) -> Verdict:
    """Whether paragraphs, given as sentences of words, have the numbers."""
    expected = f"expected {PARAGRAPHS} of {want.n_sent:g} sentences of {want.n_words:g} words"
    if len(paragraphs) != PARAGRAPHS:
        return Verdict(False, counted(len(paragraphs), "paragraph"), expected)
    for number, sentences in enumerate(paragraphs, 1):
        if len(sentences) != want.n_sent:
            return Verdict(False, f"{counted(len(sentences), 'sentence')} in paragraph {number}", expected)
        for words in sentences:
            if len(words) != want.n_words:
                found = f"{counted(len(words), 'word')} in {' '.join(words)[:40]!r}"
                return Verdict(False, f"{found}, paragraph {number}", expected)
    return Verdict(True, "the numbers are as expected")


def official(text: Text, want: Composition) -> Verdict:
    """Count sentences and tokens."""
    pieces = ASTERISKS.split(text.string)
    if len(pieces) != PARAGRAPHS:
        return composed([[]] * len(pieces), want)
    return composed([[word_tokens(one) for one in rule_sentences(piece)] for piece in pieces], want)


def corrected(text: Text, want: Composition) -> Verdict:
    """Count what a reader counts."""
    pieces = [piece for piece in _EITHER.split(text.string.replace("\r\n", "\n")) if piece.strip()]
    if len(pieces) != PARAGRAPHS:
        return composed([[]] * len(pieces), want)
    return composed([[prose.words(one) for one in prose.sentences(piece)] for piece in pieces], want)


counting_composition: Check = check("count:counting_composition", Composition, official, corrected=corrected)
