"""``first_word:first_word_answer``: the response starts with a word.

Asks      that the first word of the response is ``first_word``.
Decides   by what is before the first whitespace, in lower case.
Corrected Marks around the word and letter case do not matter.
Quirks    ``Bird,`` and ``**Bird**`` fail, and so does a first word that is two words.
Source    allenai, open-instruct, IFEvalG.
Example   {"first_word": "bird"}
followed      "Bird sings."
not followed  "The bird sings."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.bare import bare_words
from lm_eval_tasks.text.words import spaced_words


class FirstWordOfAll(Parameters, frozen=True):
    """The word."""

    first_word: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: FirstWordOfAll) -> Verdict:
    """Compare the first piece."""
    word = want.first_word.strip().lower()
    first = next(iter(text.get(spaced_words)), "")
    return Verdict(first.lower() == word, f"starts with {first[:40]!r}", f"expected {word!r}")


def corrected(text: Text, want: FirstWordOfAll) -> Verdict:
    """Compare the first words."""
    expected = bare_words(want.first_word)
    first = text.get(bare_words)[: max(1, len(expected))]
    return Verdict(
        first == expected, f"starts with {' '.join(first)[:40]!r}", f"expected {want.first_word!r}"
    )


first_word_answer: Check = check(
    "first_word:first_word_answer", FirstWordOfAll, official, corrected=corrected
)
