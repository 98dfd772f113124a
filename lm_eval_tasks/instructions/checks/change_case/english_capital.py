"""``change_case:english_capital``: everything in capitals, in the benchmark's language.

Asks      that the whole response is in capitals and in the language: English, Spanish or French.
Decides   by its letters (at least one, and none lower-case), then by the detected language.
Corrected No lower-case letter may occur, but in the request to be repeated and in prescribed
          markers and phrases, and a letter or digit must. Where the prompt names English, words of
          grammar must not show that the text is wholly in another language. ``Capitalize all your
          words`` may be read as a capital at the start of each.
Quirks    The detector is weak on capitals: it reads only the first letter of a capital word.
          A text in which it finds nothing to read counts as the right language.
          Spanish and French texts are lower-cased for the detector. A Spanish text without a
          letter is in capitals.
Source    google-research, instruction_following_eval; M-IFEval (arXiv:2502.04688).
Example   {}
followed      "A HERON STOOD ON THE PIER ALL EVENING AND WATCHED THE FERRIES COME IN."
not followed  "A heron stood on the PIER all evening."
Example   {} in m_ifeval_es
followed      "HACÍA BUEN TIEMPO ESTA MAÑANA Y PASEAMOS POR LA ORILLA DEL RÍO."
not followed  "Hacía BUEN tiempo esta mañana."
Example   {} in m_ifeval_fr
followed      "IL FAISAIT BEAU CE MATIN ET NOUS AVONS MARCHÉ LE LONG DE LA RIVIÈRE."
not followed  "Il faisait BEAU ce matin."
"""

from __future__ import annotations

from collections.abc import Callable

import regex

from lm_eval_tasks.instructions.model import Check, NoParameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.languages import detected_language
from lm_eval_tasks.text.latin_languages import foreign_language
from lm_eval_tasks.text.normal import without_literal

_NAMES = {"en": "English", "es": "Spanish", "fr": "French"}
_ENGLISH_ASKED = regex.compile(r"\benglish\b", regex.IGNORECASE)
_FIRST_LETTERS = regex.compile(r"\bcapitali[sz]e (?:all|every|each)\b[^.\n]*\bwords?\b", regex.IGNORECASE)
_CAPITALS = regex.compile(
    r"\b(?:capital letters|all[- ]caps|upper[- ]?case|all capitals)\b", regex.IGNORECASE
)
_LOWER_FIRST = regex.compile(r"(?<![\p{L}\p{M}\p{N}'’-])[\p{Ll}]")
_OTHER_CASE = regex.compile(r"[\p{Ll}\p{Lt}]")


def reading(
    language: str,
    detect: Callable[[str], str | None] = detected_language,
    in_capitals: Callable[[str], bool] = str.isupper,
) -> Reading:
    """Judge by the case first, because it is cheap; then by the language (a code of the detector)."""

    def judge(text: Text, want: NoParameters) -> Verdict:
        if not in_capitals(text.string):
            letter = next((c for c in text.string if c.islower() or (c.istitle() and not c.isupper())), None)
            found = "no letters with case" if letter is None else f"lower-case letter {letter!r}"
            return Verdict(False, found, "expected only capitals")
        found_language = text.get(detect)
        if found_language in (language, None):
            return Verdict(True, f"capitals, {_NAMES.get(language, language)}")
        return Verdict(False, f"capitals, but language {found_language!r} detected", f"expected {language!r}")

    return judge


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Look for a letter of the other case."""
    own = without_literal(text.string, text.asked.repeated, *text.asked.prescribed)
    match = _OTHER_CASE.search(own)
    if match and _FIRST_LETTERS.search(text.asked.prompt) and not _CAPITALS.search(text.asked.prompt):
        match = _LOWER_FIRST.search(own)
        if match is None:
            return Verdict(True, "every word begins with a capital, as the prompt may be read")
    if match:
        found = f"lower-case letter {match.group()!r} at character {match.start()}"
        return Verdict(False, found, "expected only capitals", (match.span(),))
    if not any(map(str.isalnum, text.string)):
        return Verdict(False, "no letter or digit", "expected only capitals")
    other = text.get(foreign_language) if _ENGLISH_ASKED.search(text.asked.prompt) else None
    if other:
        return Verdict(False, f"capitals, but the text is in {other}", "expected English")
    return Verdict(True, "no lower-case letter")


def in_capitals(official: Reading) -> Check:
    """The check with one language's reading."""
    return check("change_case:english_capital", NoParameters, official, corrected=corrected)


english_capital = in_capitals(reading("en"))
