"""The 25 instruction types of Arabic IFEval as its HF task reads them: the response unchanged.

Source    the langcheck document's port, ``ifeval_arabic_inception_hf``.
"""

from __future__ import annotations

from lm_eval_tasks.instructions.checks.combination.repeat_prompt import repeat_prompt
from lm_eval_tasks.instructions.checks.combination.two_responses import two_responses
from lm_eval_tasks.instructions.checks.detectable_content.number_placeholders import number_placeholders
from lm_eval_tasks.instructions.checks.detectable_content.postscript import postscript
from lm_eval_tasks.instructions.checks.detectable_format.constrained_response import (
    HF_OPTIONS,
    constrained_response,
)
from lm_eval_tasks.instructions.checks.detectable_format.json_format import json_format
from lm_eval_tasks.instructions.checks.detectable_format.multiple_sections import arabic_multiple_sections
from lm_eval_tasks.instructions.checks.detectable_format.number_bullet_lists import number_bullet_lists
from lm_eval_tasks.instructions.checks.detectable_format.number_highlighted_sections import (
    number_highlighted_sections,
)
from lm_eval_tasks.instructions.checks.detectable_format.tashkeel import hf_tashkeel
from lm_eval_tasks.instructions.checks.detectable_format.title import (
    angle_title,
    tight_or_guillemet_title,
    title,
)
from lm_eval_tasks.instructions.checks.keywords.existence import existence
from lm_eval_tasks.instructions.checks.keywords.forbidden_words import forbidden_words
from lm_eval_tasks.instructions.checks.keywords.frequency import frequency
from lm_eval_tasks.instructions.checks.keywords.letter_frequency import hf_letter_frequency
from lm_eval_tasks.instructions.checks.keywords.letter_list_freq import hf_letter_list_freq
from lm_eval_tasks.instructions.checks.keywords.list_existence import hf_list_existence
from lm_eval_tasks.instructions.checks.language.response_language import arabic_unless_named
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
from lm_eval_tasks.text.arabic import (
    COMMAS,
    arabic_sentences,
    arabic_word,
    block_words,
    first_word_without_edges,
    folded,
    spaced_sentences,
)
from lm_eval_tasks.text.patterns import first_literal, literal_word

ARABIC_HF = catalogue(
    "arabic_hf",
    existence(literal_word, arabic_word, None),
    frequency(literal_word, arabic_word, None),
    forbidden_words(literal_word, arabic_word, None),
    hf_list_existence,
    hf_letter_frequency,
    hf_letter_list_freq,
    arabic_unless_named,
    number_sentences(spaced_sentences, arabic_sentences),
    number_words(block_words),
    number_paragraphs,
    nth_paragraph_first_word(first_word_without_edges, blank_pieces_count=False, fold=folded),
    number_placeholders,
    postscript(first_literal),
    number_bullet_lists,
    constrained_response(HF_OPTIONS),
    number_highlighted_sections,
    arabic_multiple_sections,
    json_format,
    title(angle_title, tight_or_guillemet_title),
    hf_tashkeel,
    two_responses,
    repeat_prompt,
    end_checker,
    quotation(),
    no_comma(COMMAS),
    relations={"less than": "less than", "at least": "at least", "exactly": "exactly"},
    corrected=True,
)
