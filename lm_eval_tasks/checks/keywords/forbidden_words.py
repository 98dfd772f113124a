"""``keywords:forbidden_words``: none of some words occurs.

Asks      that no word of ``forbidden_words`` occurs in the response.
Decides   by searching each as a whole word; the benchmark says how.
Quirks    Hyphen, apostrophe and asterisk end a word, underscore and digits do not:
          ``sea-salt`` holds ``salt``, ``sea_salt`` does not.
Source    google-research, instruction_following_eval.
Example   {"forbidden_words": ["salt", "pepper"]}
followed      "Add salty sugar."
not followed  "Add sugar and Pepper."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.patterns import Find


class ForbiddenWords(Parameters, frozen=True):
    """The words that must not occur, at least one."""

    forbidden_words: Annotated[tuple[str, ...], Meta(min_length=1)]


def reading(find: Find) -> Reading:
    """Judge by ``find``, which yields where a word occurs."""

    def judge(text: Text, want: ForbiddenWords) -> Verdict:
        words = sorted(set(want.forbidden_words))
        for word in words:
            span = next(find(word, text.string), None)
            if span is not None:
                start, end = span
                seen = text.string[start:end]
                return Verdict(
                    False, f"forbidden word {seen!r} at character {start}", f"none of {words} wanted", (span,)
                )
        return Verdict(True, f"none of {words} found")

    return judge


def forbidden_words(find: Find) -> Check:
    """The check with one benchmark's way of finding a word."""
    return check("keywords:forbidden_words", ForbiddenWords, reading(find))
