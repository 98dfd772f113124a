"""A trainer's ground truth as a row, and what the original would pay for it.

Source    allenai, open-instruct (shares); RLIF (all or nothing, for a ground truth that is one object).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from lm_eval_tasks.data.rows import RowError
from lm_eval_tasks.data.training_rows import read_ground_truth, without_gaps
from lm_eval_tasks.errors import DataError


def row_of(ground_truth: Any, *, expected: bool, source: str) -> dict[str, Any] | None:
    """The row that a ground truth stands for, None where it holds no instructions.

    Raises:
        DataError: when it is ``expected`` to hold some and cannot be read.
    """
    try:
        found = read_ground_truth(ground_truth, expected=expected)
    except RowError as problem:
        raise DataError([str(problem)], source) from None
    if found is None:
        return None
    ids, kwargs = found
    return {"key": 0, "instruction_id_list": ids, "kwargs": kwargs}


def pays_shares(ground_truth: Any) -> bool:
    """Whether the data's own verifier pays the share of instructions followed.

    A list with one object is open-instruct's form, which pays shares. One object alone is paid all
    or nothing.
    """
    value = without_gaps(ground_truth)
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return True  # a Python literal
    return not isinstance(value, Mapping)
