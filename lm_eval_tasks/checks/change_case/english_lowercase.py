"""``change_case:english_lowercase``: everything in lower case, in English.

Asks      that the whole response is English in lower case.
Decides   by its letters (at least one, and none upper-case), then by the detected language.
Corrected No upper-case letter may occur, and a letter or digit must. Nothing is said of the
          language: the detector cannot tell it in short texts, and many prompts do not ask.
Quirks    The detector is weak on short texts.
          A text in which it finds nothing to read counts as English.
Source    google-research, instruction_following_eval.
Example   {}
followed      "the weather was lovely this morning and we walked along the river."
not followed  "The weather was lovely this morning."
"""

from __future__ import annotations

import regex

from lm_eval_tasks.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.languages import detected_language

_OTHER_CASE = regex.compile(r"[\p{Lu}\p{Lt}]")


def official(text: Text, want: NoParameters) -> Verdict:
    """Case first, because it is cheap; then the language."""
    if not text.string.islower():
        letter = next((c for c in text.string if c.isupper() or c.istitle()), None)
        found = "no letters with case" if letter is None else f"upper-case letter {letter!r}"
        return Verdict(False, found, "only lower case wanted")
    language = text.get(detected_language)
    if language in ("en", None):
        return Verdict(True, "lower case, English")
    return Verdict(False, f"lower case, but language {language!r} detected", "'en' wanted")


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Look for a letter of the other case."""
    match = _OTHER_CASE.search(text.string)
    if match:
        found = f"upper-case letter {match.group()!r} at character {match.start()}"
        return Verdict(False, found, "only lower case wanted", (match.span(),))
    if not any(map(str.isalnum, text.string)):
        return Verdict(False, "no letter or digit", "only lower case wanted")
    return Verdict(True, "no upper-case letter")


english_lowercase: Check = check("change_case:english_lowercase", NoParameters, official, corrected=corrected)
