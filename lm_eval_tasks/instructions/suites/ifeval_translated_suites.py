"""IFEval as others translated it: Spanish, Catalan and Portuguese.

The tasks have names of their own, so that they can be loaded beside lm_eval's ``ifeval_es`` and
``ifeval_ca``, whose verdicts they give without spaCy and its models.

Source    EleutherAI/lm-evaluation-harness 0.4.13, ``ifeval/multilingual``; BSC-LT/IFEval_es and
          projecte-aina/IFEval_ca (CC BY 4.0); Polygl0t/IFEval-PT (Apache-2.0).
"""

from __future__ import annotations

from dataclasses import replace

from lm_eval_tasks.data.sources import HubData
from lm_eval_tasks.instructions.catalogues.ifeval_catalogue import IFEVAL
from lm_eval_tasks.instructions.catalogues.ifeval_es_ca_catalogue import IFEVAL_CATALAN, IFEVAL_SPANISH
from lm_eval_tasks.instructions.suites.base import Suite

TAGS = ("ifeval_translated",)

spanish = Suite(
    name="ifeval_spanish",
    version=1,
    title="IFEval in Spanish, as lm_eval's ifeval_es",
    catalogue=IFEVAL_SPANISH,
    hub=HubData("BSC-LT/IFEval_es", "test", "d17138a2a52416a0f690435e1debc6fdaf898aaa", 541),
    sample="ifeval_spanish",
    tags=TAGS,
)
catalan = Suite(
    name="ifeval_catalan",
    version=1,
    title="IFEval in Catalan, as lm_eval's ifeval_ca",
    catalogue=IFEVAL_CATALAN,
    hub=HubData("projecte-aina/IFEval_ca", "test", None, 541),
    sample="ifeval_catalan",
    tags=TAGS,
)
portuguese = Suite(
    name="ifeval_portuguese",
    version=1,
    title="IFEval in Portuguese, 300 prompts",
    catalogue=replace(IFEVAL, name="ifeval_portuguese", corrected=False),
    hub=HubData("Polygl0t/IFEval-PT", "train", None, 300),
    sample="ifeval_portuguese",
    tags=TAGS,
)
