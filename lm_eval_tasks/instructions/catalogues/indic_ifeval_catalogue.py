"""The 25 instruction types of IndicIFEval: IFEval's, with options, words and sentences of each language.

Source    AI4Bharat, IndicIFEval (arXiv:2602.22125), commit 5cf3db8 (code MIT).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from immutabledict import immutabledict

from lm_eval_tasks.instructions.catalogues.ifeval_catalogue import IFEVAL
from lm_eval_tasks.instructions.checks.detectable_format.constrained_response import constrained_response
from lm_eval_tasks.instructions.checks.language.response_language import any_language
from lm_eval_tasks.instructions.checks.length_constraints.nth_paragraph_first_word import (
    nth_paragraph_first_word,
)
from lm_eval_tasks.instructions.checks.length_constraints.number_sentences import (
    NumberSentences,
    NumberSentencesOrExactly,
    number_sentences,
)
from lm_eval_tasks.instructions.checks.length_constraints.number_words import (
    NumberWords,
    NumberWordsOrExactly,
    number_words,
)
from lm_eval_tasks.instructions.languages.indic import GROUNDED, TRANSLATED
from lm_eval_tasks.instructions.languages.language import Language
from lm_eval_tasks.instructions.model import Catalogue
from lm_eval_tasks.text.words import first_word_until_mark

_RELATIONS = immutabledict({"less than": "less than", "at least": "at least"})
_WITH_EXACTLY = immutabledict({**_RELATIONS, "exactly": "exactly"})
_first_word_before_asterisk = partial(first_word_until_mark, marks=".,?!'\"*")


def _catalogue(language: Language, *, grounded: bool) -> Catalogue:
    """The rules of one language.

    Where prompts were written in the language (``grounded``), a missing relation means exactly, an
    asterisk ends a first word, and the number of paragraphs does not matter.
    """
    rules = [
        number_words(language.words, parameters=NumberWordsOrExactly if grounded else NumberWords),
        number_sentences(
            language.sentences, parameters=NumberSentencesOrExactly if grounded else NumberSentences
        ),
        constrained_response(language.options),
        any_language,
    ]
    if grounded:
        rules.append(
            nth_paragraph_first_word(
                _first_word_before_asterisk, blank_pieces_count=True, number_counts=False
            )
        )
    return Catalogue(
        f"indic_ifeval_{'ground' if grounded else 'trans'}_{language.code}",
        immutabledict({**IFEVAL.checks, **{rule.id: rule for rule in rules}}),
        _WITH_EXACTLY if grounded else _RELATIONS,
        examples=language.examples,
    )


INDIC_IFEVAL_TRANS: Mapping[str, Catalogue] = immutabledict(
    {code: _catalogue(language, grounded=False) for code, language in TRANSLATED.items()}
)
INDIC_IFEVAL_GROUND: Mapping[str, Catalogue] = immutabledict(
    {code: _catalogue(language, grounded=True) for code, language in GROUNDED.items()}
)
