#!/usr/bin/env bash
# Builds the wheel and the sdist, and tests both as a user gets them: installed into fresh
# environments, from outside the source tree, on every Python and lm_eval release asked for.
#
#   scripts/test_matrix.sh                                   every Python found, every release
#   PYTHONS="3.11" LM_EVALS="0.4.13" scripts/test_matrix.sh  one combination
#
# Each environment is made, checked (pip check), used (the command, and lm_eval with a model that
# always says the same, on the shipped sample; both must agree) and tested (the fast tests). A line per step; the exit code is 1 if one fails.
set -uo pipefail

PYTHONS=${PYTHONS:-"3.10 3.11 3.12 3.13"}
LM_EVALS=${LM_EVALS:-"0.4.10 0.4.12 0.4.13 0.5.0.dev1"}
TESTS=${TESTS:-"test_conformance.py test_items.py test_fuzz.py test_results.py test_workers.py test_lm_eval.py"}
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
failed=0
unset PYTHONPATH PYTHONHOME  # nothing but what is installed counts

step() { # step NAME COMMAND…: one line of outcome, the output only of what fails
  local name=$1
  shift
  if "$@" >"$WORK/output" 2>&1; then
    echo "ok      $name"
  else
    echo "FAILED  $name"
    tail -n 25 "$WORK/output" | sed 's/^/        /'
    failed=1
    return 1
  fi
}

python_of() { # the interpreter of a version, also one that pyenv keeps
  local found
  for found in "$(command -v "python$1")" "$HOME"/.pyenv/versions/"$1".*/bin/python; do
    if [ -x "$found" ] && "$found" -c "import sys; assert '%d.%d' % sys.version_info[:2] == '$1'" 2>/dev/null; then
      echo "$found"
      return
    fi
  done
}

build() { # wheel and sdist, from a copy, so that nothing is left in the source tree
  local python=$1
  mkdir "$WORK/source" && git -C "$SOURCE" archive HEAD | tar -x -C "$WORK/source" || return 1
  "$python" -m venv "$WORK/building" && "$WORK/building/bin/pip" install -q build || return 1
  "$WORK/building/bin/python" -m build --outdir "$WORK/dist" "$WORK/source"
}

smoke() { # the command and lm_eval, far from the source tree
  rm -rf "$WORK/elsewhere" && mkdir "$WORK/elsewhere" && cd "$WORK/elsewhere" || return 1
  cat >smoke.py <<'PYTHON'
"""A model that always says the same, through lm_eval; its answers, through the command."""
import json
import subprocess
import sys

import lm_eval
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

TASK, ANSWER = "ifeval_langcheck", "A lantern swung above the harbour, and a gull cried."


class Parrot(LM):
    def generate_until(self, requests, disable_tqdm=False):
        return [ANSWER for _ in requests]

    def loglikelihood(self, requests, disable_tqdm=False):
        raise NotImplementedError

    loglikelihood_rolling = loglikelihood


manager = TaskManager(include_path=sys.argv[1], include_defaults=False, metadata={"ifeval_data": "sample"})
run = lm_eval.simple_evaluate(model=Parrot(), tasks=[TASK], task_manager=manager, log_samples=True)
accuracy = run["results"][TASK]["prompt_level_strict_acc,none"]
with open("answers.jsonl", "w") as file:
    for sample in run["samples"][TASK]:
        file.write(json.dumps({"key": sample["doc"]["key"], "response": sample["resps"][0][0]}) + "\n")
command = [sys.argv[2], "score", "answers.jsonl", "--task", TASK, "--data", "sample", "--json"]
scored = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
assert 0 < accuracy < 1
assert abs(scored["metrics"]["prompt_level_strict_acc"]["value"] - accuracy) < 1e-12, (scored, accuracy)
print(accuracy)
PYTHON
  "$1/lm-eval-tasks" list && "$1/lm-eval-tasks" explain keywords:existence || return 1
  HF_HUB_OFFLINE=1 "$1/python" smoke.py "$("$1/lm-eval-tasks" path)" "$1/lm-eval-tasks"
}

tests() { # the fast tests, copied, so that the installed package is what they import
  rm -rf "$WORK/tests" && cp -r "$WORK/source/tests" "$WORK/tests" && cd "$WORK/tests" || return 1
  # shellcheck disable=SC2086
  "$1/python" -m pytest -q -p no:cacheprovider -W ignore::pytest.PytestUnknownMarkWarning -m "not slow" -o addopts="" $TESTS
}

environment() { # environment PYTHON LM_EVAL FILE NAME
  local folder=$WORK/environment bin=$WORK/environment/bin
  rm -rf "$folder"
  case $2 in
  *dev*) # A pre-release is above the bound of setup.cfg, so pip is not asked whether it fits.
    step "$4: install" bash -c "'$1' -m venv '$folder' && '$bin/pip' install -q '$3[test,fast]' &&
      '$bin/pip' install -q --no-deps --pre 'lm-eval==$2'" || return
    ;;
  *)
    step "$4: install" bash -c \
      "'$1' -m venv '$folder' && '$bin/pip' install -q '$3[test,fast]' 'lm-eval==$2'" || return
    step "$4: pip check" "$bin/pip" check
    ;;
  esac
  step "$4: use" smoke "$bin"
  step "$4: tests" tests "$bin"
}

first=""
for version in $PYTHONS; do
  first=${first:-$(python_of "$version")}
done
[ -n "$first" ] || { echo "none of Python $PYTHONS found"; exit 2; }
step "build" build "$first" || exit 1
wheel=$(ls "$WORK"/dist/*.whl)
sdist=$(ls "$WORK"/dist/*.tar.gz)
for version in $PYTHONS; do
  python=$(python_of "$version")
  if [ -z "$python" ]; then
    echo "absent  Python $version"
    continue
  fi
  for release in $LM_EVALS; do
    environment "$python" "$release" "$wheel" "wheel, Python $version, lm_eval $release"
  done
done
environment "$first" "${LM_EVALS##* }" "$sdist" "sdist, lm_eval ${LM_EVALS##* }"
exit $failed
