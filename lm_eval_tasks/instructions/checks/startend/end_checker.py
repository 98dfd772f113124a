"""``startend:end_checker``: the response ends with a phrase.

Asks      that the response ends with ``end_phrase`` and nothing after it.
Decides   by comparing the end, ignoring case, after outer whitespace and then outer double
          quotes are removed. In Spanish one full stop is removed from the response, too. Japanese
          is case-sensitive and removes ``」`` and ``』`` from both.
Corrected The phrase must begin where a word begins. Quotes of any kind and emphasis after it are
          taken off, and apostrophes, accents and whitespace are made alike.
Quirks    The phrase may be the end of a longer word; curly quotes and asterisks after it fail.
          In Spanish a phrase that itself ends with a full stop never matches.
Source    google-research, instruction_following_eval.
Example   {"end_phrase": "That is all."}
followed      "We sail at dawn. That is all."
not followed  "That is all. We sail at dawn."
Example   {"end_phrase": "Eso es todo"} in m_ifeval_es
followed      "Zarpamos al alba. Eso es todo."
not followed  "Eso es todo: zarpamos al alba."
Example   {"end_phrase": "以上です。"} in m_ifeval_ja
followed      "「夜明けに出ます。以上です。」"
not followed  "以上です。夜明けに出ます。"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.normal import folded, is_word_character, one_line

_CLOSING = "\"'*_»」』 \u200b"


class EndPhrase(Parameters, frozen=True):
    """The phrase at the end."""

    end_phrase: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: EndPhrase) -> Verdict:
    """Compare the end in lower case."""
    return compared(text.string.strip().strip('"').lower(), want.end_phrase.strip().lower())


def spanish(text: Text, want: EndPhrase) -> Verdict:
    """Compare the end in lower case, without the response's last full stop."""
    end = text.string.strip().strip('"').lower().removesuffix(".")
    return compared(end, want.end_phrase.strip().lower())


def japanese(text: Text, want: EndPhrase) -> Verdict:
    """Compare the ends without closing corner brackets."""
    return compared(text.string.strip().strip("」』"), want.end_phrase.strip().strip("」』"))


def compared(end: str, phrase: str) -> Verdict:
    """Whether one text ends with the other."""
    if end.endswith(phrase):
        return Verdict(True, f"ends with {phrase!r}")
    return Verdict(False, f"ends with {end[-max(20, len(phrase)) :]!r}", f"expected {phrase!r}")


def corrected(text: Text, want: EndPhrase) -> Verdict:
    """Compare the folded ends, without closing quotes and emphasis, at a word's border."""
    phrase = one_line(folded(want.end_phrase)).rstrip(_CLOSING) or one_line(folded(want.end_phrase))
    end = one_line(text.get(folded)).rstrip(_CLOSING)
    if not end.endswith(phrase):
        return Verdict(False, f"ends with {end[-max(20, len(phrase)) :]!r}", f"expected {phrase!r}")
    before = end[: len(end) - len(phrase)][-1:]
    if phrase and is_word_character(phrase[0]) and before and is_word_character(before):
        return Verdict(False, f"{phrase!r} is the end of a longer word", f"expected {phrase!r}")
    return Verdict(True, f"ends with {phrase!r}")


end_checker: Check = check("startend:end_checker", EndPhrase, official, corrected=corrected)


def corrected_spanish(text: Text, want: EndPhrase) -> Verdict:
    """The same without the last full stop on either side."""
    end = text.string.rstrip(_CLOSING + "\n\t").removesuffix(".")
    phrase = want.end_phrase.strip().removesuffix(".") or want.end_phrase
    return corrected(Text(end, text.budget, text.asked), EndPhrase(phrase))


spanish_end_checker: Check = check("startend:end_checker", EndPhrase, spanish, corrected=corrected_spanish)
japanese_end_checker: Check = check("startend:end_checker", EndPhrase, japanese, corrected=corrected)
