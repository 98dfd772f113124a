"""What the YAML here calls; the work is done in lm_eval_tasks.harness."""

import sys
from pathlib import Path

try:
    from lm_eval_tasks import harness
except ImportError:  # a plain clone, not installed: the package is two folders up
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from lm_eval_tasks import harness
from lm_eval_tasks.harness.conversations import ConversationTask  # noqa: F401  # ifbench_multiturn.yaml names it

load = harness.load_for("ifbench")
process_results = harness.process_results_for("ifbench")
load_multiturn = harness.load_for("ifbench_multiturn")
process_results_multiturn = harness.process_results_for("ifbench_multiturn")
inst_level_acc = harness.inst_level_acc
inst_level_stderr = harness.inst_level_stderr
