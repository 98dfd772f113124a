"""``special_character:tildes``: how many words have an acute accent.

Asks      at least, or at most, ``num_words`` words with one of ``á é í ó ú``.
Decides   by counting the words that contain one, small or capital.
Quirks    Only the composed letters count; a separate accent character is not recognised.
Source    M-IFEval (arXiv:2502.04688), Spanish; words near spaCy's, see the task's page.
Example   {"num_words": 2, "relation": "al menos"}
followed      "El café está frío."
not followed  "El café espera."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import Relation, counted, holds
from lm_eval_tasks.text.spanish import words

ACCENTED = frozenset("áéíóúÁÉÍÓÚ")


class NumberOfWords(Parameters, frozen=True):
    """How many accented words are expected."""

    num_words: Annotated[int, Meta(ge=0)]
    relation: Relation


def official(text: Text, want: NumberOfWords) -> Verdict:
    """Count the words."""
    count = sum(not ACCENTED.isdisjoint(word) for word in text.get(words))
    return Verdict(
        holds(count, want.relation, want.num_words),
        f"{counted(count, 'word')} with an acute accent",
        f"expected {want.relation} {want.num_words}",
    )


tildes: Check = check("special_character:tildes", NumberOfWords, official)
