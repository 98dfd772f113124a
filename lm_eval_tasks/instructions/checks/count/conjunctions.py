"""``count:conjunctions``: different coordinating conjunctions.

Asks      at least ``small_n`` different coordinating conjunctions.
Decides   by splitting at whitespace and counting the words that are and, but, for, nor, or, so
          or yet after outer punctuation is removed and case is ignored.
Corrected ``And`` and ``and,`` are one conjunction.
Quirks    Words are compared as written: ``And`` and ``and,`` are two different ones.
Source    allenai, IFBench.
Example   {"small_n": 2}
followed      "The tide was low, yet the boats came in, and the gulls followed."
not followed  "The tide was low and the boats came in and the gulls followed."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import trimmed
from lm_eval_tasks.text.relations import counted

CONJUNCTIONS = frozenset({"and", "but", "for", "nor", "or", "so", "yet"})


class Conjunctions(Parameters, frozen=True):
    """How many different conjunctions are expected."""

    small_n: Annotated[int, Meta(ge=0)]


def written_conjunctions(text: str) -> list[str]:
    """The conjunctions as they are written, marks and case kept, each once, in order."""
    words = dict.fromkeys(text.split())
    return [word for word in words if trimmed(word).lower() in CONJUNCTIONS]


def official(text: Text, want: Conjunctions) -> Verdict:
    """Compare the number of different spellings with the number expected."""
    found = text.get(written_conjunctions)
    return Verdict(
        len(found) >= want.small_n,
        f"{counted(len(found), 'conjunction')}: {', '.join(map(repr, found[:10]))}"
        if found
        else "no conjunction",
        f"expected at least {want.small_n}",
    )


def corrected(text: Text, want: Conjunctions) -> Verdict:
    """Compare the number of different words, marks and case set aside."""
    found = list(dict.fromkeys(trimmed(word).lower() for word in text.get(written_conjunctions)))
    return Verdict(
        len(found) >= want.small_n,
        f"{counted(len(found), 'conjunction')}: {', '.join(found)}" if found else "no conjunction",
        f"expected at least {want.small_n}",
    )


conjunctions: Check = check("count:conjunctions", Conjunctions, official, corrected=corrected)
