"""``keywords:existence``: every keyword occurs.

Asks      that each of ``keywords`` occurs in the response.
Decides   by searching each keyword; the benchmark defines how.
Corrected Each keyword is taken literally and as a whole word, with case, accents, apostrophes and
          line ends made alike on both sides; ``C++`` and ``$5`` are words, too. In scripts that
          write words together it is found inside longer runs. Inflected forms are other words:
          ``owls`` is not ``owl``. The request that must be repeated does not count. In Arabic vowel
          marks and hamzas are set aside, and a conjunction, an article or a preposition may be
          written onto the word.
Plusplus  Each keyword is taken literally, between word boundaries, ignoring case.
Quirks    IFEval uses each keyword as a regular expression, ignoring case, anywhere: ``art`` is
          found in ``start``, and ``a.c`` finds ``abc``.
Source    google-research, instruction_following_eval.
Example   {"keywords": ["harbour", "lantern"]}
followed      "A lantern hung above the harbour."
not followed  "A lantern hung above the pier."
Example   {"keywords": ["港", "灯り"]} in m_ifeval_ja
followed      "港に灯りが見える。"
not followed  "港に明かりが見える。"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.automaton import require_bounded
from lm_eval_tasks.text.normal import find_word, folded, own_words
from lm_eval_tasks.text.patterns import Find


class Keywords(Parameters, frozen=True):
    """The words that must occur, at least one."""

    keywords: Annotated[tuple[str, ...], Meta(min_length=1)]

    def __post_init__(self) -> None:
        require_bounded(*self.keywords)


def reading(find: Find, form: Callable[[str], str] | None = None) -> Reading:
    """Judge by ``find``, which yields where a keyword occurs in the text (in its ``form``)."""

    def judge(text: Text, want: Keywords) -> Verdict:
        string = own_words(text, form) if form else text.string
        spans = []
        for keyword in want.keywords:
            span = next(find(keyword, string, text.budget), None)
            if span is None:
                return Verdict(
                    False, f"keyword {keyword!r} not found", f"expected all of {list(want.keywords)}"
                )
            spans.append(span)
        # Places in a form of another length would point beside the words.
        places = tuple(spans) if len(string) == len(text.string) else ()
        return Verdict(True, f"all of {list(want.keywords)} found", spans=places)

    return judge


def existence(
    find: Find, corrected_find: Find = find_word, form: Callable[[str], str] | None = folded
) -> Check:
    """The check with one benchmark's way of finding a word, and the corrected way (in its ``form``)."""
    return check(
        "keywords:existence",
        Keywords,
        reading(find),
        corrected=reading(corrected_find, form),
    )
