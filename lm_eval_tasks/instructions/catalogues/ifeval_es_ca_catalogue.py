"""The 30 instruction types of lm_eval's ``ifeval_es`` and ``ifeval_ca``.

Catalan is judged by the rules of Spanish in everything but the detected language: the options are
``Sí.``, ``No.`` and ``Quizás.``, and only ``á é í ó ú`` count as accents. ``less than`` means at most.

Source    EleutherAI/lm-evaluation-harness 0.4.13, ``ifeval/multilingual`` (MIT).
"""

from __future__ import annotations

from immutabledict import immutabledict

from lm_eval_tasks.instructions.catalogues.m_ifeval_es_catalogue import spanish_rules
from lm_eval_tasks.instructions.checks.language.response_language import any_language
from lm_eval_tasks.instructions.languages.catalan import CATALAN
from lm_eval_tasks.instructions.languages.language import Language
from lm_eval_tasks.instructions.languages.spanish import SPANISH
from lm_eval_tasks.instructions.model import Catalogue

RELATIONS = immutabledict({"at least": "at least", "less than": "at most"})


def _catalogue(language: Language) -> Catalogue:
    """The rules of Spanish for one of the two languages, with its examples."""
    rules = spanish_rules(language.code, language.name.lower())
    return Catalogue(
        f"ifeval_{language.name.lower()}",
        immutabledict({**rules, f"{language.code}:language:response_language": any_language}),
        RELATIONS,
        examples=immutabledict(
            {
                f"{language.code}:{name}": shown
                for name, shown in {**SPANISH.examples, **language.examples}.items()
                if f"{language.code}:{name}" in rules
            }
        ),
    )


IFEVAL_SPANISH = _catalogue(SPANISH)
IFEVAL_CATALAN = _catalogue(CATALAN)
