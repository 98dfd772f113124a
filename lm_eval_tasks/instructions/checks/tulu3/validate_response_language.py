"""``tulu3:validate_response_language``: the response is in a language.

Asks      for a response in ``language``.
Decides   by langdetect, seeded.
Quirks    A text without letters, for which the reference raises, is not followed.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"language": "de"}
followed      "Eisen rostet an feuchter Luft sehr schnell und wird dabei braun."
not followed  "Iron rusts quickly in the damp air and turns brown while it does."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.languages import detected_language


class ValidateResponseLanguage(Parameters, frozen=True):
    """The arguments of the function."""

    language: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: ValidateResponseLanguage) -> Verdict:
    """Compare the detected code."""
    found = text.get(detected_language)
    return Verdict(found == want.language, f"language {found!r} detected", f"expected {want.language!r}")


validate_response_language: Check = check(
    "tulu3:validate_response_language", ValidateResponseLanguage, official
)
