"""The 25 instruction types of IFEval++: IFEval's, twelve of them read in another way.

Source    IFEval++ (arXiv:2512.14754).
"""

from __future__ import annotations

from collections.abc import Mapping

from immutabledict import immutabledict

from lm_eval_tasks.instructions.catalogues.ifeval_catalogue import IFEVAL
from lm_eval_tasks.instructions.checks.change_case import capital_word_frequency
from lm_eval_tasks.instructions.checks.combination import repeat_prompt, two_responses
from lm_eval_tasks.instructions.checks.detectable_format import multiple_sections, title
from lm_eval_tasks.instructions.checks.keywords import existence, frequency, letter_frequency
from lm_eval_tasks.instructions.checks.language import response_language
from lm_eval_tasks.instructions.checks.length_constraints import (
    nth_paragraph_first_word,
    number_sentences,
    number_words,
)
from lm_eval_tasks.instructions.model import Catalogue, Reading, check
from lm_eval_tasks.text.patterns import bounded_word
from lm_eval_tasks.text.sentences import english_sentences
from lm_eval_tasks.text.tokens import capital_tokens
from lm_eval_tasks.text.words import first_word_until_mark, word_runs

_READ_OTHERWISE: Mapping[str, Reading] = {
    "keywords:existence": existence.reading(bounded_word),
    "keywords:frequency": frequency.reading(bounded_word, around=5),
    "keywords:letter_frequency": letter_frequency.plusplus,
    "language:response_language": response_language.plusplus,
    "length_constraints:number_sentences": number_sentences.reading(english_sentences, around=2),
    "length_constraints:number_words": number_words.reading(word_runs, around=25),
    "length_constraints:nth_paragraph_first_word": nth_paragraph_first_word.reading(
        first_word_until_mark, blank_pieces_count=True, lower_wanted=False
    ),
    "detectable_format:multiple_sections": multiple_sections.plusplus,
    "detectable_format:title": title.reading(title.unbracketed_title),
    "combination:two_responses": two_responses.plusplus,
    "combination:repeat_prompt": repeat_prompt.plusplus,
    "change_case:capital_word_frequency": capital_word_frequency.reading(capital_tokens, around=5),
}

IFEVAL_PP = Catalogue(
    "ifeval_pp",
    immutabledict(
        {
            name: check(name, one.parameters, _READ_OTHERWISE.get(name, one.reading("official")))
            for name, one in IFEVAL.checks.items()
        }
    ),
    immutabledict({word: word for word in ("less than", "at least", "at most", "around")}),
)
