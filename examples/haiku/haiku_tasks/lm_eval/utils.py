"""What the YAML here names is made by ``lm_eval_tasks.harness``, from the task's name."""

from lm_eval_tasks.harness import __getattr__  # noqa: F401
