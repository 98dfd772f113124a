"""What the YAML here names is made by ``lm_eval_tasks.harness``, from the task's name."""

import sys
from pathlib import Path

# lm_eval runs this file by its path. An installed package is found first, in a plain clone the one above.
sys.path.append(str(Path(__file__).resolve().parents[2]))

from lm_eval_tasks.harness import __getattr__  # noqa: F401
