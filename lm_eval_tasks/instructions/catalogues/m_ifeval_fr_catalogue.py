"""The 30 instruction types of M-IFEval in French, under the names of its data.

Source    M-IFEval (arXiv:2502.04688), lightblue-tech, commit
          0bc3143a919eef2f9ec64aa26da8a546086653de.
"""

from __future__ import annotations

from immutabledict import immutabledict

from lm_eval_tasks.instructions.checks.change_case import english_capital, english_lowercase
from lm_eval_tasks.instructions.checks.change_case.capital_word_frequency import capital_word_frequency
from lm_eval_tasks.instructions.checks.change_case.english_capital import in_capitals
from lm_eval_tasks.instructions.checks.change_case.english_lowercase import in_lower_case
from lm_eval_tasks.instructions.checks.combination.repeat_prompt import repeat_prompt
from lm_eval_tasks.instructions.checks.combination.two_responses import two_responses
from lm_eval_tasks.instructions.checks.detectable_content.informal_address import informal_address
from lm_eval_tasks.instructions.checks.detectable_content.no_digits import no_digits
from lm_eval_tasks.instructions.checks.detectable_content.number_placeholders import number_placeholders
from lm_eval_tasks.instructions.checks.detectable_content.postscript import postscript
from lm_eval_tasks.instructions.checks.detectable_format.constrained_response import (
    FRENCH_OPTIONS,
    constrained_response,
)
from lm_eval_tasks.instructions.checks.detectable_format.json_format import json_format
from lm_eval_tasks.instructions.checks.detectable_format.multiple_sections import multiple_sections
from lm_eval_tasks.instructions.checks.detectable_format.number_bullet_lists import number_bullet_lists
from lm_eval_tasks.instructions.checks.detectable_format.number_highlighted_sections import (
    number_highlighted_sections,
)
from lm_eval_tasks.instructions.checks.detectable_format.title import number_sign_title, title
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
from lm_eval_tasks.instructions.checks.special_character.accents import accents
from lm_eval_tasks.instructions.checks.special_character.ethel_or_cedilla import ethel_or_cedilla
from lm_eval_tasks.instructions.checks.special_character.no_accents import no_accents
from lm_eval_tasks.instructions.checks.startend.end_checker import end_checker
from lm_eval_tasks.instructions.checks.startend.quotation import FRENCH, quotation
from lm_eval_tasks.instructions.model import Catalogue
from lm_eval_tasks.text.french import french_sentences
from lm_eval_tasks.text.languages import detected_in_lower_case
from lm_eval_tasks.text.patterns import pattern_anywhere, pattern_word
from lm_eval_tasks.text.tokens import capital_tokens
from lm_eval_tasks.text.words import first_word_until_mark, word_runs

M_IFEVAL_FR = Catalogue(
    "m_ifeval_fr",
    immutabledict(
        {
            "fr:keywords:existence": existence(pattern_anywhere),
            "fr:keywords:frequency": frequency(pattern_anywhere),
            "fr:keywords:forbidden_words": forbidden_words(pattern_word),
            "fr:keywords:letter_frequency": letter_frequency,
            "fr:language:response_language": response_language,
            "fr:length_constraints:number_sentences": number_sentences(french_sentences),
            "fr:length_constraints:number_words": number_words(word_runs),
            "fr:length_constraints:number_paragraphs": number_paragraphs,
            "fr:length_constraints:nth_paragraph_first_word": nth_paragraph_first_word(
                first_word_until_mark, blank_pieces_count=True
            ),
            "fr:detectable_content:number_placeholders": number_placeholders,
            "fr:detectable_content:postscript": postscript(),
            "fr:detectable_content:informal_address": informal_address,
            "fr:detectable_content:no_digits": no_digits,
            "fr:detectable_format:number_bullet_lists": number_bullet_lists,
            "fr:detectable_format:constrained_response": constrained_response(FRENCH_OPTIONS),
            "fr:detectable_format:number_highlighted_sections": number_highlighted_sections,
            "fr:detectable_format:multiple_sections": multiple_sections,
            "fr:detectable_format:json_format": json_format,
            "fr:detectable_format:title": title(number_sign_title, number_sign_title, shown="##title##"),
            "fr:combination:two_responses": two_responses,
            "fr:combination:repeat_prompt": repeat_prompt,
            "fr:startend:end_checker": end_checker,
            "fr:startend:quotation": quotation(FRENCH),
            "fr:change_case:capital_word_frequency": capital_word_frequency(capital_tokens),
            "fr:change_case:french_capital": in_capitals(
                english_capital.reading("fr", detected_in_lower_case)
            ),
            "fr:change_case:french_lowercase": in_lower_case(english_lowercase.reading("fr")),
            "fr:punctuation:no_comma": no_comma(),
            "fr:special_character:accents": accents,
            "fr:special_character:ethel_or_cedilla": ethel_or_cedilla,
            "fr:special_character:no_accents": no_accents,
        }
    ),
    immutabledict({"moins de": "less than", "au moins": "at least"}),
    corrected=True,
)
