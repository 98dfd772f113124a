"""What the YAML here calls; the work is done in lm_eval_tasks.harness."""

import sys
from pathlib import Path

try:
    from lm_eval_tasks import harness
except ImportError:  # a plain clone, not installed: the package is two folders up
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from lm_eval_tasks import harness
from lm_eval_tasks.harness.conversations import TurnByTurnTask  # noqa: F401  # the YAML names it

load = harness.load_for("multi_if")
process_results = harness.process_results_for("multi_if")
globals().update(harness.aggregations_for("multi_if"))  # overall, overall_stderr, turn_1_overall, ...

for _language in ("english", "french", "hindi", "portuguese", "spanish", "russian", "italian", "chinese"):
    globals()[f"load_{_language}"] = harness.load_for(f"multi_if_{_language}")
    globals()[f"process_results_{_language}"] = harness.process_results_for(f"multi_if_{_language}")
