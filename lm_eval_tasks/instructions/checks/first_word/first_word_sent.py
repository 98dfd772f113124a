"""``first_word:first_word_sent``: every sentence starts with a word.

Asks      that the first word of every sentence is ``first_word``.
Decides   by the sentences of the rule splitter: what is before the first whitespace of each, in
          lower case, is compared with the word.
Corrected Sentences are those a reader counts. Marks around the word and letter case do not matter.
Quirks    ``Bird,`` and ``**Bird**`` fail. A second end mark (``?!``) is a sentence of its own and
          fails. Of a list of words only the first is looked for.
Source    allenai, open-instruct, IFEvalG.
Example   {"first_word": "bird"}
followed      "Bird sings. Bird flies."
not followed  "Bird sings. The bird flies."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.bare import bare_words
from lm_eval_tasks.text.rule_sentences import rule_sentences


class FirstWordOnly(Parameters, frozen=True):
    """The word; NVIDIA's copy of the checkers raises for a list."""

    first_word: Annotated[str, Meta(min_length=1)]

    @property
    def word(self) -> str:
        """The word."""
        return self.first_word.strip()


class FirstWord(Parameters, frozen=True):
    """The word, or a list whose first item it is."""

    first_word: Annotated[str, Meta(min_length=1)] | Annotated[tuple[str, ...], Meta(min_length=1)]

    @property
    def word(self) -> str:
        """The word."""
        return (self.first_word if isinstance(self.first_word, str) else self.first_word[0]).strip()


def official(text: Text, want: FirstWord | FirstWordOnly) -> Verdict:
    """Compare the first piece of each sentence."""
    word = want.word.lower()
    for number, sentence in enumerate(text.get(rule_sentences), 1):
        first = sentence.split(maxsplit=1)[0] if sentence else ""
        if first.lower() != word:
            return Verdict(False, f"sentence {number} starts with {first[:40]!r}", f"expected {word!r}")
    return Verdict(True, f"every sentence starts with {word!r}")


def corrected(text: Text, want: FirstWord | FirstWordOnly) -> Verdict:
    """Compare the first words of each sentence."""
    expected = bare_words(want.word)
    for number, sentence in enumerate(text.get(prose.sentences), 1):
        first = bare_words(sentence)[: max(1, len(expected))]
        if first != expected:
            found = " ".join(first)[:40]
            return Verdict(False, f"sentence {number} starts with {found!r}", f"expected {want.word!r}")
    return Verdict(True, f"every sentence starts with {want.word!r}")


first_word_sent: Check = check("first_word:first_word_sent", FirstWord, official, corrected=corrected)
nvidia_first_word_sent: Check = check("first_word:first_word_sent", FirstWordOnly, official)
