"""IFEval in English, as it is, with the English gate, and in the corrected edition.

Source    google-research, instruction_following_eval; the langcheck document of the fork.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lm_eval_tasks.data.defects import IFEVAL as DEFECTS
from lm_eval_tasks.data.defects import excluded, repaired
from lm_eval_tasks.data.rows import Excluded
from lm_eval_tasks.data.sources import HubData
from lm_eval_tasks.instructions.catalogues.ifeval_catalogue import IFEVAL
from lm_eval_tasks.instructions.gates.english import english
from lm_eval_tasks.instructions.gates.english_corrected import english_corrected
from lm_eval_tasks.instructions.items import parse_item
from lm_eval_tasks.instructions.model import Catalogue, Item
from lm_eval_tasks.instructions.suites.base import CORE, Suite, corrected_twin

ifeval = Suite(
    name="ifeval",
    version=4,
    title="IFEval: 25 verifiable instruction types, English",
    catalogue=IFEVAL,
    hub=HubData("google/IFEval", "train", "966cd89545d6b6acfd7638bc708b98261ca58e84", 541),
    sample="english",
    tags=CORE,
)
ifeval_langcheck = replace(
    ifeval,
    name="ifeval_langcheck",
    version=1,
    title="IFEval, zero for responses that are not English or repeat themselves",
    gate=english,
)

EXCLUDED: Mapping[str | int, Excluded] = excluded(DEFECTS)
"""Rows of google/IFEval on which a right response is judged wrong, or a wrong one right."""


def parse_repaired(row: Mapping[str, Any], catalogue: Catalogue, edition: str) -> Item:
    """A row of google/IFEval with what its prompt asks, where the row says something different.

    Raises:
        RowError: as :func:`parse_item`.
    """
    return parse_item(repaired(row, DEFECTS), catalogue, edition)


ifeval_corrected = corrected_twin(
    ifeval,
    version=2,
    title="IFEval with its checks repaired (docs/deviations.md)",
    parse=parse_repaired,
    excluded=EXCLUDED,
)
ifeval_langcheck_corrected = corrected_twin(
    ifeval_langcheck,
    version=2,
    title="IFEval with its checks repaired, zero for responses that are not English or repeat themselves",
    gate=english_corrected,
    parse=parse_repaired,
    excluded=EXCLUDED,
)
