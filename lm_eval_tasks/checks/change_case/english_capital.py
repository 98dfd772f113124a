"""``change_case:english_capital``: everything in capitals, in English.

Asks      that the whole response is English in capitals.
Decides   by its letters (at least one, and none lower-case), then by the detected language.
Corrected No lower-case letter may occur, and a letter or digit must. Nothing is said of the
          language: the detector cannot tell it in capital texts, and many prompts do not ask.
Quirks    The detector is weak on capitals: it reads only the first letter of a capital word.
          A text in which it finds nothing to read counts as English.
Source    google-research, instruction_following_eval.
Example   {}
followed      "THE WEATHER WAS LOVELY THIS MORNING AND WE WALKED ALONG THE RIVER."
not followed  "The weather was LOVELY this morning."
"""

from __future__ import annotations

import regex

from lm_eval_tasks.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.languages import detected_language

_OTHER_CASE = regex.compile(r"[\p{Ll}\p{Lt}]")


def official(text: Text, want: NoParameters) -> Verdict:
    """Case first, because it is cheap; then the language."""
    if not text.string.isupper():
        letter = next((c for c in text.string if c.islower() or (c.istitle() and not c.isupper())), None)
        found = "no letters with case" if letter is None else f"lower-case letter {letter!r}"
        return Verdict(False, found, "only capitals wanted")
    language = text.get(detected_language)
    if language in ("en", None):
        return Verdict(True, "capitals, English")
    return Verdict(False, f"capitals, but language {language!r} detected", "'en' wanted")


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Look for a letter of the other case."""
    match = _OTHER_CASE.search(text.string)
    if match:
        found = f"lower-case letter {match.group()!r} at character {match.start()}"
        return Verdict(False, found, "only capitals wanted", (match.span(),))
    if not any(map(str.isalnum, text.string)):
        return Verdict(False, "no letter or digit", "only capitals wanted")
    return Verdict(True, "no lower-case letter")


english_capital: Check = check("change_case:english_capital", NoParameters, official, corrected=corrected)
