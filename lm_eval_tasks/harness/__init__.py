"""What lm_eval calls. The only room that knows lm_eval."""

from lm_eval_tasks.harness.tasks import (
    aggregations_for,
    explained,
    inst_level_acc,
    inst_level_stderr,
    load_for,
    process_results_for,
)

__all__ = [
    "aggregations_for",
    "explained",
    "inst_level_acc",
    "inst_level_stderr",
    "load_for",
    "process_results_for",
]
