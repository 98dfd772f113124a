"""A task of lm_eval with a class of its own, the same in every release."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lm_eval_tasks.harness import releases

GenerateTask: Any = releases.generate_task()


class OwnTask(GenerateTask):  # type: ignore[misc]  # lm_eval has no types
    """A task that generates; its metrics may have names that lm_eval uses, too.

    Name it in a task's YAML under ``class``.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        plain = {name: value for name, value in (config or {}).items() if name != "class"}
        plain["metadata"] = {**(plain.get("metadata") or {}), **releases.further_metadata()}
        super().__init__(config=releases.with_own_metrics(plain))
