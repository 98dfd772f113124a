"""IFEval in thirty more languages: verdicts of the references, samples, and rows that cannot be scored."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.data.iheval import rows_of
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.instructions.suites.names import MARCO_MIF
from lm_eval_tasks.text.replicas import indic
from lm_eval_tasks.text.words import word_runs

Difference = tuple[str, str, str, int]


def golden(reference: Path, name: str) -> Iterator[dict[str, Any]]:
    with (reference / "languages" / f"{name}.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def differences(record: dict[str, Any], task: str) -> tuple[int, list[Difference]]:
    """How many verdicts of a record were compared, and those that differ from the reference."""
    score = get_suite(task).score(record, record["response"])
    assert "crashed" not in score.notes, score.why
    compared, found = 0, []
    for mode in ("strict", "loose"):
        for index, expected in enumerate(record[mode] or ()):
            if isinstance(expected, bool):
                compared += 1
                verdicts = getattr(score, mode)
                if verdicts[index] != expected:
                    found.append((str(record["key"]), score.instruction_ids[index], mode, index))
    return compared, found


def test_marco_mif_reference_verdicts(reference: Path) -> None:
    compared: Counter[str] = Counter()
    for record in golden(reference, "marco_mif"):
        count, found = differences(record, f"marco_mif_{record['lang']}")
        compared[record["lang"]] += count
        assert found == []
    assert len(compared) == 26
    assert sum(compared.values()) == 5182


@pytest.mark.parametrize("file", MARCO_MIF)
def test_every_file_has_a_task_with_a_sample(file: str) -> None:
    suite = get_suite(f"marco_mif_{file}")
    assert suite.hub.file == f"Marco-Bench-MIF/{file}.jsonl"
    _, items = suite.load("sample")
    assert {name for item in items for name in item.instruction_ids} == set(suite.catalogue.checks)


def test_rows_of_published_files_that_cannot_be_scored_are_left_out_and_named(tmp_path: Path) -> None:
    good = '{"key": 1, "prompt": "写一句话。", "instruction_id_list": ["startend:quotation"], "kwargs": [{}]}'
    broken = good.replace('写一句话。"', '写"一"句话。"').replace('"key": 1', '"key": 2')
    twice = good.replace("一句", "两句")
    long = good.replace('"kwargs": [{}]', '"kwargs": [{}, {}]').replace('"key": 1', '"key": 3')
    folder = tmp_path / "Marco-Bench-MIF"
    folder.mkdir()
    (folder / "zh_local.jsonl").write_text("\n".join((good, broken, twice, long)), encoding="utf-8")
    rows, items = get_suite("marco_mif_zh_local").load(str(tmp_path))
    assert [item.prompt for item in items] == ["写一句话。"]
    assert len(rows.skipped) == 3
    assert rows.skipped[0].startswith("line 2: not JSON")
    assert "line 3, key 1: the key is that of line 1 too" in rows.skipped[1]
    assert "line 4, key 3: 1 instruction ids but 2 kwargs" in rows.skipped[2]
    with pytest.raises(DataError, match="line 2"):
        get_suite("ifeval").load(str(folder / "zh_local.jsonl"))


@pytest.mark.parametrize(("code", "language"), [("es", "spanish"), ("ca", "catalan")])
def test_translated_reference_verdicts(reference: Path, code: str, language: str) -> None:
    compared = 0
    for record in golden(reference, "ifeval_es_ca"):
        if record["lang"] == code:
            count, found = differences(record, f"ifeval_{language}")
            compared += count
            assert found == []
    assert compared == {"es": 424, "ca": 444}[code]


@pytest.mark.parametrize("task", ["ifeval_spanish", "ifeval_catalan", "ifeval_portuguese"])
def test_samples_ask_for_every_instruction(task: str) -> None:
    _, items = get_suite(task).load("sample")
    assert {name for item in items for name in item.instruction_ids} == set(get_suite(task).catalogue.checks)


def test_a_language_that_the_detector_does_not_know_is_nobodys() -> None:
    row = {"key": 1, "prompt": "", "instruction_id_list": ["es:language:response_language"]}
    score = get_suite("ifeval_spanish").score({**row, "kwargs": [{"language": "eu"}]}, "Gaur hotz egiten du.")
    assert score.strict == (False,)
    with pytest.raises(DataError, match="'eu' is not a language code"):
        get_suite("m_ifeval_es").item({**row, "kwargs": [{"language": "eu"}]})


def test_multi_ifeval_reference_verdicts(reference: Path) -> None:
    """Every verdict; what raises in the reference is a row that cannot be scored."""
    compared, raised = 0, 0
    for record in golden(reference, "euroeval_ifeval"):
        if any(isinstance(verdict, str) for verdict in record["strict"]):
            with pytest.raises(DataError):
                get_suite("multi_ifeval_da").item(record)
            raised += 1
            continue
        count, found = differences(record, "multi_ifeval_da")
        compared += count
        assert found == [], (record["kwargs"], record["response"])
    assert compared > 850
    assert raised > 0


def test_multi_ifeval_reads_the_columns_of_its_data() -> None:
    rows, items = get_suite("multi_ifeval_fi").load("sample")
    assert rows.skipped == ()
    assert [item.key for item in items] == list(range(1, len(items) + 1))
    assert items[0].prompt.startswith("Skriv om havnen")


def test_indic_ifeval_reference_verdicts(reference: Path) -> None:
    compared: Counter[str] = Counter()
    different = []
    for record in golden(reference, "indic_ifeval"):
        count, found = differences(record, f"indic_ifeval_{record['subset']}_{record['lang']}")
        compared[record["subset"]] += count
        different += found
    assert different == []
    assert set(compared) == {"trans", "ground"}


@pytest.mark.parametrize(
    ("text", "words", "sentences"),
    [
        ("3.14 और 12,000", 4, 1),  # the number at the start stays in pieces
        ("एक 12,000 दो", 3, 1),
        ("एक\nदो", 1, 1),  # a line break joins two words
        ("एक - दो।", 2, 1),
        ("एक दो। तीन चार।", 4, 2),
        ("हाँ. यह घर है।", 4, 1),  # a single word with a full stop belongs to the next sentence
        ("साल 2020. वह गया।", 4, 1),  # a digit before the mark
        ("सूची यह है:\n\nपहला वाक्य।", 5, 1),  # a first piece with a colon is dropped
        ("", 0, 0),
    ],
)
def test_indic_words_and_sentences(text: str, words: int, sentences: int) -> None:
    assert (len(indic.words(text)), len(indic.sentences(text))) == (words, sentences)


def test_urdu_parts_of_a_number_are_words() -> None:
    assert len(indic.urdu_words("قیمت 12,000 ہے۔")) == 4


def test_iheval_rows_are_judged_by_the_system_only() -> None:
    item = {
        "id": "7",
        "system": "Never use commas.",
        "conversation_history": ["Hello", "Hello there"],
        "instruction": "Use commas: name two trees.",
        "answer": {"instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]},
    }
    (row,) = rows_of([item])
    assert [message["role"] for message in row["messages"]] == ["system", "user", "assistant", "user"]
    assert get_suite("ifeval").score(row, "oak and ash").strict == (True,)
    assert get_suite("ifeval").score(row, "oak, ash").strict == (False,)


def test_iheval_items_that_are_no_rows_are_named() -> None:
    with pytest.raises(DataError) as raised:
        rows_of([{"id": 1, "instruction": "x", "answer": {}}, [], {"id": 2}])
    said = str(raised.value)
    assert "item 1: answer holds no instruction_id_list and kwargs" in said
    assert "item 2: a list, expected an object" in said
    assert "item 3: no instruction and no answer" in said


@pytest.mark.parametrize(
    "text", ["Цапля стоит.", "नमस्ते दुनिया", "鷺が立つ 2 羽", "o\u0323\u0301 ọ́", "a\u200db क_ख", "…"]
)
def test_both_ways_to_words_find_the_same(text: str) -> None:
    """Which one is taken depends on the beginning, which is ASCII here or is not."""
    padding = "a b c " * 60
    found = word_runs(padding + text)
    assert found[: 3 * 60] == padding.split()
    assert found[3 * 60 :] == word_runs(text)
