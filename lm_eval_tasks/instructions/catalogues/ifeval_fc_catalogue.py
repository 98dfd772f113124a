"""The 19 argument formats of IFEval-FC, under the names of its data.

Source    IFEval-FC (arXiv:2509.18420).
"""

from __future__ import annotations

from immutabledict import immutabledict

from lm_eval_tasks.instructions.checks.function_call.all_lowercase import all_lowercase
from lm_eval_tasks.instructions.checks.function_call.all_uppercase import all_uppercase
from lm_eval_tasks.instructions.checks.function_call.cyrillic_greek import cyrillic_greek
from lm_eval_tasks.instructions.checks.function_call.end_phrase import end_phrase
from lm_eval_tasks.instructions.checks.function_call.highlighted_sections_count import (
    highlighted_sections_count,
)
from lm_eval_tasks.instructions.checks.function_call.json_format import json_format
from lm_eval_tasks.instructions.checks.function_call.keyword_frequency import keyword_frequency
from lm_eval_tasks.instructions.checks.function_call.keywords_presence import keywords_presence
from lm_eval_tasks.instructions.checks.function_call.letter_frequency import letter_frequency
from lm_eval_tasks.instructions.checks.function_call.n_all_capital_words import n_all_capital_words
from lm_eval_tasks.instructions.checks.function_call.n_commas import n_commas
from lm_eval_tasks.instructions.checks.function_call.placeholder_count import placeholder_count
from lm_eval_tasks.instructions.checks.function_call.postscript import postscript
from lm_eval_tasks.instructions.checks.function_call.python_list_format import python_list_format
from lm_eval_tasks.instructions.checks.function_call.quotation import quotation
from lm_eval_tasks.instructions.checks.function_call.sentence_count import sentence_count
from lm_eval_tasks.instructions.checks.function_call.spaces_in_between import spaces_in_between
from lm_eval_tasks.instructions.checks.function_call.title_format import title_format
from lm_eval_tasks.instructions.checks.function_call.word_count import word_count
from lm_eval_tasks.instructions.model import Catalogue

IFEVAL_FC = Catalogue(
    "ifeval_fc",
    immutabledict(
        {
            "KeywordsPresenceChecker": keywords_presence,
            "KeywordFrequencyChecker": keyword_frequency,
            "LetterFrequencyChecker": letter_frequency,
            "CyrillicGreekChecker": cyrillic_greek,
            "WordCountChecker": word_count,
            "SentenceCountChecker": sentence_count,
            "PostscriptChecker": postscript,
            "PlaceholderCountChecker": placeholder_count,
            "SpacesInBetweenChecker": spaces_in_between,
            "TitleFormatChecker": title_format,
            "HighlightedSectionsCountChecker": highlighted_sections_count,
            "JsonFormatChecker": json_format,
            "PythonListFormatChecker": python_list_format,
            "AllUppercaseChecker": all_uppercase,
            "AllLowercaseChecker": all_lowercase,
            "NAllCapitalWordsChecker": n_all_capital_words,
            "EndPhraseChecker": end_phrase,
            "QuotationChecker": quotation,
            "NCommasChecker": n_commas,
        }
    ),
)
