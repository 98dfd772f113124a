"""``keywords:exclude_word_harder``: a word does not occur.

Asks      that ``keyword`` does not occur in the response.
Decides   by looking for the keyword with a blank on each side, literally and minding case.
Corrected The keyword is found as a whole word, whatever is on its sides, ignoring case.
Quirks    A keyword at the start or end of the text, of a line, or next to a mark is not seen.
          ``instruction`` is the request that the reference draws a keyword from if none is given. It
          is not used here.
Source    allenai, open-instruct, IFEvalG.
Example   {"keyword": "moon"}
followed      "The sun pulls the water."
not followed  "The moon pulls the water."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.normal import find_word, folded


class ExcludedWord(Parameters, frozen=True):
    """The word that must not occur."""

    keyword: Annotated[str, Meta(min_length=1)]
    instruction: str = ""


def official(text: Text, want: ExcludedWord) -> Verdict:
    """Look for the word between two blanks."""
    word = want.keyword.strip()
    at = text.string.find(f" {word} ")
    if at >= 0:
        place = (at + 1, at + 1 + len(word))
        return Verdict(False, f"{word!r} at character {at + 1}", "expected none", (place,))
    return Verdict(True, f"no {word!r} between blanks")


def corrected(text: Text, want: ExcludedWord) -> Verdict:
    """Look for the whole word."""
    word = want.keyword.strip()
    string = text.get(folded)
    span = next(find_word(word, string, text.budget), None)
    if span is None:
        return Verdict(True, f"no {word!r}")
    places = (span,) if len(string) == len(text.string) else ()
    return Verdict(False, f"{word!r} at character {span[0]}", "expected none", places)


exclude_word_harder: Check = check(
    "keywords:exclude_word_harder", ExcludedWord, official, corrected=corrected
)
