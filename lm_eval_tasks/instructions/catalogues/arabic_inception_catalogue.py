"""The 31 instruction types of Arabic IFEval as Inception's own task reads them.

The response was cleaned before (:func:`lm_eval_tasks.instructions.scoring.prepare.inception_answer`).

Source    the langcheck document's port, ``ifeval_arabic_inception``.
"""

from __future__ import annotations

from lm_eval_tasks.instructions.checks.change_case.capital_word_frequency import capital_word_frequency
from lm_eval_tasks.instructions.checks.change_case.english_capital import english_capital
from lm_eval_tasks.instructions.checks.change_case.english_lowercase import english_lowercase
from lm_eval_tasks.instructions.checks.combination.repeat_prompt import repeat_prompt
from lm_eval_tasks.instructions.checks.combination.two_responses import two_responses
from lm_eval_tasks.instructions.checks.detectable_content.number_placeholders import number_placeholders
from lm_eval_tasks.instructions.checks.detectable_content.postscript import postscript
from lm_eval_tasks.instructions.checks.detectable_format.check_punct_lang import check_punct_lang
from lm_eval_tasks.instructions.checks.detectable_format.constrained_response import (
    HF_OPTIONS,
    INCEPTION_OPTIONS,
    constrained_response,
)
from lm_eval_tasks.instructions.checks.detectable_format.json_format import json_format
from lm_eval_tasks.instructions.checks.detectable_format.multiple_sections import arabic_multiple_sections
from lm_eval_tasks.instructions.checks.detectable_format.number_bullet_lists import number_bullet_lists
from lm_eval_tasks.instructions.checks.detectable_format.number_highlighted_sections import (
    number_highlighted_sections,
)
from lm_eval_tasks.instructions.checks.detectable_format.sent_repetition import sent_repetition
from lm_eval_tasks.instructions.checks.detectable_format.tashkeel import inception_tashkeel
from lm_eval_tasks.instructions.checks.detectable_format.title import (
    inception_title,
    tight_or_guillemet_title,
    title,
)
from lm_eval_tasks.instructions.checks.detectable_format.word_repetition import word_repetition
from lm_eval_tasks.instructions.checks.keywords.existence import existence
from lm_eval_tasks.instructions.checks.keywords.forbidden_words import forbidden_words
from lm_eval_tasks.instructions.checks.keywords.frequency import frequency
from lm_eval_tasks.instructions.checks.keywords.letter_frequency import letter_frequency
from lm_eval_tasks.instructions.checks.keywords.letter_list_freq import inception_letter_list_freq
from lm_eval_tasks.instructions.checks.keywords.list_existence import inception_list_existence
from lm_eval_tasks.instructions.checks.language.response_language import response_language
from lm_eval_tasks.instructions.checks.length_constraints.nth_paragraph_first_word import (
    nth_paragraph_first_word,
)
from lm_eval_tasks.instructions.checks.length_constraints.number_paragraphs import number_paragraphs
from lm_eval_tasks.instructions.checks.length_constraints.number_sentences import number_sentences
from lm_eval_tasks.instructions.checks.length_constraints.number_words import number_words
from lm_eval_tasks.instructions.checks.punctuation.no_comma import no_comma
from lm_eval_tasks.instructions.checks.startend.end_checker import end_checker
from lm_eval_tasks.instructions.checks.startend.quotation import PAIRS, quotation
from lm_eval_tasks.instructions.model import catalogue
from lm_eval_tasks.text.arabic import (
    COMMAS,
    arabic_sentences,
    arabic_word,
    first_word_until_arabic_mark,
    folded,
)
from lm_eval_tasks.text.patterns import pattern_anywhere, pattern_word
from lm_eval_tasks.text.sentences import english_sentences
from lm_eval_tasks.text.tokens import capital_tokens
from lm_eval_tasks.text.words import word_runs

ARABIC_INCEPTION = catalogue(
    "arabic_inception",
    existence(pattern_anywhere, arabic_word, None),
    frequency(pattern_anywhere, arabic_word, None),
    forbidden_words(pattern_word, arabic_word, None),
    inception_list_existence,
    letter_frequency,
    inception_letter_list_freq,
    response_language,
    number_sentences(english_sentences, arabic_sentences),
    number_words(word_runs),
    number_paragraphs,
    nth_paragraph_first_word(first_word_until_arabic_mark, blank_pieces_count=True, fold=folded),
    number_placeholders,
    postscript(),
    number_bullet_lists,
    constrained_response(INCEPTION_OPTIONS, HF_OPTIONS),
    number_highlighted_sections,
    arabic_multiple_sections,
    json_format,
    title(inception_title, tight_or_guillemet_title),
    inception_tashkeel,
    word_repetition,
    sent_repetition,
    check_punct_lang,
    two_responses,
    repeat_prompt,
    end_checker,
    quotation(PAIRS),
    capital_word_frequency(capital_tokens),
    english_capital,
    english_lowercase,
    no_comma(COMMAS),
    corrected=True,
)
