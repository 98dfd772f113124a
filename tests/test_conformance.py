"""The conformance cases hold, for every edition they speak of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from lm_eval_tasks import SUITES, get_suite

FOLDER = Path(__file__).parent / "conformance"
FILES = [
    *sorted((FOLDER / "checks").rglob("*.json")),
    *sorted((FOLDER / "gates").rglob("*.json")),
    FOLDER / "thinking.json",
]


def by_edition(expected: Any) -> Iterator[tuple[str, Any]]:
    """(edition, value) for a value that is either the same everywhere or one by edition."""
    if isinstance(expected, dict):
        yield from expected.items()
    else:
        yield "official", expected
        yield "corrected", expected


def suite_for(task: str, edition: str) -> Any:
    name = task if edition == "official" else f"{task}_{edition}"
    return get_suite(name) if name in SUITES else None


def row(block: dict[str, Any]) -> dict[str, Any]:
    """A data row with the block's instruction; for a gate, one that anything follows."""
    ids = [block["instruction"]] if "instruction" in block else ["punctuation:no_comma"]
    return {
        "key": 1,
        "prompt": block.get("prompt", ""),
        "instruction_id_list": ids,
        "kwargs": [block.get("parameters", {})],
        "lang": block.get("lang"),
        **block.get("labels", {}),
    }


def cases() -> Iterator[Any]:
    for file in FILES:
        for block in json.loads(file.read_text(encoding="utf-8")):
            for case in block["cases"]:
                yield pytest.param(block, case, id=case["id"])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_file_has_the_form_of_the_schema(file: Path) -> None:
    schema = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(json.loads(file.read_text(encoding="utf-8")), schema)


def test_ids_are_unique() -> None:
    ids = [param.values[1]["id"] for param in cases()]
    assert len(ids) == len(set(ids)), sorted({one for one in ids if ids.count(one) > 1})


@pytest.mark.parametrize(("block", "case"), list(cases()))
def test_case(block: dict[str, Any], case: dict[str, Any]) -> None:
    response = case["response"] * case.get("times", 1)
    for field in ("followed", "loose", "reason"):
        if field not in case:
            continue
        for edition, expected in by_edition(case[field]):
            suite = suite_for(block["task"], edition)
            if suite is None:
                continue
            score = suite.score(row(block), response)
            if field == "followed":
                got: Any = score.strict[0]
            elif field == "loose":
                assert score.loose is not None, f"{suite.name} has no loose verdicts"
                got = score.loose[0]
            else:
                got = score.refusal.reason if score.refusal else None
            assert got == expected, f"{edition} {field}: {score.why[0]}, gate {score.gate}"
            if edition == "official" and field == "followed":
                assert case.get("found", "") in score.why[0]
