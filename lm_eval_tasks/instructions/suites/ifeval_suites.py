"""IFEval in English, as it is, behind the English gate, and in the corrected edition.

Source    google-research, instruction_following_eval; the langcheck document of the fork.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from immutabledict import immutabledict

from lm_eval_tasks.data.rows import Excluded
from lm_eval_tasks.data.sources import HubData
from lm_eval_tasks.instructions.catalogues.ifeval_catalogue import IFEVAL
from lm_eval_tasks.instructions.gates.english import english
from lm_eval_tasks.instructions.gates.english_corrected import english_corrected
from lm_eval_tasks.instructions.model import CORRECTED
from lm_eval_tasks.instructions.scoring.metrics import FOUR, LOOSE_BY_ONE_VARIANT
from lm_eval_tasks.instructions.scoring.prepare import answer_after_leading_thinking
from lm_eval_tasks.instructions.suites.base import Suite
from lm_eval_tasks.text.relations import RELATIONS
from lm_eval_tasks.text.variants import variants_set_apart

ifeval = Suite(
    name="ifeval",
    version=4,
    title="IFEval: 25 verifiable instruction types, English",
    catalogue=IFEVAL,
    hub=HubData("google/IFEval", "train", "966cd89545d6b6acfd7638bc708b98261ca58e84", 541),
    sample="english",
)
ifeval_langcheck = replace(
    ifeval,
    name="ifeval_langcheck",
    version=1,
    title="IFEval, zero for responses that are not English or loop",
    gate=english,
)

_BY_REPEATING = "the request to be repeated itself holds what another instruction forbids"
EXCLUDED: Mapping[str | int, Excluded] = immutabledict(
    {
        337: Excluded("b68abaf3a3d0", "400 words are asked for, 336 are tested"),
        374: Excluded("2a4bb8293311", f"{_BY_REPEATING}: two forbidden words"),
        1174: Excluded("8116c07e15ec", "at least 6 letters o are asked for, fewer than 6 are tested"),
        1332: Excluded("8e44299e82c1", "six asterisks are asked for and seven are shown"),
        1627: Excluded("2353c9dcc6ba", f"{_BY_REPEATING}: a comma"),
        2078: Excluded("914126c2fa0e", "exactly one bullet point is asked for, and a few of them"),
        2180: Excluded("24514b95b723", "at least 5 parts are asked for, exactly 5 are tested"),
        3063: Excluded(
            "1dfcf37d9d57", "nothing but Marathi is asked for, in an exact format that is written in English"
        ),
        3305: Excluded(
            "5d1cc7fe7dc2", "nothing but Hindi is asked for, and an English request and English keywords"
        ),
        3311: Excluded("2946bdd7398a", "three keywords are asked for, two are tested"),
        3369: Excluded("8cc26d558b10", f"{_BY_REPEATING}: a word twice that may occur once"),
        3371: Excluded("964cc27b7d34", f"{_BY_REPEATING}: three forbidden words"),
        3718: Excluded("9d1336ab67c9", f"{_BY_REPEATING}: a comma"),
    }
)
"""Rows of google/IFEval on which a right response is judged wrong, or a wrong one right."""

ifeval_corrected = replace(
    ifeval,
    name="ifeval_corrected",
    version=1,
    title="IFEval with its checks repaired (docs/deviations.md)",
    catalogue=replace(IFEVAL, relations=immutabledict({word: word for word in RELATIONS})),
    edition=CORRECTED,
    metrics=(*FOUR, LOOSE_BY_ONE_VARIANT),
    prepare=answer_after_leading_thinking,
    variants=variants_set_apart,
    excluded=EXCLUDED,
)
ifeval_langcheck_corrected = replace(
    ifeval_corrected,
    name="ifeval_langcheck_corrected",
    title="IFEval with its checks repaired, zero for responses that are not English or loop",
    gate=english_corrected,
)
