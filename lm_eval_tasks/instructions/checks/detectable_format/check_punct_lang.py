r"""``detectable_format:check_punct_lang``: punctuation of one language.

Asks      that the punctuation is that of ``language``, ``ar`` or ``en``.
Decides   by looking at ``، ؛ ؟ ! , ; ? .`` only: Arabic may use the first four, English
          ``, ; ? ! .``; a response without any of them passes.
Corrected allows the full stop in Arabic, and ignores a mark between two digits.
Quirks    The full stop is not in the Arabic set, so ordinary Arabic prose fails, and so does
          an ellipsis, which the Inception task's cleaning turns into three stops.
Source    the Inception port of IFEval.
Example   {"language": "ar"}
followed      "نعم، وصلنا! وأنت؟"
not followed  "نعم, وصلنا! وأنت؟"
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.scripts import visible

OFFICIAL = {"ar": re.compile("[,;?.]"), "en": re.compile("[،؛؟]")}
"""The marks that are foreign to each language."""
CORRECTED = {
    "ar": re.compile(r"[,;?](?![0-9٠-٩])|(?<![0-9٠-٩])[,;?]"),
    "en": re.compile(r"[،؛؟](?![0-9٠-٩])|(?<![0-9٠-٩])[،؛؟]"),
}


class PunctuationLanguage(Parameters, frozen=True):
    """The language whose punctuation is expected."""

    language: Literal["ar", "en"]


def reading(foreign: Mapping[str, re.Pattern[str]]) -> Reading:
    """Judge by the marks that are ``foreign`` to a language."""

    def judge(text: Text, want: PunctuationLanguage) -> Verdict:
        match = foreign[want.language].search(text.string)
        if match is None:
            return Verdict(True, f"no mark foreign to {want.language!r}")
        return Verdict(
            False,
            f"{visible(match.group())} at character {match.start()}",
            f"expected punctuation of {want.language!r}",
            (match.span(),),
        )

    return judge


check_punct_lang: Check = check(
    "detectable_format:check_punct_lang",
    PunctuationLanguage,
    reading(OFFICIAL),
    corrected=reading(CORRECTED),
)
