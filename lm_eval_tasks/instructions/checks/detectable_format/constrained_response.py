"""``detectable_format:constrained_response``: one of a few fixed answers.

Asks      one of the options of the benchmark.
Decides   by looking for an option as a substring, case-sensitive.
Corrected Exactly one option must be a sentence of its own: at the start, on a new line or after
          an end mark, with nothing but markup or quotes around it. An option quoted inside
          a sentence does not count. Other sentences are allowed, because most prompts
          ask that the answer contain an option.
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
        if len(found) == 1:
            return Verdict(True, f"option {found[0]!r} found")
        shown = f"options {found} found" if found else "no option is a sentence of its own"
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
