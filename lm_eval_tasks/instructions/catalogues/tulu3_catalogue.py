"""The 25 functions of Tülu 3, by the names that the data gives them.

Source    allenai, open-instruct, ``if_functions.py``, commit e6c3044aa6201c8bfa4573c1b03142af599e730d
          (Apache-2.0); Lambert et al. (2024), arXiv:2411.15124.
"""

from __future__ import annotations

from immutabledict import immutabledict

from lm_eval_tasks.instructions.checks.tulu3.validate_choice import validate_choice
from lm_eval_tasks.instructions.checks.tulu3.validate_end import validate_end
from lm_eval_tasks.instructions.checks.tulu3.validate_forbidden_words import validate_forbidden_words
from lm_eval_tasks.instructions.checks.tulu3.validate_frequency_capital_words import (
    validate_frequency_capital_words,
)
from lm_eval_tasks.instructions.checks.tulu3.validate_highlighted_sections import (
    validate_highlighted_sections,
)
from lm_eval_tasks.instructions.checks.tulu3.validate_json_format import validate_json_format
from lm_eval_tasks.instructions.checks.tulu3.validate_lowercase import validate_lowercase
from lm_eval_tasks.instructions.checks.tulu3.validate_no_commas import validate_no_commas
from lm_eval_tasks.instructions.checks.tulu3.validate_paragraphs import validate_paragraphs
from lm_eval_tasks.instructions.checks.tulu3.validate_placeholders import validate_placeholders
from lm_eval_tasks.instructions.checks.tulu3.validate_quotation import validate_quotation
from lm_eval_tasks.instructions.checks.tulu3.validate_repeat_prompt import validate_repeat_prompt
from lm_eval_tasks.instructions.checks.tulu3.validate_response_language import validate_response_language
from lm_eval_tasks.instructions.checks.tulu3.validate_sections import validate_sections
from lm_eval_tasks.instructions.checks.tulu3.validate_title import validate_title
from lm_eval_tasks.instructions.checks.tulu3.validate_two_responses import validate_two_responses
from lm_eval_tasks.instructions.checks.tulu3.validate_uppercase import validate_uppercase
from lm_eval_tasks.instructions.checks.tulu3.validate_word_constraint import validate_word_constraint
from lm_eval_tasks.instructions.checks.tulu3.verify_bullet_points import verify_bullet_points
from lm_eval_tasks.instructions.checks.tulu3.verify_keyword_frequency import verify_keyword_frequency
from lm_eval_tasks.instructions.checks.tulu3.verify_keywords import verify_keywords
from lm_eval_tasks.instructions.checks.tulu3.verify_letter_frequency import verify_letter_frequency
from lm_eval_tasks.instructions.checks.tulu3.verify_paragraph_count import verify_paragraph_count
from lm_eval_tasks.instructions.checks.tulu3.verify_postscript import verify_postscript
from lm_eval_tasks.instructions.checks.tulu3.verify_sentence_constraint import verify_sentence_constraint
from lm_eval_tasks.instructions.model import Catalogue

TULU3 = Catalogue(
    "tulu3",
    immutabledict(
        {
            "validate_choice": validate_choice,
            "validate_end": validate_end,
            "validate_forbidden_words": validate_forbidden_words,
            "validate_frequency_capital_words": validate_frequency_capital_words,
            "validate_highlighted_sections": validate_highlighted_sections,
            "validate_json_format": validate_json_format,
            "validate_lowercase": validate_lowercase,
            "validate_no_commas": validate_no_commas,
            "validate_paragraphs": validate_paragraphs,
            "validate_placeholders": validate_placeholders,
            "validate_quotation": validate_quotation,
            "validate_repeat_prompt": validate_repeat_prompt,
            "validate_response_language": validate_response_language,
            "validate_sections": validate_sections,
            "validate_title": validate_title,
            "validate_two_responses": validate_two_responses,
            "validate_uppercase": validate_uppercase,
            "validate_word_constraint": validate_word_constraint,
            "verify_bullet_points": verify_bullet_points,
            "verify_keyword_frequency": verify_keyword_frequency,
            "verify_keywords": verify_keywords,
            "verify_letter_frequency": verify_letter_frequency,
            "verify_paragraph_count": verify_paragraph_count,
            "verify_postscript": verify_postscript,
            "verify_sentence_constraint": verify_sentence_constraint,
        }
    ),
)
