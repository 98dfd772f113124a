"""The instruction types of MultiIFEval, which are those of EuroEval's checker.

IFEval's rules with another word rule, four more ids, and IFEval's rules once more under the prefixes ``es:``,
``ca:`` and ``fr:``, with what these languages have of their own.

Source    EuroEval, commit f37841c; alexandrainst/multi_ifeval.
"""

from __future__ import annotations

from collections.abc import Mapping

from immutabledict import immutabledict

from lm_eval_tasks.instructions.catalogues.ifeval_catalogue import IFEVAL
from lm_eval_tasks.instructions.catalogues.m_ifeval_es_catalogue import spanish_rules
from lm_eval_tasks.instructions.catalogues.m_ifeval_fr_catalogue import M_IFEVAL_FR
from lm_eval_tasks.instructions.checks.change_case import english_capital, english_lowercase
from lm_eval_tasks.instructions.checks.change_case.capital import capital
from lm_eval_tasks.instructions.checks.change_case.english_capital import in_capitals
from lm_eval_tasks.instructions.checks.change_case.english_lowercase import in_lower_case
from lm_eval_tasks.instructions.checks.change_case.lowercase import lowercase
from lm_eval_tasks.instructions.checks.detectable_content.no_digits import no_digits_of_any_kind
from lm_eval_tasks.instructions.checks.detectable_format.constrained_response import constrained_response
from lm_eval_tasks.instructions.checks.detectable_format.constrained_response_with_argument import (
    constrained_response_with_argument,
)
from lm_eval_tasks.instructions.checks.keywords.letter_frequency import character_frequency
from lm_eval_tasks.instructions.checks.language.response_language import any_language
from lm_eval_tasks.instructions.checks.length_constraints.number_sentences_with_language import (
    number_sentences_with_language,
)
from lm_eval_tasks.instructions.checks.length_constraints.number_words import number_words
from lm_eval_tasks.instructions.checks.special_character.accents import accent_anywhere
from lm_eval_tasks.instructions.checks.special_character.ethel_or_cedilla import ethel_or_cedilla_minding_case
from lm_eval_tasks.instructions.languages.catalan import CATALAN
from lm_eval_tasks.instructions.languages.language import example
from lm_eval_tasks.instructions.languages.spanish import SPANISH
from lm_eval_tasks.instructions.model import Catalogue, Check
from lm_eval_tasks.text.tokens import word_tokens

_BASE: Mapping[str, Check] = immutabledict(
    {
        **IFEVAL.checks,
        "length_constraints:number_words": number_words(word_tokens),
        "keywords:letter_frequency": character_frequency,
        "language:response_language": any_language,
    }
)


def _prefixed(
    code: str, language: str, own: Mapping[str, Check], options: tuple[str, ...] | None
) -> dict[str, Check]:
    """The base's rules under the ids of a language, over the rules that only ``own`` has."""
    base = {f"{code}:{name}": rule for name, rule in _BASE.items() if not name.startswith("change_case:engl")}
    cased = {
        f"{code}:change_case:{language}_capital": in_capitals(english_capital.reading(code)),
        f"{code}:change_case:{language}_lowercase": in_lower_case(english_lowercase.reading(code)),
    }
    options_rule = f"{code}:detectable_format:constrained_response"
    rule = constrained_response(options) if options else own[options_rule]
    return {**own, **base, **cased, options_rule: rule}


_FRENCH = {
    **M_IFEVAL_FR.checks,
    "fr:detectable_content:no_digits": no_digits_of_any_kind,
    "fr:special_character:accents": accent_anywhere,
    "fr:special_character:ethel_or_cedilla": ethel_or_cedilla_minding_case,
}
_SPANISH_OPTIONS = ("Mi respuesta es sí", "Mi respuesta es no", "Mi respuesta es tal vez")
_CATALAN_OPTIONS = ("La meva resposta és sí.", "La meva resposta és no.", "La meva resposta és potser.")
_POSTSCRIPT = "detectable_content:postscript"
_AS_IN_SPANISH = (
    _POSTSCRIPT,
    "detectable_content:number_placeholders",
    "detectable_format:number_highlighted_sections",
    "detectable_format:multiple_sections",
)
"""Rules that take the markers and the parameters of the Spanish data."""


def _iberian(code: str, language: str, options: tuple[str, ...]) -> dict[str, Check]:
    """The rules of Spanish or Catalan."""
    own = spanish_rules(code, language)
    kept = {f"{code}:{name}": own[f"{code}:{name}"] for name in _AS_IN_SPANISH}
    return {**_prefixed(code, language, own, options), **kept}


_UNREAD = example("PORT@EXAMPLE.ORG", "Port@EXAMPLE.ORG")
"""The detector reads no address, and takes whole sentences in capitals for another language."""
_AT_LEAST, _LESS = "at least", "less than"

MULTI_IFEVAL = Catalogue(
    "multi_ifeval",
    immutabledict(
        {
            **_BASE,
            "change_case:capital": capital,
            "change_case:capital_letters": capital,
            "change_case:lowercase": lowercase,
            "change_case:lowercase_letters": lowercase,
            "detectable_format:constrained_response_with_argument": constrained_response_with_argument,
            "length_constraints:number_sentences_with_language": number_sentences_with_language,
            **_iberian("es", "spanish", _SPANISH_OPTIONS),
            **_iberian("ca", "catalan", _CATALAN_OPTIONS),
            **_prefixed("fr", "french", _FRENCH, None),
        }
    ),
    immutabledict({"at least": _AT_LEAST, "less than": _LESS, "au moins": _AT_LEAST, "moins de": _LESS}),
    examples=immutabledict(
        {
            "es:change_case:spanish_capital": _UNREAD,
            "es:change_case:spanish_lowercase": SPANISH.examples["change_case:spanish_lowercase"],
            f"es:{_POSTSCRIPT}": SPANISH.examples[_POSTSCRIPT],
            f"ca:{_POSTSCRIPT}": SPANISH.examples[_POSTSCRIPT],
            "es:detectable_format:constrained_response": example("Mi respuesta es sí", "Sí."),
            "ca:detectable_format:constrained_response": example("La meva resposta és no.", "No."),
            "ca:change_case:catalan_capital": _UNREAD,
            "ca:change_case:catalan_lowercase": CATALAN.examples["change_case:catalan_lowercase"],
            "es:special_character:tildes": SPANISH.examples["special_character:tildes"],
            "ca:special_character:tildes": SPANISH.examples["special_character:tildes"],
            "fr:special_character:accents": example("L'été arrive.", "Le vent souffle."),
            "fr:detectable_format:constrained_response": example("Oui.", "Bien sûr."),
            "fr:change_case:french_capital": _UNREAD,
            "fr:change_case:french_lowercase": example(
                "ce matin le vent souffle sur le port et les bateaux rentrent avant la nuit.",
                "Ce matin le vent souffle.",
            ),
        }
    ),
)
