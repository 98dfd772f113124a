r"""``keywords:list_existence``: all, any or none of a list of words.

Asks      that all, any or (Inception only) none of ``keywords`` occur, as ``mode`` says.
Decides   Inception: every ``ال`` and then the eight vowel marks are deleted from the response and
          from the keywords, and each keyword is searched anywhere as a regular expression,
          ignoring case. HF: a keyword must equal a run of word characters and characters of
          the block U+0600-06FF, with nothing changed.
Corrected looks for whole words, in both registries: without marks and tatweel, one alef, with
          or without an article or a conjunction; never inside another word.
Quirks    Inception deletes ``ال`` inside words too (``قالب`` becomes ``قب``) and finds ``أنت`` in
          ``أنتم``. HF misses ``أنتَ`` (a mark) and ``أنت،`` (a comma). Neither treats ``اياك`` as
          ``إياك``.
Source    the two Arabic ports of IFEval.
Example   {"keywords": ["نهر", "جبل"], "mode": "all"}
followed      "بين نهر وبين جبل"
not followed  "بين نهر وبين تل"
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.arabic import arabic_word, block_words, without_article_and_marks
from lm_eval_tasks.text.automaton import require_bounded
from lm_eval_tasks.text.patterns import pattern_anywhere

Present = Callable[[Text, str], bool]
"""Whether a keyword (second) is in a text (first)."""


class KeywordsAllOrAny(Parameters, frozen=True):
    """The words, and whether all of them or any one is expected (HF)."""

    keywords: Annotated[tuple[str, ...], Meta(min_length=1)]
    mode: Literal["all", "any"]


class KeywordsByMode(Parameters, frozen=True):
    """The words, and whether all, any or none of them are expected, in any case (Inception)."""

    keywords: Annotated[tuple[str, ...], Meta(min_length=1)]
    mode: str = "all"

    def __post_init__(self) -> None:
        if self.mode.lower() not in ("all", "any", "none"):
            raise ValueError(f"mode {self.mode!r} is none of all, any, none")
        require_bounded(*self.keywords)


def block_word_set(text: str) -> frozenset[str]:
    """The words of HF, each once."""
    return frozenset(block_words(text))


def inception_present(text: Text, keyword: str) -> bool:
    """Without any ``ال`` and marks, as a pattern, anywhere."""
    shortened = text.get(without_article_and_marks)
    return (
        next(pattern_anywhere(without_article_and_marks(keyword), shortened, text.budget), None) is not None
    )


def hf_present(text: Text, keyword: str) -> bool:
    """As a whole word, unchanged."""
    return keyword in text.get(block_word_set)


def corrected_present(text: Text, keyword: str) -> bool:
    """As a whole word in any spelling a reader takes for it."""
    return next(arabic_word(keyword, text.string), None) is not None


def reading(present: Present) -> Reading:
    """Judge by ``present``, which says whether a keyword is there."""

    def judge(text: Text, want: KeywordsAllOrAny | KeywordsByMode) -> Verdict:
        mode = want.mode.lower()
        expected = f"expected {mode} of {list(want.keywords)}"
        there: Sequence[str] = [word for word in want.keywords if present(text, word)]
        missing = [word for word in want.keywords if word not in there]
        if mode == "all":
            if missing:
                return Verdict(False, f"keyword {missing[0]!r} not found", expected)
            return Verdict(True, f"all of {list(want.keywords)} found")
        followed = bool(there) if mode == "any" else not there
        return Verdict(followed, f"keyword {there[0]!r} found" if there else "no keyword found", expected)

    return judge


inception_list_existence: Check = check(
    "keywords:list_existence",
    KeywordsByMode,
    reading(inception_present),
    corrected=reading(corrected_present),
)
hf_list_existence: Check = check(
    "keywords:list_existence",
    KeywordsAllOrAny,
    reading(hf_present),
    corrected=reading(corrected_present),
)
