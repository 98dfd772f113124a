r"""``last_word:last_word_sent``: every sentence ends with a word.

Asks      that the last word of every sentence is ``last_word``.
Decides   by the sentences of the rule splitter: what is after the last whitespace of each, without
          characters that are neither of a word nor whitespace, in lower case, is compared.
Corrected Sentences are those a reader counts. The word is cleaned like the response.
Quirks    ``don't`` is never found, because only the response loses its apostrophe. A second end mark
          (``!!``) is a sentence of its own and fails. Of a list of words only the first is looked for.
Source    allenai, open-instruct, IFEvalG.
Example   {"last_word": "home"}
followed      "We go home. They stay home."
not followed  "We go home. They leave."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.bare import bare_words, last_word_cleaned
from lm_eval_tasks.text.rule_sentences import rule_sentences


class LastWord(Parameters, frozen=True):
    """The word, or a list whose first item it is."""

    last_word: Annotated[str, Meta(min_length=1)] | Annotated[tuple[str, ...], Meta(min_length=1)]

    @property
    def word(self) -> str:
        """The word."""
        return (self.last_word if isinstance(self.last_word, str) else self.last_word[0]).strip()


def official(text: Text, want: LastWord) -> Verdict:
    """Compare the cleaned last piece of each sentence."""
    word = want.word.lower()
    for number, sentence in enumerate(text.get(rule_sentences), 1):
        last = last_word_cleaned(sentence)
        if not sentence or last != word:
            return Verdict(False, f"sentence {number} ends with {last[:40]!r}", f"expected {word!r}")
    return Verdict(True, f"every sentence ends with {word!r}")


def corrected(text: Text, want: LastWord) -> Verdict:
    """Compare the last words of each sentence."""
    expected = bare_words(want.word)
    for number, sentence in enumerate(text.get(prose.sentences), 1):
        last = bare_words(sentence)[-max(1, len(expected)) :]
        if last != expected:
            found = " ".join(last)[:40]
            return Verdict(False, f"sentence {number} ends with {found!r}", f"expected {want.word!r}")
    return Verdict(True, f"every sentence ends with {want.word!r}")


last_word_sent: Check = check("last_word:last_word_sent", LastWord, official, corrected=corrected)
