"""The 33 instruction types of M-IFEval in Japanese, under the names of its data.

Source    M-IFEval (arXiv:2502.04688), lightblue-tech, commit
          0bc3143a919eef2f9ec64aa26da8a546086653de.
"""

from __future__ import annotations

from immutabledict import immutabledict

from lm_eval_tasks.instructions.checks.combination.repeat_prompt import repeat_prompt_minding_case
from lm_eval_tasks.instructions.checks.combination.two_responses import two_responses
from lm_eval_tasks.instructions.checks.detectable_content.no_digits import no_digits
from lm_eval_tasks.instructions.checks.detectable_content.number_placeholders import number_placeholders
from lm_eval_tasks.instructions.checks.detectable_content.postscript import postscript
from lm_eval_tasks.instructions.checks.detectable_format.constrained_response import (
    JAPANESE_OPTIONS,
    constrained_response,
)
from lm_eval_tasks.instructions.checks.detectable_format.json_format import json_format
from lm_eval_tasks.instructions.checks.detectable_format.multiple_sections import numbered_before_marker
from lm_eval_tasks.instructions.checks.detectable_format.nominal_ending import nominal_ending
from lm_eval_tasks.instructions.checks.detectable_format.number_bullet_lists import dotted_bullet_lists
from lm_eval_tasks.instructions.checks.detectable_format.number_highlighted_sections import (
    bracketed_highlights,
)
from lm_eval_tasks.instructions.checks.detectable_format.number_numbered_lists import number_numbered_lists
from lm_eval_tasks.instructions.checks.detectable_format.title import corner_bracket_title, title
from lm_eval_tasks.instructions.checks.keywords.existence import existence
from lm_eval_tasks.instructions.checks.keywords.forbidden_words import forbidden_words
from lm_eval_tasks.instructions.checks.keywords.frequency import frequency
from lm_eval_tasks.instructions.checks.keywords.letter_frequency import kana_frequency
from lm_eval_tasks.instructions.checks.language.response_language import response_language
from lm_eval_tasks.instructions.checks.length_constraints.nth_paragraph_first_word import (
    nth_paragraph_opening,
)
from lm_eval_tasks.instructions.checks.length_constraints.number_letters import number_letters
from lm_eval_tasks.instructions.checks.length_constraints.number_paragraphs import number_paragraphs
from lm_eval_tasks.instructions.checks.length_constraints.number_sentences import number_sentences
from lm_eval_tasks.instructions.checks.letters.furigana import furigana
from lm_eval_tasks.instructions.checks.letters.hiragana_only import hiragana_only
from lm_eval_tasks.instructions.checks.letters.kanji import kanji
from lm_eval_tasks.instructions.checks.letters.katakana_only import katakana_only
from lm_eval_tasks.instructions.checks.letters.no_hiragana import no_hiragana
from lm_eval_tasks.instructions.checks.letters.no_katakana import no_katakana
from lm_eval_tasks.instructions.checks.punctuation.no_comma import no_comma
from lm_eval_tasks.instructions.checks.punctuation.no_period import no_period
from lm_eval_tasks.instructions.checks.startend.end_checker import japanese_end_checker
from lm_eval_tasks.instructions.checks.startend.quotation import JAPANESE, quotation
from lm_eval_tasks.instructions.checks.startend.sentence_unified_end import sentence_unified_end
from lm_eval_tasks.instructions.model import Catalogue
from lm_eval_tasks.text import japanese
from lm_eval_tasks.text.patterns import first_literal

M_IFEVAL_JA = Catalogue(
    "m_ifeval_ja",
    immutabledict(
        {
            "ja:keywords:existence": existence(japanese.token_word),
            "ja:keywords:frequency": frequency(japanese.token_word),
            "ja:keywords:forbidden_words": forbidden_words(japanese.token_word),
            "ja:keywords:letter_frequency": kana_frequency,
            "ja:language:response_language": response_language,
            "ja:length_constraints:number_sentences": number_sentences(
                japanese.sentences, japanese.sentences
            ),
            "ja:length_constraints:number_letters": number_letters,
            "ja:length_constraints:number_paragraphs": number_paragraphs,
            "ja:length_constraints:nth_paragraph_first_word": nth_paragraph_opening(japanese.opening),
            "ja:detectable_content:number_placeholders": number_placeholders,
            "ja:detectable_content:postscript": postscript(first_literal),
            "ja:detectable_format:number_bullet_lists": dotted_bullet_lists,
            "ja:detectable_format:number_numbered_lists": number_numbered_lists,
            "ja:detectable_format:constrained_response": constrained_response(JAPANESE_OPTIONS),
            "ja:detectable_format:number_highlighted_sections": bracketed_highlights,
            "ja:detectable_format:multiple_sections": numbered_before_marker,
            "ja:detectable_format:json_format": json_format,
            "ja:detectable_format:title": title(
                corner_bracket_title, corner_bracket_title, shown="『title』"
            ),
            "ja:detectable_format:nominal_ending": nominal_ending,
            "ja:combination:two_responses": two_responses,
            "ja:combination:repeat_prompt": repeat_prompt_minding_case,
            "ja:startend:end_checker": japanese_end_checker,
            "ja:startend:quotation": quotation(JAPANESE),
            "ja:startend:sentence_unified_end": sentence_unified_end,
            "ja:punctuation:no_comma": no_comma("、"),
            "ja:punctuation:no_period": no_period,
            "ja:letters:furigana": furigana,
            "ja:letters:kanji": kanji,
            "ja:letters:kansuuji": no_digits,
            "ja:letters:no_hiragana": no_hiragana,
            "ja:letters:hiragana_only": hiragana_only,
            "ja:letters:no_katakana": no_katakana,
            "ja:letters:katakana_only": katakana_only,
        }
    ),
    immutabledict({"未満": "less than", "以上": "at least"}),
    corrected=True,
)
