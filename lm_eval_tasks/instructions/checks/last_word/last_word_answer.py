"""``last_word:last_word_answer``: the response ends with a word.

Asks      that the last word of the response is ``last_word``.
Decides   by what is after the last whitespace, without characters that are neither of a word nor
          whitespace, in lower case.
Corrected The word is cleaned like the response; marks after it do not matter.
Quirks    ``don't`` is never found, because only the response loses its apostrophe. ``home .`` fails:
          nothing is left of the last piece.
Source    allenai, open-instruct, IFEvalG.
Example   {"last_word": "home"}
followed      "We go home!"
not followed  "We go home today."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.bare import bare_words, last_word_cleaned


class LastWordOfAll(Parameters, frozen=True):
    """The word."""

    last_word: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: LastWordOfAll) -> Verdict:
    """Compare the cleaned last piece."""
    word = want.last_word.strip().lower()
    last = text.get(last_word_cleaned)
    return Verdict(
        bool(text.string.strip()) and last == word, f"ends with {last[:40]!r}", f"expected {word!r}"
    )


def corrected(text: Text, want: LastWordOfAll) -> Verdict:
    """Compare the last words."""
    expected = bare_words(want.last_word)
    last = text.get(bare_words)[-max(1, len(expected)) :]
    return Verdict(last == expected, f"ends with {' '.join(last)[:40]!r}", f"expected {want.last_word!r}")


last_word_answer: Check = check("last_word:last_word_answer", LastWordOfAll, official, corrected=corrected)
