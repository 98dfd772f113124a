"""Nothing is half there: what is missing anywhere is named here.

A check has its module where its id says, a manual page with examples that hold, a line in a
catalogue, and conformance cases of each outcome; a gate has a page, and cases of each reason.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from test_conformance import by_edition, suite_for

from lm_eval_tasks import SUITES
from lm_eval_tasks.errors import SuiteError
from lm_eval_tasks.instructions.gates import repetition
from lm_eval_tasks.instructions.items import parse_parameters
from lm_eval_tasks.instructions.manual import SECTIONS, page
from lm_eval_tasks.instructions.model import Check, Gate, Item, Refusal, Text
from lm_eval_tasks.instructions.suites.names import INDIC_GROUND, INDIC_TRANS, MARCO_MIF, MULTI_IFEVAL

PACKAGE = Path(__file__).resolve().parents[1] / "lm_eval_tasks"
CASES = Path(__file__).parent / "conformance"

# Every task there is. A task that lands or goes changes this list, and nothing else here.
TASKS = {
    "ifbench",
    "ifbench_corrected",
    "ifbench_multiturn",
    "ifeval",
    "ifeval_arabic_inception",
    "ifeval_arabic_inception_corrected",
    "ifeval_arabic_inception_hf",
    "ifeval_arabic_inception_hf_corrected",
    "ifeval_arabic_inception_hf_langcheck",
    "ifeval_arabic_inception_hf_langcheck_corrected",
    "ifeval_corrected",
    "ifeval_fc",
    "ifeval_langcheck",
    "ifeval_langcheck_corrected",
    "ifeval_pp",
    "ifeval_spanish",
    "ifeval_catalan",
    "ifeval_portuguese",
    *(f"indic_ifeval_trans_{code}" for code in INDIC_TRANS),
    *(f"indic_ifeval_ground_{code}" for code in INDIC_GROUND),
    "iftrain",
    "iftrain_corrected",
    *(f"marco_mif_{file}" for file in MARCO_MIF),
    *(f"multi_ifeval_{code}" for code in MULTI_IFEVAL),
    "m_ifeval_es",
    "m_ifeval_es_corrected",
    "m_ifeval_fr",
    "m_ifeval_fr_corrected",
    "m_ifeval_ja",
    "m_ifeval_ja_corrected",
    "multi_if",
    "multi_if_chinese",
    "multi_if_corrected",
    "multi_if_english",
    "multi_if_french",
    "multi_if_hindi",
    "multi_if_italian",
    "multi_if_portuguese",
    "multi_if_russian",
    "multi_if_spanish",
    "tulu3",
}

SHARED_DETECTORS = "lm_eval_tasks.instructions.gates.repetition"
"""A module among the gates that is no gate itself: what several gates look for last."""


def modules(folder: str) -> list[str]:
    """The modules below a folder of the package that hold something."""
    return [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for path in sorted((PACKAGE / folder).rglob("*.py"))
        if path.name != "__init__.py"
    ]


def checks() -> list[tuple[str, Check]]:
    """Every check of every task, under the task's name."""
    return [(name, check) for name, suite in SUITES.items() for check in suite.catalogue.checks.values()]


def gates() -> dict[str, Gate]:
    return {suite.gate.name: suite.gate for suite in SUITES.values() if suite.gate}


CHECKS = modules("instructions/checks")
GATES = modules("instructions/gates")


class _AnyTag(yaml.SafeLoader):
    """YAML whose own tags stand for their text."""


def _text(loader: _AnyTag, _tag: str, node: Any) -> Any:
    return loader.construct_scalar(node)


_AnyTag.add_multi_constructor("!", _text)


def test_the_tasks_are_these() -> None:
    assert set(SUITES) == TASKS


def test_every_task_has_its_yaml() -> None:
    found = [yaml.load(path.read_text(encoding="utf-8"), _AnyTag) for path in PACKAGE.rglob("*.yaml")]
    names = [one["task"] for one in found if isinstance(one.get("task"), str)]
    assert sorted(names) == sorted(TASKS)


def test_every_check_is_in_a_catalogue() -> None:
    assert sorted({check.module for _, check in checks()}) == CHECKS


def test_a_check_stands_where_its_id_says() -> None:
    misplaced = {
        (check.id, check.module)
        for _, check in checks()
        if check.module != "lm_eval_tasks.instructions.checks." + check.id.replace(":", ".").replace("-", "_")
    }
    assert misplaced == set()


@pytest.mark.parametrize("module", CHECKS + GATES)
def test_manual_page(module: str) -> None:
    assert page(module).title.startswith("``") or module == SHARED_DETECTORS
    assert any(example.followed for example in page(module).examples), "no example that is followed"
    assert any(example.not_followed for example in page(module).examples), "no example that is not"
    known = (*(f"{name} " for name in SECTIONS), "Example ", "followed ", "not followed ", " ")
    _, *lines = (import_module(module).__doc__ or "").strip().splitlines()
    assert [line for line in lines if line and not line.startswith(known)] == []


def test_titles_of_checks_are_their_ids() -> None:
    wrong = {
        check.id for _, check in checks() if not page(check.module).title.startswith(f"``{check.id}``: ")
    }
    assert wrong == set()


def examples() -> Iterator[Any]:
    """Each example of each check in each edition, for the first task that has it.

    A language may have examples of its own. Sixty tasks share most of their checks.
    """
    seen = set()
    for task, suite in SUITES.items():
        for name, check in suite.catalogue.checks.items():
            shown = suite.catalogue.examples.get(name) or page(check.module).examples_for([task])
            assert shown, f"{check.module} has no example for {task}"
            for number, example in enumerate(shown):
                key = (id(check), suite.edition, repr(example), tuple(suite.catalogue.relations.items()))
                if key in seen:
                    continue
                seen.add(key)
                yield pytest.param(task, check, example, id=f"{task}-{name}-{number}")


def test_examples_name_tasks_that_have_the_check() -> None:
    where = {module: {task for task, check in checks() if check.module == module} for module in CHECKS}
    named = {
        (module, task) for module in CHECKS for example in page(module).examples for task in example.tasks
    }
    assert named
    assert {(module, task) for module, task in named if task not in where[module]} == set()


@pytest.mark.parametrize(("task", "check", "example"), list(examples()))
def test_examples_hold(task: str, check: Check, example: Any) -> None:
    suite = SUITES[task]
    parameters = parse_parameters(check, example.parameters, suite.catalogue)
    judge = check.reading(suite.edition)
    for text in example.followed:
        assert judge(Text(text), parameters).followed, judge(Text(text), parameters).why
    for text in example.not_followed:
        assert not judge(Text(text), parameters).followed, judge(Text(text), parameters).why


def refused(module: str, response: str, parameters: Any) -> list[Refusal | None]:
    """What each gate of a module says."""
    if module == SHARED_DETECTORS:
        return [repetition.repetition(repetition.without_markup(response))]
    item = Item(1, parameters.get("prompt", ""), (), (), tuple(parameters.get("lang", ())))
    return [gate.refuse(Text(response), item) for gate in gates().values() if gate.module == module]


@pytest.mark.parametrize("module", GATES)
def test_examples_of_gates_hold(module: str) -> None:
    for example in page(module).examples:
        for response in example.followed:
            found = refused(module, response, example.parameters)
            assert found
            assert set(found) == {None}
        for response in example.not_followed:
            assert None not in refused(module, response, example.parameters)


def conformance(kind: str) -> Iterator[tuple[Path, dict[str, Any], dict[str, Any]]]:
    """(file, block, case) of all cases of checks, or of gates."""
    for file in sorted((CASES / kind).rglob("*.json")):
        for block in json.loads(file.read_text(encoding="utf-8")):
            for case in block["cases"]:
                yield file, block, case


def test_checks_without_cases_of_each_outcome() -> None:
    outcomes: dict[str, set[bool]] = {module: set() for module in CHECKS}
    for _, block, case in conformance("checks"):
        if "followed" in case and block["task"] in SUITES:
            check = SUITES[block["task"]].catalogue.checks[block["instruction"]]
            outcomes[check.module].add(dict(by_edition(case["followed"]))["official"])
    missing = {name: found for name, found in outcomes.items() if found != {True, False}}
    assert missing == {}


def test_a_repaired_reading_has_a_case_that_shows_the_repair() -> None:
    repaired = {check.module for _, check in checks() if "corrected" in check.readings}
    shown = set()
    for _, block, case in conformance("checks"):
        if block["task"] in SUITES:
            check = SUITES[block["task"]].catalogue.checks[block["instruction"]]
            verdicts = [dict(by_edition(case[field])) for field in ("followed", "loose") if field in case]
            if any(len(set(by.values())) > 1 for by in verdicts):
                shown.add(check.module)
    assert sorted(repaired - shown) == []


def test_cases_stand_where_their_instruction_says() -> None:
    """``<name>.json``, or ``<name>.<more>.json`` where another benchmark brings its own."""
    misplaced = set()
    for file, block, _ in conformance("checks"):
        if block["task"] in SUITES:
            module = SUITES[block["task"]].catalogue.checks[block["instruction"]].module
            place = CASES / Path(*module.split(".")[2:])
            if (file.parent, file.name.partition(".")[0]) != (place.parent, place.name):
                misplaced.add(str(file.relative_to(CASES)))
    assert misplaced == set()


def test_cases_are_of_tasks_that_exist() -> None:
    tasks = {block["task"] for kind in ("checks", "gates") for _, block, _ in conformance(kind)}
    assert tasks - TASKS == set()


def test_gates_without_cases_of_each_reason() -> None:
    reasons: dict[str, set[str | None]] = {name: set() for name in gates()}
    for _, block, case in conformance("gates"):
        for edition, reason in by_edition(case["reason"]) if "reason" in case else ():
            suite = suite_for(block["task"], edition)
            if suite is not None and suite.gate:
                reasons[suite.gate.name].add(reason)
    missing = {
        name: {None, *gate.reasons} - reasons[name]
        for name, gate in gates().items()
        if {None, *gate.reasons} - reasons[name]
    }
    assert missing == {}


def test_every_module_of_the_gates_is_used() -> None:
    assert sorted({gate.module for gate in gates().values()} | {SHARED_DETECTORS}) == GATES


SHOWN_BY = {"ifeval_pp": "ifeval", "ifbench_multiturn": "ifbench"}
"""Tasks whose sample shows families or turns; their instructions are those of another task's sample."""


@pytest.mark.parametrize("task", list(SUITES))
def test_every_instruction_has_a_sample_row(task: str) -> None:
    suite = SUITES[task]
    others = (
        "multi_if" if task.startswith("multi_if") else SHOWN_BY.get(task.removesuffix("_corrected"), task)
    )
    samples = [*suite.load("sample")[1], *SUITES[others].load("sample")[1]]
    if task.startswith("ifbench"):  # every type of IFEval can be asked for in a second turn
        samples += SUITES["ifeval"].load("sample")[1]
    shown = {name for item in samples for name in item.instruction_ids}
    without = [f"no sample row for {name}" for name in suite.catalogue.checks if name not in shown]
    assert without == []


def test_a_room_without_a_line_in_the_contract_fails(tmp_path: Path) -> None:
    """The contract of the rooms is exhaustive: a stray package is named."""
    lint_imports = Path(sys.executable).with_name("lint-imports")
    if not lint_imports.is_file():
        pytest.skip("import-linter is not installed (extra: check)")
    copy = tmp_path / "lm_eval_tasks"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE.parent / "setup.cfg", tmp_path)
    (copy / "stray").mkdir()
    (copy / "stray" / "__init__.py").write_text("")
    done = subprocess.run(
        [str(lint_imports), "--no-cache", "--contract", "rooms"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "stray" in done.stdout + done.stderr


def test_no_catalogue_carries_a_reading_that_no_suite_uses() -> None:
    """64 pairs of catalogue and check once did, some of them wrong in the catalogue's language."""
    used = {(suite.catalogue.name, suite.edition) for suite in SUITES.values()}
    unused = {
        (suite.catalogue.name, name, edition)
        for suite in SUITES.values()
        for name, check in suite.catalogue.checks.items()
        for edition in check.readings
        if edition != "official" and (suite.catalogue.name, edition) not in used
    }
    assert unused == set()


def test_a_catalogue_without_a_corrected_edition_is_not_read_in_one() -> None:
    with pytest.raises(SuiteError, match="the catalogue 'ifeval_pp' has no corrected edition"):
        replace(SUITES["ifeval_pp"], edition="corrected")
