"""docs/deviations.md: complete, current, and its generated parts replaced and nothing else."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lm_eval_tasks import get_suite

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "deviations.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("deviations", ROOT / "benchmarks" / "deviations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_every_corrected_reading_has_a_section_with_all_its_parts() -> None:
    checks = get_suite("ifeval_corrected").catalogue.checks
    assert all("corrected" in check.readings for check in checks.values())
    for name in checks:
        _, _, section = PAGE.partition(f"\n### {name}\n")
        section = section.partition("\n### ")[0]
        assert section, name
        for part in ("Official", "Corrected", "Case", "Reason", "Effect"):
            assert section.count(f"- **{part}.** ") == 1, (name, part)


def test_every_excluded_row_is_named_with_its_reason() -> None:
    for key, row in get_suite("ifeval_corrected").excluded.items():
        assert f"| {key} | {row.reason} |" in PAGE


def test_only_generated_parts_change(benchmark: Any) -> None:
    page = "a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n"
    assert benchmark.renewed(page, iter([("x", "new")])) == page.replace("old", "new")
    with pytest.raises(ValueError, match="'y'"):
        benchmark.renewed(page, iter([("y", "new")]))
    with pytest.raises(ValueError, match="not generated"):
        benchmark.renewed(page, iter([]))


def test_places_and_metrics(benchmark: Any) -> None:
    assert benchmark.ranked({"a": 2.0, "b": 3.0, "c": 2.0, "d": 1.0}) == {"a": 2, "b": 1, "c": 2, "d": 4}
    found = benchmark.metrics([((True, False), (True, True)), ((True,), (True,))])
    assert found == pytest.approx((50.0, 200 / 3, 100.0, 100.0))
    assert [benchmark.signed(value) for value in (0.004, -0.126, 1)] == ["0", "-0.13", "+1.00"]


def test_numbers_of_the_page_add_up() -> None:
    rows = re.findall(r"^\| `([a-z_]+:[a-z_]+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.M)
    assert len(rows) == 25
    total = re.search(r"^\| all \| (.+) \|$", PAGE, re.M)
    assert total is not None
    sums = [sum(int(row[column]) for row in rows) for column in range(1, 6)]
    assert sums == [int(cell) for cell in total.group(1).split(" | ")]


@pytest.mark.slow
def test_the_page_is_current(reference: Path) -> None:
    command = [
        sys.executable,
        str(ROOT / "benchmarks" / "deviations.py"),
        str(reference / "ifeval"),
        "--check",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "deviations.md is current\n"), done.stderr
