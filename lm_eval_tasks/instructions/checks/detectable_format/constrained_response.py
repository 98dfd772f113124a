"""``detectable_format:constrained_response``: one of a few fixed answers.

Asks      one of the options of the benchmark.
Decides   by looking for an option as a substring, case-sensitive.
Corrected Exactly one option must be there: as a sentence of its own, or, where no option is one,
          inside a sentence that it ends. Where the prompt asks for an option and nothing else
          (``just say``), other text fails.
Quirks    Other text around the option is allowed, and so is more than one option.
Source    google-research, instruction_following_eval.
Example   {}
followed      "My answer is maybe."
not followed  "My answer is perhaps."
Example   {} in m_ifeval_es
followed      "Sí."
not followed  "Claro."
Example   {} in m_ifeval_fr
followed      "Peut-être."
not followed  "Sans doute."
Example   {} in m_ifeval_ja
followed      "どちらとも言えません。"
not followed  "さあ。"
"""

from __future__ import annotations

import regex

from lm_eval_tasks.instructions.model import Check, NoParameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.normal import straightened

ENGLISH_OPTIONS = ("My answer is yes.", "My answer is no.", "My answer is maybe.")
HF_OPTIONS = (*ENGLISH_OPTIONS, "إجابتي هي نعم.", "إجابتي هي لا.", "إجابتي هي ربما.")
INCEPTION_OPTIONS = (*ENGLISH_OPTIONS, ".إجابتي هي نعم.", "إجابتي هي لا.", "إجابتي هي ربما")
"""Inception's list has the stop of the first Arabic option in front, and none on the last."""
SPANISH_OPTIONS = ("Sí.", "No.", "Quizás.")
FRENCH_OPTIONS = ("Oui.", "Non.", "Peut-être.")
JAPANESE_OPTIONS = ("はい、そうです。", "いいえ、違います。", "どちらとも言えません。")

_OPENING, _CLOSING, _ENDS = "*_`\"'(>#", "*_`\"')", (".", "!", "?", ":", "؟", "۔")
_LOOK_BACK = 100
"""How much text before an option is looked at; a run of blanks is never longer in earnest."""


def reading(options: tuple[str, ...]) -> Reading:
    """Judge by the ``options`` of a benchmark."""

    def judge(text: Text, want: NoParameters) -> Verdict:
        for option in options:
            at = text.string.find(option)
            if at >= 0:
                return Verdict(True, f"option {option!r} found", spans=((at, at + len(option)),))
        return Verdict(False, "no option found", f"expected one of {list(options)}")

    return judge


def stands_alone(string: str, start: int) -> bool:
    """Whether a sentence begins at ``start``, after markup and opening quotes at most."""
    before = string[max(0, start - _LOOK_BACK) : start]
    line = before.rstrip(_OPENING + "-+• \t")
    if line.endswith("\n") or (not line and start <= _LOOK_BACK):
        return True
    before = before.rstrip(_OPENING)
    return before[-1:].isspace() and before.rstrip().rstrip(_CLOSING).endswith(_ENDS)


def ends_there(string: str, end: int) -> bool:
    """Whether no sentence goes on after an option in quotes that ends at ``end``."""
    if string[end : end + 1] not in ('"', "'"):
        return True
    return not string[end + 1 : end + _LOOK_BACK].lstrip("*_ ")[:1].islower()


_ALONE_ASKED = regex.compile(
    r"\b(?:answer|respond|reply)\b[^.\n]{0,20}\b(?:exactly|only|just|solely|nothing but)\b|"
    r"\bjust (?:say|answer|reply|respond|choose|pick|give)\b|\bonly (?:say|answer|reply|respond|choose)\b|"
    r"\bnothing else\b|\b(?:responde|contesta|di)\w*\b[^.\n]{0,30}\b(?:s[oó]lo|solamente|únicamente|"
    r"exactamente)\b|"
    r"\brépon\w+\b[^.\n]{0,30}\b(?:uniquement|seulement|exactement|simplement)\b|(?:のみ|だけ)で?(?:答|回答)|"
    r"أجب[^.\n]{0,30}فقط|اكتف",
    regex.IGNORECASE,
)
_CONTAINS_ASKED = regex.compile(
    r"\b(?:contains?|containing|includes?|including|contener|contenga|incluy\w+|conten\w+|inclu\w+)\b|含|تحتوي|تتضمن",
    regex.IGNORECASE,
)


def asks_for_it_alone(prompt: str) -> bool:
    """Whether the prompt asks for an option and nothing else, not for an answer that contains one."""
    return _ALONE_ASKED.search(prompt) is not None and _CONTAINS_ASKED.search(prompt) is None


def is_alone(string: str, option: str) -> bool:
    """Whether nothing but markup and quotes is around the option."""
    around = _OPENING + _CLOSING + " \t\r\n"
    return string.strip(around) == option.strip(around)


def corrected_reading(options: tuple[str, ...]) -> Reading:
    """Judge by the ``options`` that are sentences of their own."""

    def judge(text: Text, want: NoParameters) -> Verdict:
        string = text.get(straightened)
        found = []
        for option in options:
            at = string.find(option)
            while at >= 0 and not (stands_alone(string, at) and ends_there(string, at + len(option))):
                at = string.find(option, at + 1)
            if at >= 0:
                found.append(option)
        if not found:  # an option of several words is recognised inside a sentence, too
            found = [
                option
                for option in options
                if " " in option and (at := string.find(option)) >= 0 and ends_there(string, at + len(option))
            ]
        if len(found) == 1 and asks_for_it_alone(text.asked.prompt) and not is_alone(string, found[0]):
            return Verdict(False, f"more text than option {found[0]!r}", "expected nothing but the option")
        if len(found) == 1:
            return Verdict(True, f"option {found[0]!r} found")
        shown = f"options {found} found" if found else "no option found"
        return Verdict(False, shown, f"expected one of {list(options)}")

    return judge


def constrained_response(
    options: tuple[str, ...] = ENGLISH_OPTIONS, mended: tuple[str, ...] | None = None
) -> Check:
    """The check with one benchmark's options, and those of its corrected reading if they differ."""
    return check(
        "detectable_format:constrained_response",
        NoParameters,
        reading(options),
        corrected=corrected_reading(mended or options),
    )
