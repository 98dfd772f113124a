"""Catalan."""

from __future__ import annotations

from immutabledict import immutabledict

from lm_eval_tasks.instructions.languages.language import Language, example
from lm_eval_tasks.text import spanish

CATALAN = Language(
    code="ca",
    name="Catalan",
    options=("Sí.", "No.", "Potser."),
    words=spanish.words_in_prose,
    sentences=spanish.sentences,
    examples=immutabledict(
        {
            "change_case:catalan_capital": example(
                "AQUEST MATÍ FEIA BON TEMPS I VAM PASSEJAR PER LA VORA DEL RIU.",
                "Aquest matí feia BON temps.",
            ),
            "change_case:catalan_lowercase": example(
                "aquest matí feia bon temps i vam passejar per la vora del riu.",
                "Aquest matí feia bon temps.",
            ),
        }
    ),
)
