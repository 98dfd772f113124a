"""The 25 instruction types of IFEval, in English.

Source    google-research, instruction_following_eval.
"""

from __future__ import annotations

from lm_eval_tasks.instructions.checks.change_case.capital_word_frequency import capital_word_frequency
from lm_eval_tasks.instructions.checks.change_case.english_capital import english_capital
from lm_eval_tasks.instructions.checks.change_case.english_lowercase import english_lowercase
from lm_eval_tasks.instructions.checks.combination.repeat_prompt import repeat_prompt
from lm_eval_tasks.instructions.checks.combination.two_responses import two_responses
from lm_eval_tasks.instructions.checks.detectable_content.number_placeholders import number_placeholders
from lm_eval_tasks.instructions.checks.detectable_content.postscript import postscript
from lm_eval_tasks.instructions.checks.detectable_format.constrained_response import constrained_response
from lm_eval_tasks.instructions.checks.detectable_format.json_format import json_format
from lm_eval_tasks.instructions.checks.detectable_format.multiple_sections import multiple_sections
from lm_eval_tasks.instructions.checks.detectable_format.number_bullet_lists import number_bullet_lists
from lm_eval_tasks.instructions.checks.detectable_format.number_highlighted_sections import (
    number_highlighted_sections,
)
from lm_eval_tasks.instructions.checks.detectable_format.title import title
from lm_eval_tasks.instructions.checks.keywords.existence import existence
from lm_eval_tasks.instructions.checks.keywords.forbidden_words import forbidden_words
from lm_eval_tasks.instructions.checks.keywords.frequency import frequency
from lm_eval_tasks.instructions.checks.keywords.letter_frequency import letter_frequency
from lm_eval_tasks.instructions.checks.language.response_language import response_language
from lm_eval_tasks.instructions.checks.length_constraints.nth_paragraph_first_word import (
    nth_paragraph_first_word,
)
from lm_eval_tasks.instructions.checks.length_constraints.number_paragraphs import number_paragraphs
from lm_eval_tasks.instructions.checks.length_constraints.number_sentences import number_sentences
from lm_eval_tasks.instructions.checks.length_constraints.number_words import number_words
from lm_eval_tasks.instructions.checks.punctuation.no_comma import no_comma
from lm_eval_tasks.instructions.checks.startend.end_checker import end_checker
from lm_eval_tasks.instructions.checks.startend.quotation import quotation
from lm_eval_tasks.instructions.model import catalogue
from lm_eval_tasks.text.patterns import pattern_anywhere, pattern_word
from lm_eval_tasks.text.sentences import english_sentences
from lm_eval_tasks.text.tokens import capital_tokens
from lm_eval_tasks.text.words import first_word_until_mark, word_runs

IFEVAL = catalogue(
    "ifeval",
    existence(pattern_anywhere),
    frequency(pattern_anywhere),
    forbidden_words(pattern_word),
    letter_frequency,
    response_language,
    number_sentences(english_sentences),
    number_words(word_runs),
    number_paragraphs,
    nth_paragraph_first_word(first_word_until_mark, blank_pieces_count=True),
    number_placeholders,
    postscript(),
    number_bullet_lists,
    constrained_response(),
    number_highlighted_sections,
    multiple_sections,
    json_format,
    title(),
    two_responses,
    repeat_prompt,
    end_checker,
    quotation(),
    capital_word_frequency(capital_tokens),
    english_capital,
    english_lowercase,
    no_comma(),
    corrected=True,
)
