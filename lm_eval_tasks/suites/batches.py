"""The first release's name of :mod:`lm_eval_tasks.adapters.batches`."""

from lm_eval_tasks.adapters.batches import score_batch

__all__ = ["score_batch"]
