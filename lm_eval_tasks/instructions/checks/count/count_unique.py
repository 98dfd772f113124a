"""``count:count_unique``: no word twice.

Asks      that no word is repeated.
Decides   by the tokens of the Penn Treebank, minding case; marks are tokens.
Corrected Words count, without the marks around them and ignoring case.
Quirks    Two full stops are a repetition, ``Snow`` and ``snow`` are not.
Source    allenai, open-instruct, IFEvalG.
Example   {}
followed      "Snow falls softly tonight."
not followed  "snow on snow"
"""

from __future__ import annotations

from collections import Counter

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.bare import bare_words
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.tokens import word_tokens


def official(text: Text, want: NoParameters) -> Verdict:
    """Count each token."""
    return unique(text.get(word_tokens))


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Count each word."""
    return unique(text.get(bare_words))


def unique(words: list[str]) -> Verdict:
    """Whether all of the words differ."""
    word, count = max(Counter(words).items(), key=lambda one: one[1], default=("", 0))
    if count > 1:
        return Verdict(False, f"{word[:40]!r} found {counted(count, 'time')}", "expected no word twice")
    return Verdict(True, f"{counted(len(words), 'word')}, all different")


count_unique: Check = check("count:count_unique", NoParameters, official, corrected=corrected)
