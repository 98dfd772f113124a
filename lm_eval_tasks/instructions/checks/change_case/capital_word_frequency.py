"""``change_case:capital_word_frequency``: words in capitals.

Asks      that fewer than, or at least, ``capital_frequency`` words are all capitals.
Decides   by counting the word tokens (Penn Treebank) without a lower-case letter.
Corrected Words are those of ``length_constraints:number_words`` (corrected). One counts when it has
          two capital letters or more and no lower-case one, ``DON'T`` once; ``I`` and ``A`` count
          inside a phrase in capitals. A prompt that asks for such words and gives only an upper
          bound expects one at least. ``around`` allows a tenth, at least one.
Plusplus  ``around`` allows 5.
Quirks    ``I`` and ``A`` count; a hyphenated word counts once, ``DON'T`` twice.
Source    google-research, instruction_following_eval; tokens as in NLTK 3.10.4.
Example   {"capital_frequency": 2, "capital_relation": "at least"}
followed      "The NASA and ESA teams met."
not followed  "The NASA team met."
Example   {"capital_frequency": 2, "capital_relation": "al menos"} in m_ifeval_es
followed      "La NASA y la ESA se reunieron."
not followed  "La NASA se reunió."
Example   {"capital_frequency": 2, "capital_relation": "au moins"} in m_ifeval_fr
followed      "La NASA et le CNES se réunissent."
not followed  "La NASA se réunit."
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import regex
from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.relations import Relation, counted, holds


class CapitalWordFrequency(Parameters, frozen=True):
    """How many words in capitals are expected."""

    capital_frequency: Annotated[int, Meta(ge=0)]
    capital_relation: Relation


def reading(tokens: Callable[[str], list[str]], around: int | None = 0) -> Reading:
    """Judge by the ``tokens`` of a benchmark that are upper case."""

    def judge(text: Text, want: CapitalWordFrequency) -> Verdict:
        count = sum(map(str.isupper, text.get(tokens)))
        return Verdict(
            holds(count, want.capital_relation, want.capital_frequency, around),
            counted(count, "word") + " in capitals",
            f"expected {want.capital_relation} {want.capital_frequency}",
        )

    return judge


ID = "change_case:capital_word_frequency"
_ENDS = (".", "!", "?", "…", ":", ";")
_ASKED = regex.compile(
    r"\b(?:us(?:e|ing)|includ(?:e|ing)|add(?:ing)?|capitali[sz]e|highlight|stress|emphasi[sz]e|put|write)\b"
    r"[^.?!\n]*?\b(?:capital\w*|all[- ]caps|upper[- ]?case)|\bcapitali[sz]e (?:a few|some|several)\b",
    regex.IGNORECASE,
)


def capital_words(text: str) -> list[str]:
    """The words without a lower-case letter that have two capitals, and those of one inside a phrase.

    ``I`` and ``A`` count next to capital words of the same sentence if there are two or more of
    those: ``I FROZE WHEN I WAS JOGGING`` has six, ``I joined NASA`` has one.
    """
    found: list[str] = []
    phrase: list[str] = []
    for word in [*prose.words(text), ""]:
        if word and word.isupper():
            phrase.append(word)
            if not word.rstrip("\"'*_)”’").endswith(_ENDS):
                continue
        long = [one for one in phrase if sum(map(str.isupper, one)) > 1]
        found += phrase if len(long) > 1 else long
        phrase = []
    return found


def corrected(text: Text, want: CapitalWordFrequency) -> Verdict:
    """Count them; a prompt that asks for such words and bounds them from above expects one at least.

    Where a second instruction of the prompt has the lower bound, this one has the upper bound only.
    """
    verdict = _counted(text, want)
    upper = want.capital_relation in ("less than", "at most") and want.capital_frequency > 1
    tested_apart = text.asked.ids.count(ID) > 1
    if (
        upper
        and not tested_apart
        and verdict.followed
        and not text.get(capital_words)
        and _ASKED.search(text.asked.prompt)
    ):
        return Verdict(
            False, verdict.found, f"expected some, {want.capital_relation} {want.capital_frequency}"
        )
    return verdict


_counted = reading(capital_words, None)


def capital_word_frequency(tokens: Callable[[str], list[str]]) -> Check:
    """The check with one benchmark's words."""
    return check(
        ID,
        CapitalWordFrequency,
        reading(tokens),
        corrected=corrected,
    )
