"""The 30 instruction types of M-IFEval in Spanish, under the names of its data.

Source    M-IFEval (arXiv:2502.04688), lightblue-tech, commit
          0bc3143a919eef2f9ec64aa26da8a546086653de.
"""

from __future__ import annotations

from collections.abc import Mapping

from immutabledict import immutabledict

from lm_eval_tasks.instructions.checks.change_case import english_capital, english_lowercase
from lm_eval_tasks.instructions.checks.change_case.capital_word_frequency import capital_word_frequency
from lm_eval_tasks.instructions.checks.change_case.english_capital import in_capitals
from lm_eval_tasks.instructions.checks.change_case.english_lowercase import in_lower_case
from lm_eval_tasks.instructions.checks.combination.repeat_prompt import repeat_prompt
from lm_eval_tasks.instructions.checks.combination.two_responses import two_responses
from lm_eval_tasks.instructions.checks.detectable_content.number_placeholders import (
    placeholders_in_any_relation,
)
from lm_eval_tasks.instructions.checks.detectable_content.postscript import SPANISH, postscript
from lm_eval_tasks.instructions.checks.detectable_format.constrained_response import (
    SPANISH_OPTIONS,
    constrained_response,
)
from lm_eval_tasks.instructions.checks.detectable_format.json_format import json_format
from lm_eval_tasks.instructions.checks.detectable_format.multiple_sections import sections_in_any_relation
from lm_eval_tasks.instructions.checks.detectable_format.number_bullet_lists import starred_bullet_lists
from lm_eval_tasks.instructions.checks.detectable_format.number_highlighted_sections import (
    highlights_in_any_relation,
)
from lm_eval_tasks.instructions.checks.detectable_format.title import title
from lm_eval_tasks.instructions.checks.keywords.existence import existence
from lm_eval_tasks.instructions.checks.keywords.forbidden_words import forbidden_words
from lm_eval_tasks.instructions.checks.keywords.frequency import frequency
from lm_eval_tasks.instructions.checks.keywords.letter_frequency import letter_frequency
from lm_eval_tasks.instructions.checks.language.response_language import response_language
from lm_eval_tasks.instructions.checks.length_constraints.nth_paragraph_first_word import (
    nth_paragraph_opening,
)
from lm_eval_tasks.instructions.checks.length_constraints.number_paragraphs import number_paragraphs
from lm_eval_tasks.instructions.checks.length_constraints.number_sentences import number_sentences
from lm_eval_tasks.instructions.checks.length_constraints.number_words import number_words
from lm_eval_tasks.instructions.checks.punctuation.exclamation_marks import exclamation_marks
from lm_eval_tasks.instructions.checks.punctuation.no_comma import no_comma
from lm_eval_tasks.instructions.checks.punctuation.question_marks import question_marks
from lm_eval_tasks.instructions.checks.special_character.dieresis import dieresis
from lm_eval_tasks.instructions.checks.special_character.enie import enie
from lm_eval_tasks.instructions.checks.special_character.tildes import tildes
from lm_eval_tasks.instructions.checks.startend.end_checker import spanish_end_checker
from lm_eval_tasks.instructions.checks.startend.quotation import quotation
from lm_eval_tasks.instructions.model import Catalogue, Check
from lm_eval_tasks.text import spanish
from lm_eval_tasks.text.languages import detected_in_lower_case
from lm_eval_tasks.text.patterns import pattern_anywhere, pattern_word


def spanish_rules(code: str, language: str) -> Mapping[str, Check]:
    """The rules of Spanish under the ids of a language.

    Args:
        code: what the ids begin with, which is also the detector's code.
        language: what the ids of upper and lower case call the language.
    """
    rules = {
        "keywords:existence": existence(pattern_anywhere),
        "keywords:frequency": frequency(pattern_anywhere),
        "keywords:forbidden_words": forbidden_words(pattern_word),
        "keywords:letter_frequency": letter_frequency,
        "language:response_language": response_language,
        "length_constraints:number_sentences": number_sentences(spanish.sentences),
        "length_constraints:number_words": number_words(spanish.words_in_prose),
        "length_constraints:number_paragraphs": number_paragraphs,
        "length_constraints:nth_paragraph_first_word": nth_paragraph_opening(spanish.opening),
        "detectable_content:number_placeholders": placeholders_in_any_relation,
        "detectable_content:postscript": postscript(known_markers=SPANISH),
        "detectable_format:number_bullet_lists": starred_bullet_lists,
        "detectable_format:constrained_response": constrained_response(SPANISH_OPTIONS),
        "detectable_format:number_highlighted_sections": highlights_in_any_relation,
        "detectable_format:multiple_sections": sections_in_any_relation,
        "detectable_format:json_format": json_format,
        "detectable_format:title": title(),
        "combination:two_responses": two_responses,
        "combination:repeat_prompt": repeat_prompt,
        "startend:end_checker": spanish_end_checker,
        "startend:quotation": quotation(),
        "change_case:capital_word_frequency": capital_word_frequency(spanish.words),
        f"change_case:{language}_capital": in_capitals(
            english_capital.reading(code, detected_in_lower_case, spanish.in_capitals)
        ),
        f"change_case:{language}_lowercase": in_lower_case(english_lowercase.reading(code)),
        "punctuation:no_comma": no_comma(),
        "punctuation:question_marks": question_marks,
        "punctuation:exclamation_marks": exclamation_marks,
        "special_character:enie": enie,
        "special_character:dieresis": dieresis,
        "special_character:tildes": tildes,
    }
    return immutabledict({f"{code}:{name}": rule for name, rule in rules.items()})


M_IFEVAL_ES = Catalogue(
    "m_ifeval_es",
    spanish_rules("es", "spanish"),
    immutabledict({"al menos": "at least", "como máximo": "at most"}),
    corrected=True,
)
