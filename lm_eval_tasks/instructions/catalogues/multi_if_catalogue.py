"""The 25 instruction types of Multi-IF: IFEval's, with lengths counted by the detected language.

Source    facebookresearch, Multi-IF.
"""

from __future__ import annotations

from lm_eval_tasks.instructions.catalogues.ifeval_catalogue import IFEVAL
from lm_eval_tasks.instructions.checks.keywords.frequency import FrequencyOfAnything, frequency
from lm_eval_tasks.instructions.checks.length_constraints.nth_paragraph_first_word import (
    NthParagraphAnyWord,
    nth_paragraph_first_word,
)
from lm_eval_tasks.instructions.checks.length_constraints.number_sentences import number_sentences
from lm_eval_tasks.instructions.checks.length_constraints.number_words import number_words
from lm_eval_tasks.instructions.checks.startend.quotation import MANY_LANGUAGES, quotation
from lm_eval_tasks.instructions.model import catalogue
from lm_eval_tasks.text.by_language import SENTENCES, WORDS, alphanumeric_runs
from lm_eval_tasks.text.patterns import pattern_anywhere
from lm_eval_tasks.text.sentences import english_sentences
from lm_eval_tasks.text.words import first_word_until_mark

_OTHERWISE = (
    frequency(pattern_anywhere, parameters=FrequencyOfAnything),
    nth_paragraph_first_word(first_word_until_mark, blank_pieces_count=True, parameters=NthParagraphAnyWord),
    number_sentences(english_sentences, by_language=SENTENCES),
    number_words(alphanumeric_runs, by_language=WORDS),
    quotation(MANY_LANGUAGES),
)

MULTI_IF = catalogue(
    "multi_if",
    *{**IFEVAL.checks, **{one.id: one for one in _OTHERWISE}}.values(),
    corrected=True,
)
