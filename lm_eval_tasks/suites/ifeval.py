"""IFEval in English, as it is and behind the English gate.

Source    google-research, instruction_following_eval; the langcheck document of the fork.
"""

from __future__ import annotations

from dataclasses import replace

from lm_eval_tasks.catalogues.ifeval import IFEVAL
from lm_eval_tasks.data.sources import HubData
from lm_eval_tasks.gates.english import english
from lm_eval_tasks.suites.base import Suite

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
