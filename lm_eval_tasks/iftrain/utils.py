"""What the YAML here calls; the work is done in lm_eval_tasks.harness."""

import sys
from pathlib import Path

try:
    from lm_eval_tasks import harness
except ImportError:  # a plain clone, not installed: the package is two folders up
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from lm_eval_tasks import harness

load = harness.load_for("iftrain")
process_results = harness.process_results_for("iftrain")
load_corrected = harness.load_for("iftrain_corrected")
process_results_corrected = harness.process_results_for("iftrain_corrected")
load_tulu3 = harness.load_for("tulu3")
process_results_tulu3 = harness.process_results_for("tulu3")
inst_level_acc = harness.inst_level_acc
inst_level_stderr = harness.inst_level_stderr
