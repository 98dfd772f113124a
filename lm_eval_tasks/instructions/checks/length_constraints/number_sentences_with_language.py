"""``length_constraints:number_sentences_with_language``: how many sentences of a language.

Asks      fewer than, or at least, ``num_sentences`` sentences of ``language``, a name such as ``norwegian``.
Decides   by counting the sentences that the trained Punkt model of the language finds.
Quirks    A language without a model is refused when the row is loaded.
Source    EuroEval, ``length_constraints:number_sentences_with_language``; Punkt as in NLTK 3.10.4.
Example   {"num_sentences": 2, "relation": "at least", "language": "norwegian"}
followed      "Toget er sent ute. Barna leker i hagen."
not followed  "Toget er sent ute i dag."
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, get_args

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import Relation, counted, holds
from lm_eval_tasks.text.sentences import Sentences

Model = Literal[
    "czech", "danish", "dutch", "english", "estonian", "finnish", "french", "german", "greek", "italian",
    "norwegian", "polish", "portuguese", "russian", "slovene", "spanish", "swedish", "turkish",
]  # fmt: skip
MODELS: tuple[str, ...] = get_args(Model)


class SentencesOfLanguage(Parameters, frozen=True):
    """How many sentences are expected, and in which language they are counted."""

    num_sentences: Annotated[int, Meta(ge=0)]
    relation: Relation
    language: Model


sentences_of = cache(Sentences)


def official(text: Text, want: SentencesOfLanguage) -> Verdict:
    """Count the sentences of the language."""
    count = len(text.get(sentences_of(want.language)))
    return Verdict(
        holds(count, want.relation, want.num_sentences),
        f"{counted(count, 'sentence')} of {want.language}",
        f"expected {want.relation} {want.num_sentences}",
    )


number_sentences_with_language: Check = check(
    "length_constraints:number_sentences_with_language", SentencesOfLanguage, official
)
