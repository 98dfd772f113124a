"""The 54 instruction types of IFTrain: IFEval's 25, and 29 that open-instruct made for training.

Some of the 29 are known checks under another id. The official catalogue refuses, as data errors,
the parameters for which the reference raises or draws others at random; the corrected one takes
numbers as they are.

Source    allenai, open-instruct, IFEvalG, commit e6c3044aa6201c8bfa4573c1b03142af599e730d
          (Apache-2.0); Pyatkin et al. (2025), arXiv:2507.02833.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

from immutabledict import immutabledict
from msgspec import Meta

from lm_eval_tasks.instructions.catalogues.ifeval_catalogue import IFEVAL
from lm_eval_tasks.instructions.checks.copy.copying_multiple import copying_multiple
from lm_eval_tasks.instructions.checks.copy.copying_simple import copying_simple
from lm_eval_tasks.instructions.checks.copy.repeat_phrase import nvidia_repeat_phrase, repeat_phrase
from lm_eval_tasks.instructions.checks.count.count_increment_word import count_increment_word
from lm_eval_tasks.instructions.checks.count.count_unique import count_unique
from lm_eval_tasks.instructions.checks.count.counting_composition import counting_composition
from lm_eval_tasks.instructions.checks.count.lowercase_counting import lowercase_counting
from lm_eval_tasks.instructions.checks.detectable_format.bigram_wrapping import bigram_wrapping
from lm_eval_tasks.instructions.checks.detectable_format.sentence_hyphens import sentence_hyphens
from lm_eval_tasks.instructions.checks.detectable_format.square_brackets import square_brackets
from lm_eval_tasks.instructions.checks.first_word.first_word_answer import first_word_answer
from lm_eval_tasks.instructions.checks.first_word.first_word_sent import (
    first_word_sent,
    nvidia_first_word_sent,
)
from lm_eval_tasks.instructions.checks.keywords.exclude_word_harder import exclude_word_harder
from lm_eval_tasks.instructions.checks.keywords.frequency import frequency
from lm_eval_tasks.instructions.checks.keywords.keyword_specific_position import keyword_specific_position
from lm_eval_tasks.instructions.checks.keywords.letter_frequency import letter_frequency
from lm_eval_tasks.instructions.checks.keywords.no_adjacent_consecutive import no_adjacent_consecutive
from lm_eval_tasks.instructions.checks.keywords.palindrome import palindrome
from lm_eval_tasks.instructions.checks.keywords.start_end import start_end
from lm_eval_tasks.instructions.checks.keywords.word_once import word_once
from lm_eval_tasks.instructions.checks.last_word.last_word_answer import last_word_answer
from lm_eval_tasks.instructions.checks.last_word.last_word_sent import last_word_sent
from lm_eval_tasks.instructions.checks.letters.letter_counting import letter_counting
from lm_eval_tasks.instructions.checks.letters.letter_counting import relation as relation_named
from lm_eval_tasks.instructions.checks.paragraphs.paragraphs import paragraphs
from lm_eval_tasks.instructions.checks.paragraphs.paragraphs2 import paragraphs2
from lm_eval_tasks.instructions.checks.punctuation.punctuation_dot import punctuation_dot
from lm_eval_tasks.instructions.checks.punctuation.punctuation_exclamation import punctuation_exclamation
from lm_eval_tasks.instructions.checks.repeat.repeat_span import copy_span_idx
from lm_eval_tasks.instructions.model import Catalogue, Objection, Parameters
from lm_eval_tasks.text.automaton import require_bounded
from lm_eval_tasks.text.patterns import is_pattern, pattern_anywhere
from lm_eval_tasks.text.relations import RELATIONS, Relation

LANGUAGES = frozenset(
    "en es pt ar hi fr ru de ja it bn uk th ur ta te bg ko pl he fa vi ne sw kn mr gu pa ml fi".split()
)
"""The languages that the reference knows; it raises for all others."""

NEW = immutabledict(
    {
        "keywords:word_once": word_once,
        "keywords:word_count_different_numbers": frequency(pattern_anywhere, corrected_relation="exactly"),
        "keywords:exclude_word_harder": exclude_word_harder,
        "keywords:no_adjacent_consecutive": no_adjacent_consecutive,
        "keywords:palindrome": palindrome,
        "keywords:keyword_specific_position": keyword_specific_position,
        "keywords:start_end": start_end,
        "letters:letter_counting": letter_counting,
        "letters:letter_counting2": letter_frequency,
        "paragraphs:paragraphs": paragraphs,
        "paragraphs:paragraphs2": paragraphs2,
        "first_word:first_word_sent": first_word_sent,
        "first_word:first_word_answer": first_word_answer,
        "last_word:last_word_sent": last_word_sent,
        "last_word:last_word_answer": last_word_answer,
        "detectable_format:sentence_hyphens": sentence_hyphens,
        "detectable_format:square_brackets": square_brackets,
        "detectable_format:bigram_wrapping": bigram_wrapping,
        "copy:copy": copying_simple,
        "copy:copying_simple": copying_simple,
        "copy:copying_multiple": copying_multiple,
        "new:copy_span_idx": copy_span_idx,
        "copy:repeat_phrase": repeat_phrase,
        "punctuation:punctuation_dot": punctuation_dot,
        "punctuation:punctuation_exclamation": punctuation_exclamation,
        "count:lowercase_counting": lowercase_counting,
        "count:counting_composition": counting_composition,
        "count:count_unique": count_unique,
        "count:count_increment_word": count_increment_word,
    }
)
"""The 29 types that are not IFEval's, by their ids."""


class KeywordsAsGiven(Parameters, frozen=True):
    """The keywords, at least one; a text is read as its letters, as the reference does."""

    keywords: Annotated[tuple[str, ...], Meta(min_length=1)] | Annotated[str, Meta(min_length=1)]

    def __post_init__(self) -> None:
        require_bounded(*self.keywords)


class ForbiddenAsGiven(Parameters, frozen=True):
    """The words that must not occur, at least one; a text is read as its letters."""

    forbidden_words: Annotated[tuple[str, ...], Meta(min_length=1)] | Annotated[str, Meta(min_length=1)]

    def __post_init__(self) -> None:
        require_bounded(*self.forbidden_words)


class MarkerAsGiven(Parameters, frozen=True):
    """How a postscript begins; nothing at all is found in every text."""

    postscript_marker: str

    def __post_init__(self) -> None:
        require_bounded(self.postscript_marker)


class EndPhraseAsGiven(Parameters, frozen=True):
    """The phrase at the end; every text ends with nothing at all."""

    end_phrase: str


class CapitalsAsGiven(Parameters, frozen=True):
    """How many words in capitals, also fewer than none."""

    capital_frequency: int
    capital_relation: Relation


_AS_GIVEN: immutabledict[str, type[Parameters]] = immutabledict(
    {
        "keywords:existence": KeywordsAsGiven,
        "keywords:forbidden_words": ForbiddenAsGiven,
        "detectable_content:postscript": MarkerAsGiven,
        "startend:end_checker": EndPhraseAsGiven,
        "change_case:capital_word_frequency": CapitalsAsGiven,
    }
)
"""Parameters that IFEval's tasks refuse as impossible, and the training reference judges."""


def _nonzero(*names: str) -> Objection:
    def objection(want: Any) -> str | None:
        name = next((name for name in names if getattr(want, name) == 0), None)
        if name is None:
            return None
        return (
            f"parameter {name!r} is 0, for which the reference draws a number at random "
            "(iftrain_corrected takes it as it is)"
        )

    return objection


def _patterns(name: str, parts: Callable[[Any], list[str]]) -> Objection:
    def objection(want: Any) -> str | None:
        wrong = next((part for part in parts(want) if not is_pattern(part.strip())), None)
        if wrong is None:
            return None
        return (
            f"parameter {name!r}: {wrong[:60]!r} is not a valid regular expression, for which the "
            "reference raises (iftrain_corrected reads keywords literally)"
        )

    return objection


def _first(*objections: Objection) -> Objection:
    """The first objection of several."""

    def objection(want: Any) -> str | None:
        return next((fault for one in objections if (fault := one(want))), None)

    return objection


def _letter(want: Any) -> str | None:
    letter = want.letter.strip().lower()
    if len(letter) == 1 and "a" <= letter <= "z":
        return None
    return f"parameter 'letter' is {want.letter[:20]!r}, expected one of a-z: the reference draws another"


def _language(want: Any) -> str | None:
    if want.language in LANGUAGES:
        return None
    return f"parameter 'language' is {want.language!r}, which the reference does not know"


def _nth(want: Any) -> str | None:
    if 1 <= want.nth_paragraph <= want.num_paragraphs:
        return None
    return (
        f"parameter 'nth_paragraph' is {want.nth_paragraph} of {want.num_paragraphs} paragraphs: "
        "the reference draws another"
    )


def _relation(want: Any) -> str | None:
    if relation_named(want.relation):
        return None
    return f"parameter 'relation' is {want.relation!r}; known: {', '.join(map(repr, RELATIONS))}"


def _phrase(want: Any) -> str | None:
    return (
        None if len(want.phrase.split()) > 1 else "parameter 'phrase' has no word to change but its only one"
    )


OBJECTIONS: immutabledict[str, Objection] = immutabledict(
    {
        "keywords:existence": _patterns("keywords", lambda want: list(want.keywords)),
        "keywords:frequency": _patterns("keyword", lambda want: [want.keyword]),
        "keywords:forbidden_words": _patterns("forbidden_words", lambda want: list(want.forbidden_words)),
        "keywords:letter_frequency": _letter,
        "letters:letter_counting2": _letter,
        "language:response_language": _language,
        "length_constraints:nth_paragraph_first_word": _nth,
        "detectable_format:multiple_sections": _patterns(
            "section_spliter", lambda want: [want.section_spliter]
        ),
        "detectable_content:postscript": _patterns(
            "postscript_marker", lambda want: [want.postscript_marker]
        ),
        "keywords:word_once": _patterns("keyword", lambda want: [want.keyword]),
        "keywords:word_count_different_numbers": _patterns("keyword", lambda want: [want.keyword]),
        "keywords:keyword_specific_position": _nonzero("n", "m"),
        "letters:letter_counting": _nonzero("N"),
        "copy:copying_multiple": _nonzero("N"),
        "new:copy_span_idx": _nonzero("n_start", "n_end"),
        "copy:repeat_phrase": _first(
            _nonzero("small_n"),
            _patterns("phrase", lambda want: want.phrase.split()[:: max(1, len(want.phrase.split()) - 1)]),
        ),
        "count:lowercase_counting": _nonzero("N"),
        "count:counting_composition": _nonzero("n_sent", "n_words"),
        "count:count_increment_word": _first(
            _patterns("keyword1", lambda want: [want.keyword1]),
            _patterns("keyword2", lambda want: [want.keyword2]),
        ),
    }
)
"""For which parameters the reference raises or draws others."""

IFTRAIN = Catalogue(
    "iftrain",
    immutabledict(
        {
            **{
                name: replace(check, parameters=_AS_GIVEN.get(name, check.parameters))
                for name, check in IFEVAL.checks.items()
            },
            **NEW,
        }
    ),
    objections=OBJECTIONS,
)
IFTRAIN_CORRECTED = Catalogue(
    "iftrain_corrected",
    immutabledict({**IFEVAL.checks, **NEW}),
    immutabledict({word: word for word in RELATIONS}),
    immutabledict({"letters:letter_counting": _relation, "copy:repeat_phrase": _phrase}),
    corrected=True,
)
IFTRAIN_NVIDIA = replace(
    IFTRAIN,
    name="iftrain_nvidia",
    checks=immutabledict(
        {
            **IFTRAIN.checks,
            "copy:repeat_phrase": nvidia_repeat_phrase,
            "first_word:first_word_sent": nvidia_first_word_sent,
        }
    ),
)
"""As NVIDIA's older copy of the checkers decides, which NeMo Gym uses."""
