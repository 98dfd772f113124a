"""What several test modules need."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# No test asserts a time. A change is judged on the same examples as its parent; the nightly
# profile looks for new ones.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("nightly", deadline=None, max_examples=4000)
settings.load_profile("repeatable")

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = Path(os.environ.get("LM_EVAL_TASKS_REFERENCE_DATA", ROOT.parent / "shared" / "data"))


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of reference verdicts; skips where it is absent, fails where it must be there."""
    if REFERENCE.is_dir():
        return REFERENCE
    message = f"no reference data at {REFERENCE} (LM_EVAL_TASKS_REFERENCE_DATA)"
    if os.environ.get("LM_EVAL_TASKS_REQUIRE_REFERENCE_DATA"):
        pytest.fail(message)
    pytest.skip(message)
