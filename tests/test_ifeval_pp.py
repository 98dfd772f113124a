"""IFEval++: the edition's verdicts, and reliability over families."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.instructions.scoring.metrics import aggregate
from lm_eval_tasks.instructions.suites.ifeval_pp_suites import Member, families, reliable

SUITE = get_suite("ifeval_pp")


def test_reference_verdicts(reference: Path) -> None:
    """Rows with the relation 'more than' are refused here; the reference fails them all."""
    lines = (reference / "extensions" / "ifeval_pp.jsonl").read_text(encoding="utf-8").splitlines()
    compared, refusals, differing = 0, [], []
    for record in map(json.loads, lines):
        try:
            score = SUITE.score(record, record["response"])
        except DataError as error:
            refusals.append((str(error), record["strict"]))
            continue
        compared += 1
        if list(score.strict) != record["strict"]:
            differing.append((record["key"], "strict"))
        if record["loose"] is not None and list(score.loose or ()) != record["loose"]:
            differing.append((record["key"], "loose"))
    assert differing == []
    assert compared == 914
    assert len(refusals) == 26
    assert all("'more than'" in said and strict == [False] for said, strict in refusals)


def test_reliability_tables(reference: Path) -> None:
    tables = json.loads((reference / "extensions" / "ifeval_pp_reliable_at_k.json").read_text())
    assert len(tables) == 6
    metrics = {metric.name: metric for metric in SUITE.metrics}
    names = {"reliable_at_k_all": "reliable_at_10", "reliable_at_k_original": "reliable_at_1"}
    for kind in ("rephrasing", "distractor", "ct_alteration"):
        for k in (2, 4):
            names[f"reliable_at_k_{kind}_at_{k}"] = f"reliable_at_{k}_{kind}"
    for table in tables:
        members = [(key.split(":")[0], key.split(":")[1], passed) for key, passed in table["items"]]
        for theirs, ours in names.items():
            assert aggregate(metrics[ours], members) == pytest.approx(table["expected"][theirs]), theirs


def family(*verdicts: bool, name: str = "7") -> list[Member]:
    kinds = ["original"] + [kind for kind in ("rephrasing", "distractor", "ct_alteration") for _ in range(3)]
    return [(name, kind, verdict) for kind, verdict in zip(kinds, verdicts, strict=False)]


def test_the_original_comes_first_wherever_it_stands() -> None:
    members = family(False, True, True)
    assert families(members[::-1]) == [[False, True, True]]
    assert reliable(1)(members[::-1]) == [False]


def test_a_short_family_cannot_pass() -> None:
    members = family(*[True] * 9) + family(*[True] * 10, name="8")
    assert reliable(9)(members) == [True, True]
    assert reliable(10)(members) == [False, True]
    assert reliable(4, "ct_alteration")(members) == [False, True]


def test_sample_families_are_whole() -> None:
    _, items = SUITE.load("sample")
    metrics = {metric.name: metric for metric in SUITE.metrics}
    scores = [SUITE.score(item, "The river runs to the river.") for item in items]
    values = [metrics["reliable_at_10"].value(score) for score in scores]
    assert [len(row) for row in families(values)] == [10, 10, 10]
    assert aggregate(metrics["reliable_at_1"], values) == pytest.approx(2 / 3)
    assert aggregate(metrics["reliable_at_10"], values) == 0
