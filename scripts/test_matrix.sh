#!/usr/bin/env bash
# Builds the wheel and the sdist, and tests both as a user gets them: installed into fresh
# environments, from outside the source tree, on every Python and lm_eval release asked for.
#
#   scripts/test_matrix.sh                                   every Python found, every release
#   PYTHONS="3.11" LM_EVALS="0.4.13" scripts/test_matrix.sh  one combination
#
# Each environment is made, checked (pip check), used (the command; lm_eval with its dummy model
# on the shipped sample) and tested (the fast tests). A line per step; the exit code is 1 if one fails.
set -uo pipefail

PYTHONS=${PYTHONS:-"3.10 3.11 3.12 3.13"}
LM_EVALS=${LM_EVALS:-"0.4.10 0.4.12 0.4.13"}
TESTS=${TESTS:-"test_conformance.py test_items.py test_fuzz.py test_results.py"}
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
failed=0

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
  cd "$WORK" && mkdir -p elsewhere && cd elsewhere || return 1
  "$1/lm-eval-tasks" list && "$1/lm-eval-tasks" explain keywords:existence || return 1
  local prompts
  prompts="$("$1/lm-eval-tasks" path)" || return 1
  HF_HUB_OFFLINE=1 "$1/lm_eval" --model dummy --tasks ifeval_langcheck --limit 3 --include_path "$prompts" \
    --metadata '{"ifeval_data": "sample"}' --output_path "$WORK/elsewhere/out" --log_samples || return 1
  "$1/lm-eval-tasks" score "$WORK"/elsewhere/out/*/samples_ifeval_langcheck_*.jsonl --task ifeval_langcheck --json
}

tests() { # the fast tests, copied, so that the installed package is what they import
  rm -rf "$WORK/tests" && cp -r "$WORK/source/tests" "$WORK/tests" && cd "$WORK/tests" || return 1
  # shellcheck disable=SC2086
  "$1/python" -m pytest -q -p no:cacheprovider -m "not slow" -o addopts="" $TESTS
}

environment() { # environment PYTHON LM_EVAL FILE NAME
  local folder=$WORK/environment bin=$WORK/environment/bin
  rm -rf "$folder" "$WORK/elsewhere"
  step "$4: install" bash -c \
    "'$1' -m venv '$folder' && '$bin/pip' install -q '$3[test,fast]' 'lm-eval==$2'" || return
  step "$4: pip check" "$bin/pip" check
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
