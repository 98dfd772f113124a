"""IndicIFEval: IFEval in 14 Indian languages, translated, and in four with prompts written there.

Source    AI4Bharat, IndicIFEval (arXiv:2602.22125; data CC BY 4.0, code MIT).
"""

from __future__ import annotations

from collections.abc import Mapping

from immutabledict import immutabledict

from lm_eval_tasks.data.sources import HubData
from lm_eval_tasks.instructions.catalogues.indic_ifeval_catalogue import (
    INDIC_IFEVAL_GROUND,
    INDIC_IFEVAL_TRANS,
)
from lm_eval_tasks.instructions.languages.indic import TRANSLATED
from lm_eval_tasks.instructions.suites.base import Suite
from lm_eval_tasks.instructions.suites.names import INDIC_GROUND, INDIC_TRANS

_GROUND_ROWS: Mapping[str, int] = immutabledict({"bn": 409, "hi": 457, "ta": 430, "ur": 300})
_TRANS_ROWS = 490


def _suite(subset: str, code: str) -> Suite:
    """The task of one language in one subset."""
    ground = subset == "ground"
    name = TRANSLATED[code].name
    return Suite(
        name=f"indic_ifeval_{subset}_{code}",
        version=1,
        title=f"IndicIFEval in {name}, {'prompts of its own' if ground else 'translated prompts'}",
        catalogue=(INDIC_IFEVAL_GROUND if ground else INDIC_IFEVAL_TRANS)[code],
        hub=HubData(
            "ai4bharat/IndicIFEval",
            code,
            None,
            _GROUND_ROWS[code] if ground else _TRANS_ROWS,
            configs=(f"indicifeval-{subset}",),
        ),
        sample="indic_ifeval",
        tags=("indic_ifeval_tasks",),
    )


TRANS = tuple(_suite("trans", code) for code in INDIC_TRANS)
GROUND = tuple(_suite("ground", code) for code in INDIC_GROUND)
