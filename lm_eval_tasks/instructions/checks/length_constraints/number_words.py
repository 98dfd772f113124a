"""``length_constraints:number_words``: how many words.

Asks      fewer than, or at least, ``num_words`` words.
Decides   by counting words; each language defines how they are found.
Corrected Words are split at whitespace, and a word contains a letter or digit: ``well-known``,
          ``don't`` and ``1,000`` are one each. List numbers, tags and emoji are not words. A dash or
          ellipsis without blanks divides. Each Han character and kana is one; three letters
          of Thai, Lao, Khmer or Burmese count as one. ``around`` allows a tenth, at
          least one.
Plusplus  ``around`` allows 25.
Quirks    In IFEval a word is a run of word characters: ``don't`` and ``well-known`` are two,
          ``snake_case`` is one. Multi-IF counts by the detected language: each Han character,
          kana, hangul syllable and emoji of a Chinese or Japanese text is a word; Thai is split
          by pythainlp; elsewhere the standard library decides, for which a vowel sign of Hindi ends a word.
Source    google-research, instruction_following_eval; the word rule of NLTK 3.10.4;
          facebookresearch, Multi-IF.
Example   {"num_words": 3, "relation": "at least"}
followed      "one two three"
not followed  "one two"
Example   {"num_words": 3, "relation": "al menos"} in m_ifeval_es
followed      "uno dos tres"
not followed  "uno dos-tres"
Example   {"num_words": 3, "relation": "au moins"} in m_ifeval_fr
followed      "un deux trois"
not followed  "un deux"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.by_language import EVERYWHERE, ByLanguage, Split, split_for
from lm_eval_tasks.text.relations import Relation, counted, holds


class NumberWords(Parameters, frozen=True):
    """How many words are expected."""

    num_words: Annotated[int, Meta(ge=0)]
    relation: Relation


class NumberWordsOrExactly(Parameters, frozen=True):
    """The same; where the data name no relation, exactly so many are expected (IndicIFEval)."""

    num_words: Annotated[int, Meta(ge=0)]
    relation: Relation = "exactly"


def reading(words: Split, around: int | None = 0, by_language: ByLanguage = EVERYWHERE) -> Reading:
    """Judge by the number of words that ``words`` finds, or the detected language's own way."""

    def judge(text: Text, want: NumberWords | NumberWordsOrExactly) -> Verdict:
        split, language = split_for(text, words, by_language)
        count = len(text.get(split))
        found = counted(count, "word")
        return Verdict(
            holds(count, want.relation, want.num_words, around),
            f"{found}, counted as {language!r}" if language else found,
            f"expected {want.relation} {want.num_words}",
        )

    return judge


def number_words(
    words: Split, by_language: ByLanguage = EVERYWHERE, parameters: type[Parameters] = NumberWords
) -> Check:
    """The check with one language's words, and those of detected languages that have their own."""
    return check(
        "length_constraints:number_words",
        parameters,
        reading(words, by_language=by_language),
        corrected=reading(prose.words, None),
    )
