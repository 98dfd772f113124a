"""Spanish."""

from __future__ import annotations

from immutabledict import immutabledict

from lm_eval_tasks.instructions.languages.language import Language, example
from lm_eval_tasks.text import spanish

SPANISH = Language(
    code="es",
    name="Spanish",
    options=("Sí.", "No.", "Quizás."),
    words=spanish.words_in_prose,
    sentences=spanish.sentences,
    examples=immutabledict(
        {
            "change_case:spanish_capital": example(
                "HACÍA BUEN TIEMPO ESTA MAÑANA Y PASEAMOS POR LA ORILLA DEL RÍO.",
                "Hacía BUEN tiempo esta mañana.",
            ),
            "change_case:spanish_lowercase": example(
                "hacía buen tiempo esta mañana y paseamos por la orilla del río.",
                "Hacía buen tiempo esta mañana.",
            ),
            "detectable_content:postscript": example(
                "Hasta pronto.\nP.D. Trae un abrigo.",
                "Hasta pronto.\nP.S. Trae un abrigo.",
                postscript_marker="P.D.",
            ),
            "detectable_format:constrained_response": example("Sí.", "Claro."),
            "detectable_format:number_bullet_lists": example(
                "* ciruela\n* pera", "- ciruela\n- pera", num_bullets=2
            ),
            "length_constraints:nth_paragraph_first_word": example(
                "El cobre es blando.\n\nEn cambio, el hierro es duro.",
                "El cobre es blando.\n\nEn fin, el hierro es duro.",
                num_paragraphs=2,
                nth_paragraph=2,
                first_word="En cambio",
            ),
            "special_character:tildes": example(
                "El café está frío.", "Mañana, más niños.", num_words=3, relation="at least"
            ),
            "startend:end_checker": example(
                "Zarpamos al alba. Eso es todo.", "Eso es todo: zarpamos al alba.", end_phrase="Eso es todo"
            ),
        }
    ),
)
