"""Training sets as tasks: IFTrain's 54 instruction types, official and corrected, and Tülu 3's 25 functions.

Source    allenai, open-instruct, commit e6c3044aa6201c8bfa4573c1b03142af599e730d (Apache-2.0; data
          ODC-BY-1.0).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lm_eval_tasks.data.rows import RowError
from lm_eval_tasks.data.sources import HubData, Rows, rows_from
from lm_eval_tasks.data.training_rows import common_row
from lm_eval_tasks.instructions.catalogues.iftrain_catalogue import IFTRAIN, IFTRAIN_CORRECTED
from lm_eval_tasks.instructions.catalogues.tulu3_catalogue import TULU3
from lm_eval_tasks.instructions.items import parse_item
from lm_eval_tasks.instructions.model import CORRECTED, Catalogue, Item
from lm_eval_tasks.instructions.scoring.metrics import FOUR
from lm_eval_tasks.instructions.scoring.prepare import answer_after_leading_thinking, as_it_is
from lm_eval_tasks.instructions.suites.base import CORRECTED_TASKS, Suite


def parse_training_row(row: Mapping[str, Any], *, catalogue: Catalogue, edition: str) -> Item:
    """A row of any shape of a training set.

    Raises:
        RowError: when it cannot be scored, or holds no instructions.
    """
    common = common_row(row)
    if common is None:
        raise RowError(f"key {row.get('key')}: the row holds no instructions")
    for name in common["instruction_id_list"]:
        if isinstance(name, str) and name in TULU3.checks and name not in catalogue.checks:
            raise RowError(
                f"key {common.get('key', 0)}: {name!r} is a function of Tülu 3, which the task tulu3 judges "
                "(a reward judges both sets with task='training')"
            )
    return parse_item({"key": row.get("key", 0), **common}, catalogue, edition)


def one_per_prompt(found: Rows) -> Rows:
    """Common rows; rows of other tasks are left out, and rows that cannot be read stay as they are."""
    kept: list[Mapping[str, Any]] = []
    lines: list[int] = []
    for position, row in enumerate(found.rows):
        try:
            common = common_row(row)
        except RowError:
            common = dict(row)
        if common is not None:
            kept.append({"key": position, **common})
            lines.append(found.lines[position] if found.lines else position)
    return replace(rows_from(kept, found.source), lines=tuple(lines) if found.lines else None)


iftrain = Suite(
    name="iftrain",
    version=1,
    title="IFTrain: 54 instruction types that models are trained on",
    catalogue=IFTRAIN,
    hub=HubData("allenai/IF_multi_constraints_upto5", "train", None, 95373),
    sample="iftrain",
    metrics=FOUR,
    prepare=as_it_is,
    unfold=one_per_prompt,
    parse=parse_training_row,
)
iftrain_corrected = replace(
    iftrain,
    name="iftrain_corrected",
    version=1,
    tags=CORRECTED_TASKS,
    title="IFTrain with its checks repaired (docs/deviations.md)",
    catalogue=IFTRAIN_CORRECTED,
    edition=CORRECTED,
    prepare=answer_after_leading_thinking,
)
tulu3 = replace(
    iftrain,
    name="tulu3",
    version=1,
    title="Tülu 3: 25 functions that models are trained on",
    catalogue=TULU3,
    hub=HubData("allenai/RLVR-IFeval", "train", None, 14973),
    sample="tulu3",
)
