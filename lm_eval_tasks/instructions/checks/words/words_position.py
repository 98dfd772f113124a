"""``words:words_position``: a keyword as the second and the second-to-last word.

Asks      that the second and the second-to-last word are ``keyword``.
Decides   by the word tokens of the response, ignoring case; one closing mark is ignored.
Corrected Words are what whitespace divides, without marks around them; marks alone are not words.
Quirks    Marks are tokens: ``"`` before the first word makes that word the second. Two closing
          marks, as in ``.)``, are not ignored.
Source    allenai, IFBench.
Example   {"keyword": "owl"}
followed      "The owl met another owl yesterday."
not followed  "The owl met another owl."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.normal import folded
from lm_eval_tasks.text.punctuation import MARKS, trimmed
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.tokens import word_tokens


class SecondWord(Parameters, frozen=True):
    """The word expected in both places."""

    keyword: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: SecondWord) -> Verdict:
    """Compare the words in both places with the keyword."""
    tokens = text.get(word_tokens)
    # The marks in their usual order are searched, so a few runs of them count as one mark.
    from_end = 3 if tokens and tokens[-1] in MARKS else 2
    expected = f"expected {want.keyword!r} second and last but one"
    if len(tokens) < from_end:
        return Verdict(False, counted(len(tokens), "token"), expected)
    second, last_but_one = tokens[1], tokens[-from_end]
    return Verdict(
        second.lower() == last_but_one.lower() == want.keyword.lower(),
        f"{second[:40]!r} is second, {last_but_one[:40]!r} last but one",
        expected,
    )


def corrected(text: Text, want: SecondWord) -> Verdict:
    """Compare the words in both places, without marks."""
    words = [bare for word in text.get(folded).split() if (bare := trimmed(word))]
    expected = f"expected {want.keyword!r} second and last but one"
    if len(words) < 2:
        return Verdict(False, counted(len(words), "word"), expected)
    return Verdict(
        words[1] == words[-2] == folded(want.keyword).strip(),
        f"{words[1][:40]!r} is second, {words[-2][:40]!r} last but one",
        expected,
    )


words_position: Check = check("words:words_position", SecondWord, official, corrected=corrected)
