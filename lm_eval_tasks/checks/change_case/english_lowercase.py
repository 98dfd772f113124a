"""``change_case:english_lowercase``: everything in lower case, in English.

Asks      that the whole response is English in lower case.
Decides   by its letters (at least one, and none upper-case), then by the detected language.
Quirks    The detector is weak on short texts.
          A text in which it finds nothing to read counts as English.
Source    google-research, instruction_following_eval.
Example   {}
followed      "the weather was lovely this morning and we walked along the river."
not followed  "The weather was lovely this morning."
"""

from __future__ import annotations

from lm_eval_tasks.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.languages import detected_language


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


english_lowercase: Check = check("change_case:english_lowercase", NoParameters, official)
