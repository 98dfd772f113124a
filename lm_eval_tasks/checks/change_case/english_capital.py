"""``change_case:english_capital``: everything in capitals, in English.

Asks      that the whole response is English in capitals.
Decides   by its letters (at least one, and none lower-case), then by the detected language.
Quirks    The detector is weak on capitals: it reads only the first letter of a capital word.
          A text in which it finds nothing to read counts as English.
Source    google-research, instruction_following_eval.
Example   {}
followed      "THE WEATHER WAS LOVELY THIS MORNING AND WE WALKED ALONG THE RIVER."
not followed  "The weather was LOVELY this morning."
"""

from __future__ import annotations

from lm_eval_tasks.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.languages import detected_language


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


english_capital: Check = check("change_case:english_capital", NoParameters, official)
