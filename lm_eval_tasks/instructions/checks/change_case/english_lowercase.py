"""``change_case:english_lowercase``: everything in lower case, in the benchmark's language.

Asks      that the whole response is in lower case and in the language: English, Spanish or French.
Decides   by its letters (at least one, and none upper-case), then by the detected language.
Corrected No upper-case letter may occur, but in the request to be repeated and in prescribed
          markers and phrases (``P.S.``), and a letter or digit must. Where the prompt names
          English, words of grammar must not show that the text is wholly in another language.
Quirks    The detector is weak on short texts.
          A text in which it finds nothing to read counts as the right language.
Source    google-research, instruction_following_eval; M-IFEval (arXiv:2502.04688).
Example   {}
followed      "a heron stood on the pier all evening and watched the ferries come in."
not followed  "A heron stood on the pier all evening."
Example   {} in m_ifeval_es
followed      "hacía buen tiempo esta mañana y paseamos por la orilla del río."
not followed  "Hacía buen tiempo esta mañana."
Example   {} in m_ifeval_fr
followed      "il faisait beau ce matin et nous avons marché le long de la rivière."
not followed  "Il faisait beau ce matin."
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
_OTHER_CASE = regex.compile(r"[\p{Lu}\p{Lt}]")


def reading(
    language: str,
    detect: Callable[[str], str | None] = detected_language,
) -> Reading:
    """Judge by the case first, because it is cheap; then by the language (a code of the detector)."""

    def judge(text: Text, want: NoParameters) -> Verdict:
        if not text.string.islower():
            letter = next((c for c in text.string if c.isupper() or c.istitle()), None)
            found = "no letters with case" if letter is None else f"upper-case letter {letter!r}"
            return Verdict(False, found, "expected only lower case")
        found_language = text.get(detect)
        if found_language in (language, None):
            return Verdict(True, f"lower case, {_NAMES.get(language, language)}")
        return Verdict(
            False, f"lower case, but language {found_language!r} detected", f"expected {language!r}"
        )

    return judge


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Look for a letter of the other case."""
    own = without_literal(text.string, text.asked.repeated, *text.asked.prescribed)
    match = _OTHER_CASE.search(own)
    if match:
        found = f"upper-case letter {match.group()!r} at character {match.start()}"
        return Verdict(False, found, "expected only lower case", (match.span(),))
    if not any(map(str.isalnum, text.string)):
        return Verdict(False, "no letter or digit", "expected only lower case")
    other = text.get(foreign_language) if _ENGLISH_ASKED.search(text.asked.prompt) else None
    if other:
        return Verdict(False, f"lower case, but the text is in {other}", "expected English")
    return Verdict(True, "no upper-case letter")


def in_lower_case(official: Reading) -> Check:
    """The check with one language's reading."""
    return check("change_case:english_lowercase", NoParameters, official, corrected=corrected)


english_lowercase = in_lower_case(reading("en"))
