"""Every deterministic verdict of the two Arabic references is met; exceptions are named here."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.instructions.gates import arabic, repetition

HF = "ifeval_arabic_inception_hf"
INCEPTION = "ifeval_arabic_inception"
UNCLOSED = {1686}
"""A record whose answer opens a thinking tag and never closes it: graded as empty here."""


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def reason(score: Any) -> str:
    return score.refusal.reason if score.refusal else "ok"


def test_inception(reference: Path) -> None:
    suite = get_suite(INCEPTION)
    records = lines(reference / "arabic" / "inception.jsonl")
    compared = 0
    for record in records:
        score = suite.score(record, record["response"])
        where = (record["key"], record["note"])
        assert "crashed" not in score.notes, score.why
        assert list(score.strict) == record["strict"], (where, score.why)
        assert score.loose is None
        compared += len(score.strict)
        if record["key"] in UNCLOSED and "unclosed_thinking" in score.notes:
            continue
        assert list(score.strict_gated) == record["gated_strict_seed"], where
        assert reason(score) == record["gate_reason_seed"], (where, score.refusal)
    assert (len(records), compared) == (523, 753)


def test_hf(reference: Path) -> None:
    plain, gated = get_suite(HF), get_suite(f"{HF}_langcheck")
    records = lines(reference / "arabic" / "inception_hf.jsonl")
    compared = 0
    for record in records:
        score = gated.score(record, record["response"])
        where = (record["key"], record["note"])
        assert "crashed" not in score.notes, score.why
        assert list(score.strict) == record["strict"], (where, score.why)
        assert list(score.loose or ()) == record["loose"], (where, score.why)
        assert list(score.strict_gated) == record["gated_strict"], where
        assert list(score.loose_gated or ()) == record["gated_loose"], where
        assert reason(score) == record["gate_reason"], (where, score.refusal)
        assert arabic.exempt(plain.item(record)) == record["format_exempt"], where
        ungated = plain.score(record, record["response"])
        assert (ungated.strict, ungated.loose) == (score.strict, score.loose)
        compared += 2 * len(score.strict)
    assert (len(records), compared) == (477, 1406)


def test_all_prompts_are_accepted(reference: Path) -> None:
    rows = lines(reference / "arabic" / "prompts.jsonl")
    assert len(rows) == 404
    for name in (HF, f"{HF}_langcheck", INCEPTION, f"{HF}_corrected", f"{INCEPTION}_corrected"):
        suite = get_suite(name)
        items = [suite.item(row) for row in rows]
        assert sum(len(item.instructions) for item in items) == 632
        as_text = suite.item({**rows[0], "kwargs": json.dumps(rows[0]["kwargs"])})
        assert as_text == items[0]
        assert {item.key for item in items if not suite.counts(item)} == set(suite.excluded)


def test_gate_probes(reference: Path) -> None:
    """One probe opens a thinking tag without closing it; it is graded as empty here."""
    suites = {
        "arabic_hf": (get_suite(f"{HF}_langcheck"), None),
        "inception_ar": (get_suite(INCEPTION), ["ar"]),
        "inception_ar_en": (get_suite(INCEPTION), ["ar", "en"]),
    }
    differing, count = [], Counter[str]()
    for probe in lines(reference / "arabic" / "langcheck_cases.jsonl"):
        gate = probe["gate"]
        if gate == "repetition_ngram":
            refusal = arabic.repetition(probe["text"])
        elif gate == "repetition_inception":
            refusal = repetition.repetition(repetition.without_markup(probe["text"]))
        elif gate in suites:
            suite, lang = suites[gate]
            ids = probe.get("instruction_id_list") or ["punctuation:no_comma"]
            row = {"key": 1, "prompt": probe.get("prompt", ""), "instruction_id_list": ids, "lang": lang}
            refusal = suite.score({**row, "kwargs": [{} for _ in ids]}, probe["text"]).refusal
        else:
            continue
        count[gate] += 1
        if (refusal.reason if refusal else "ok") != probe["reason"]:
            differing.append((gate, probe["why"]))
    assert differing == [
        ("inception_ar", 'no closing tag: the text is kept and "think" is an English word (1 of 4)')
    ]
    assert count == {
        "arabic_hf": 44,
        "inception_ar": 47,
        "inception_ar_en": 15,
        "repetition_ngram": 17,
        "repetition_inception": 16,
    }


# Where the reference raises, or rests on a random or dropped value, the row is refused when it is
# loaded, or judged without raising. Each difference from its recorded outcome is named once.
REFUSED_HERE = {
    ("inception_hf", "keywords:list_existence", '{"keywords": "علم", "mode": "all"}'),
    (
        "inception_hf",
        "keywords:letter_list_freq",
        '{"letters": [], "frequency": 1, "relation": "at least", "position": "start"}',
    ),
    (
        "inception_hf",
        "keywords:letter_list_freq",
        '{"letters": ["ا"], "frequency": 1, "relation": "at least", "position": "middle"}',
    ),
}
JUDGED_HERE = {
    ("inception", "keywords:existence", '{"keywords": ["("]}'): False,
    ("inception", "keywords:frequency", '{"keyword": "(", "frequency": 1, "relation": "at least"}'): False,
    (
        "inception",
        "detectable_format:multiple_sections",
        '{"section_spliter": "القسم (", "num_sections": 1}',
    ): False,
    ("inception", "language:response_language", '{"language": "zh"}'): False,
    ("inception_hf", "language:response_language", '{"language": "zh"}'): False,
    ("inception_hf", "language:response_language", '{"language": "zh-cn"}'): True,
    ("inception_hf", "detectable_format:tashkeel", '{"tashkeel_name": "Sukun", "count": 1}'): True,
}


def test_errors(reference: Path) -> None:
    refused, judged, agreed = set(), {}, 0
    for record in lines(reference / "arabic" / "errors.jsonl"):
        suite = get_suite(INCEPTION if record["registry"] == "inception" else HF)
        kwargs = record["kwargs"]
        row = {
            "key": 1,
            "prompt": "",
            "instruction_id_list": [record["instruction_id"]],
            "kwargs": [kwargs],
            "lang": ["ar"],
        }
        case = (record["registry"], record["instruction_id"], json.dumps(kwargs, ensure_ascii=False))
        try:
            score = suite.score(row, record["response"])
        except DataError:
            if record["outcome"] == "verdict" and not record.get("random_default"):
                refused.add(case)
            else:
                agreed += 1
            continue
        assert "crashed" not in score.notes, score.why
        if record["outcome"] == "verdict":
            assert score.strict == (record["verdict"],), record
            agreed += 1
        else:
            judged[case] = score.strict[0]
    assert refused == REFUSED_HERE
    assert judged == JUDGED_HERE
    assert agreed == 60


@pytest.mark.parametrize("lang", [None, [], ["fr"], ["ar", "en", "fr"]])
def test_inception_rows_need_a_known_lang(lang: Any) -> None:
    row = {"key": 7, "prompt": "", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}
    with pytest.raises(DataError, match=r"key 7: .*lang") as error:
        get_suite(INCEPTION).item({**row, "lang": lang})
    if not lang:
        assert "ifeval_data" in str(error.value)
    assert get_suite(HF).item({**row, "lang": lang}).key == 7
