"""What the YAML here calls; the work is done in lm_eval_tasks.harness."""

import sys
from pathlib import Path

try:
    from lm_eval_tasks import harness
except ImportError:  # a plain clone, not installed: the package is two folders up
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from lm_eval_tasks import harness

load_es = harness.load_for("m_ifeval_es")
load_fr = harness.load_for("m_ifeval_fr")
load_ja = harness.load_for("m_ifeval_ja")
process_results_es = harness.process_results_for("m_ifeval_es")
process_results_fr = harness.process_results_for("m_ifeval_fr")
process_results_ja = harness.process_results_for("m_ifeval_ja")
inst_level_acc = harness.inst_level_acc
inst_level_stderr = harness.inst_level_stderr
