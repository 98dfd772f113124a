"""``keywords:forbidden_words``: none of some words occurs.

Asks      that no word of ``forbidden_words`` occurs in the response.
Decides   by searching each as a whole word; the benchmark defines how.
Corrected The words are taken literally, as in ``keywords:existence``; an underscore or an
          invisible character does not hide a word.
Quirks    Hyphen, apostrophe and asterisk end a word, underscore and digits do not:
          ``sea-salt`` contains ``salt``, ``sea_salt`` does not.
Source    google-research, instruction_following_eval.
Example   {"forbidden_words": ["salt", "pepper"]}
followed      "Add salty sugar."
not followed  "Add sugar and pepper."
Example   {"forbidden_words": ["塩"]} in m_ifeval_ja
followed      "砂糖を入れる。"
not followed  "塩を入れる。"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.automaton import require_bounded
from lm_eval_tasks.text.normal import find_word, folded
from lm_eval_tasks.text.patterns import Find


class ForbiddenWords(Parameters, frozen=True):
    """The words that must not occur, at least one."""

    forbidden_words: Annotated[tuple[str, ...], Meta(min_length=1)]

    def __post_init__(self) -> None:
        require_bounded(*self.forbidden_words)


def reading(find: Find, form: Callable[[str], str] | None = None) -> Reading:
    """Judge by ``find``, which yields where a word occurs in the text (in its ``form``)."""

    def judge(text: Text, want: ForbiddenWords) -> Verdict:
        words = sorted(set(want.forbidden_words))
        string = text.get(form) if form else text.string
        for word in words:
            span = next(find(word, string, text.budget), None)
            if span is not None:
                start, end = span
                seen = string[start:end]
                # A place in a form of another length would point beside the word.
                places = (span,) if len(string) == len(text.string) else ()
                return Verdict(
                    False,
                    f"forbidden word {seen!r} at character {start}",
                    f"expected none of {words}",
                    places,
                )
        return Verdict(True, f"none of {words} found")

    return judge


def forbidden_words(
    find: Find, corrected_find: Find = find_word, form: Callable[[str], str] | None = folded
) -> Check:
    """The check with one benchmark's way of finding a word, and the corrected way (in its ``form``)."""
    return check(
        "keywords:forbidden_words", ForbiddenWords, reading(find), corrected=reading(corrected_find, form)
    )
