"""``special_character:dieresis``: how many words have the letter ``ü``.

Asks      exactly ``let_frequency`` words with ``ü``.
Decides   by counting the words that contain it, in lower case or as a capital.
Quirks    Words are counted, not letters, and a repeated word counts again. Only the composed
          letter counts; a letter with a separate accent character does not.
Source    M-IFEval (arXiv:2502.04688), Spanish; words near spaCy's, see the task's page.
Example   {"let_frequency": 2}
followed      "La cigüeña y el pingüino."
not followed  "La cigüeña y el pato."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.spanish import words

LETTER = "ü"


class NumberOfWords(Parameters, frozen=True):
    """How many words with the letter are expected, exactly."""

    let_frequency: Annotated[int, Meta(ge=0)]


def official(text: Text, want: NumberOfWords) -> Verdict:
    """Count the words."""
    count = sum(LETTER in word.lower() for word in text.get(words))
    return Verdict(
        count == want.let_frequency,
        f"{counted(count, 'word')} with {LETTER!r}",
        f"expected exactly {want.let_frequency}",
    )


dieresis: Check = check("special_character:dieresis", NumberOfWords, official)
