"""What the YAML here calls; the work is done in lm_eval_tasks.harness."""

import sys
from pathlib import Path

try:
    from lm_eval_tasks import harness
except ImportError:  # a plain clone, not installed: the package is two folders up
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from lm_eval_tasks import harness

load_hf = harness.load_for("ifeval_arabic_inception_hf")
process_results_hf = harness.process_results_for("ifeval_arabic_inception_hf")
load_hf_langcheck = harness.load_for("ifeval_arabic_inception_hf_langcheck")
process_results_hf_langcheck = harness.process_results_for("ifeval_arabic_inception_hf_langcheck")
load_inception = harness.load_for("ifeval_arabic_inception")
process_results_inception = harness.process_results_for("ifeval_arabic_inception")
load_hf_corrected = harness.load_for("ifeval_arabic_inception_hf_corrected")
process_results_hf_corrected = harness.process_results_for("ifeval_arabic_inception_hf_corrected")
load_hf_langcheck_corrected = harness.load_for("ifeval_arabic_inception_hf_langcheck_corrected")
process_results_hf_langcheck_corrected = harness.process_results_for(
    "ifeval_arabic_inception_hf_langcheck_corrected"
)
load_inception_corrected = harness.load_for("ifeval_arabic_inception_corrected")
process_results_inception_corrected = harness.process_results_for("ifeval_arabic_inception_corrected")
inst_level_acc = harness.inst_level_acc
inst_level_stderr = harness.inst_level_stderr
