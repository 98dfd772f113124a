"""What the YAML here calls; the work is done in lm_eval_tasks.harness."""

import sys
from pathlib import Path

try:
    from lm_eval_tasks import harness
except ImportError:  # a plain clone, not installed: the package is two folders up
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from lm_eval_tasks import harness

load = harness.load_for("ifeval_pp")
process_results = harness.process_results_for("ifeval_pp")
inst_level_acc = harness.inst_level_acc
inst_level_stderr = harness.inst_level_stderr
globals().update(harness.aggregations_for("ifeval_pp"))  # reliable_at_1, reliable_at_1_stderr, ...
