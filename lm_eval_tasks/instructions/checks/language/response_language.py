"""``language:response_language``: the language the response is in.

Asks      that the response is written in ``language`` (an ISO 639-1 code).
Decides   by the likeliest language of langdetect, seeded (its first 10,000 characters).
Corrected Letters must be of the language's script, and a response without letters is in none. Names
          and terms in other letters are allowed, a line of a dozen such words is not, nor a
          paragraph of 60 letters in English, nor an English line about the answer before or after
          it. Lines that the prompt shows as its format do not count. The detector decides where
          languages share a script and there are 30 letters or more. ``zh`` is either Chinese;
          Punjabi in Arabic letters is told from Urdu by its words of grammar.
Plusplus  A response in which the detector finds no letters is not followed.
Quirks    A response in which the detector finds no letters counts as followed.
Source    google-research, instruction_following_eval.
Example   {"language": "fr"}
followed      "Le temps était doux ce matin et nous avons marché le long de la rivière."
not followed  "The weather was mild this morning and we walked along the river."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.languages import LANGUAGES, detected_language
from lm_eval_tasks.text.remarks import english_remark
from lm_eval_tasks.text.writing_systems import language_fault


class ResponseLanguage(Parameters, frozen=True):
    """The language asked for."""

    language: str

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            raise ValueError(f"{self.language!r} is not a language code; known: {', '.join(LANGUAGES)}")


class AnyLanguage(Parameters, frozen=True):
    """The language asked for, also one that the detector does not know: no response is in that."""

    language: Annotated[str, Meta(min_length=1)]


class LanguageOrArabic(ResponseLanguage, frozen=True):
    """The language asked for, Arabic where none is named (Arabic HF)."""

    language: str = "ar"


def official(text: Text, want: ResponseLanguage) -> Verdict:
    """Compare the detected code with the one asked for."""
    found = text.get(detected_language)
    if found is None:
        return Verdict(True, "no letters to detect a language by", f"expected {want.language!r}")
    return Verdict(found == want.language, f"language {found!r} detected", f"expected {want.language!r}")


_COPIED = 4
"""A line of so many words that is in the prompt word for word is copied from its format."""


def _without_copied_lines(text: Text) -> str:
    """The text without lines that the prompt shows as its format, unless nothing is left."""
    prompt = text.asked.prompt
    if not prompt:
        return text.string
    lines = text.string.split("\n")
    own = [line for line in lines if len(line.split()) < _COPIED or line.strip(" *_#\r") not in prompt]
    return "\n".join(own) if len(own) < len(lines) and any(map(str.strip, own)) else text.string


def corrected(text: Text, want: ResponseLanguage) -> Verdict:
    """Say what speaks against the language asked for, if anything."""
    own = _without_copied_lines(text)
    fault = language_fault(own, want.language)
    remark = text.get(english_remark) if fault is None and want.language != "en" else None
    if remark is not None:
        fault = f"an English remark about the answer: {remark[:40]!r}"
    return Verdict(fault is None, fault or f"nothing but {want.language!r}", f"expected {want.language!r}")


def plusplus(text: Text, want: ResponseLanguage) -> Verdict:
    """As the official reading, but a text without letters is in no language."""
    if text.get(detected_language) is None:
        return Verdict(False, "no letters to detect a language by", f"expected {want.language!r}")
    return official(text, want)


response_language: Check = check(
    "language:response_language", ResponseLanguage, official, corrected=corrected
)
arabic_unless_named: Check = check(
    "language:response_language", LanguageOrArabic, official, corrected=corrected
)
any_language: Check = check("language:response_language", AnyLanguage, official, corrected=corrected)
