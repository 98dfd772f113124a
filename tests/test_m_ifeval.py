"""M-IFEval: the reference's verdicts in three languages, its metrics, its data and its dictionary."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import lm_eval_tasks
from lm_eval_tasks import get_suite
from lm_eval_tasks.errors import DataError, MissingDataError
from lm_eval_tasks.instructions.checks.detectable_format.number_bullet_lists import dotted, starred
from lm_eval_tasks.instructions.checks.detectable_format.number_numbered_lists import items
from lm_eval_tasks.instructions.checks.detectable_format.title import corner_bracket_title, number_sign_title
from lm_eval_tasks.instructions.model import ItemScore
from lm_eval_tasks.instructions.scoring.metrics import aggregate
from lm_eval_tasks.instructions.scoring.signature import signature
from lm_eval_tasks.instructions.suites.m_ifeval_suites import BY_DICTIONARY
from lm_eval_tasks.text import japanese, pairs, spanish

LANGUAGES = ("es", "fr", "ja")
BY_PARSER = {("es", 18, "o1-mini-2024-09-12"), ("es", 82, "mistralai__Mistral-7B-Instruct-v0.3")}
"""The records that spaCy's parser divides into another number of sentences than Punkt does."""
METRICS = (
    "prompt_level_strict_acc",
    "inst_level_strict_acc",
    "prompt_level_loose_acc",
    "inst_level_loose_acc",
)

pytest.importorskip("fugashi")


@pytest.fixture(scope="module")
def records(reference: Path) -> list[dict[str, Any]]:
    lines = (reference / "extensions" / "m_ifeval.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def scores(records: list[dict[str, Any]]) -> list[ItemScore]:
    return [get_suite(f"m_ifeval_{record['lang']}").score(record, record["response"]) for record in records]


def test_reference_verdicts(records: list[dict[str, Any]], scores: list[ItemScore]) -> None:
    """Nothing differs but two counts of Spanish sentences, at the threshold, strict only."""
    differing = set()
    compared: Counter[str] = Counter()
    for record, score in zip(records, scores, strict=True):
        assert "crashed" not in score.notes, score.why
        compared[record["lang"]] += 2 * len(score.strict)
        for index, name in enumerate(score.instruction_ids):
            assert score.loose is not None
            got = (score.strict[index], score.loose[index])
            if got != (record["strict"][index], record["loose"][index]):
                assert name == "es:length_constraints:number_sentences"
                assert index in record["needs_spacy_model"]
                differing.add((record["lang"], record["key"], record["model"]))
    assert compared == {"es": 580, "fr": 1692, "ja": 1204}
    assert differing == BY_PARSER


def test_every_instruction_of_each_language_is_compared(records: list[dict[str, Any]]) -> None:
    compared = {name for record in records for name in record["instruction_id_list"]}
    known = {name for language in LANGUAGES for name in get_suite(f"m_ifeval_{language}").catalogue.checks}
    assert compared == known
    assert len(known) == 93


@pytest.mark.parametrize("language", LANGUAGES)
def test_metrics(
    language: str, reference: Path, records: list[dict[str, Any]], scores: list[ItemScore]
) -> None:
    """The shipped records are a part of those the expected metrics are of, so they bound them."""
    expected = json.loads((reference / "extensions" / "EXPECTED_METRICS.json").read_text())
    whole = expected["m_ifeval golden subset"][language]
    metrics = {metric.name: metric for metric in get_suite(f"m_ifeval_{language}").metrics}
    chosen = [
        (record, score)
        for record, score in zip(records, scores, strict=True)
        if record["lang"] == language and (language, record["key"], record["model"]) not in BY_PARSER
    ]
    assert tuple(metrics) == METRICS
    for name in METRICS:
        kind = "strict" if "strict" in name else "loose"
        per_prompt = name.startswith("prompt")
        theirs = [
            verdict
            for record, _ in chosen
            for verdict in ([all(record[kind])] if per_prompt else record[kind])
        ]
        ours = aggregate(metrics[name], [metrics[name].value(score) for _, score in chosen])
        assert ours == pytest.approx(sum(theirs) / len(theirs)), name
        total = whole["n_prompts" if per_prompt else "n_instructions"]
        followed = whole[name] * total
        assert 0 <= followed - sum(theirs) <= total - len(theirs)


def test_the_headline_is_the_plain_mean_of_the_languages(reference: Path) -> None:
    published = json.loads((reference / "extensions" / "m_ifeval_published_scores.json").read_text())
    assert len(published) == 17
    for model, table in published.items():
        three = [table[language]["inst_strict"] for language in LANGUAGES]
        assert table["average_es_fr_ja_inst_strict"] == pytest.approx(sum(three) / 3, abs=1e-4), model
    path = Path(lm_eval_tasks.__file__).parent / "m_ifeval" / "m_ifeval.yaml"
    group = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert group["task"] == [f"m_ifeval_{language}" for language in LANGUAGES]
    assert group["aggregate_metric_list"] == [
        {"metric": "inst_level_strict_acc", "aggregation": "mean", "weight_by_size": False}
    ]


def test_the_group_under_lm_eval() -> None:
    lm_eval = pytest.importorskip("lm_eval")
    from lm_eval.tasks import TaskManager
    from test_lm_eval import PACK, Replay

    manager = TaskManager(include_path=str(PACK), include_defaults=False, metadata={"ifeval_data": "sample"})
    answers = dict.fromkeys(range(1, 40), "Sí. Oui.\n『船』\n* pan, agua")
    found = lm_eval.simple_evaluate(model=Replay(answers), tasks=["m_ifeval"], task_manager=manager)
    values = [
        found["results"][f"m_ifeval_{language}"]["inst_level_strict_acc,none"] for language in LANGUAGES
    ]
    assert len(set(values)) == 3
    assert found["groups"]["m_ifeval"]["inst_level_strict_acc,none"] == pytest.approx(sum(values) / 3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sample_holds_every_instruction(language: str) -> None:
    suite = get_suite(f"m_ifeval_{language}")
    rows, found = suite.load("sample")
    assert rows.source == f"sample:m_ifeval_{language}"
    assert {name for item in found for name in item.instruction_ids} == set(suite.catalogue.checks)
    assert all(isinstance(item.key, int) for item in found)
    assert len(found) >= 30


def test_prompts_must_be_fetched() -> None:
    for language in LANGUAGES:
        with pytest.raises(MissingDataError) as caught:
            get_suite(f"m_ifeval_{language}").load()
        message = str(caught.value)
        assert f"lightblue-tech/M-IFEval/0bc3143a919eef2f9ec64aa26da8a546086653de/data/{language}_" in message
        assert f"--data {language}_input_data.jsonl" in message
        assert "--data sample" in message


def test_one_folder_serves_the_three_languages(tmp_path: Path) -> None:
    """A clone of the repository, or its data folder; each task takes its own file."""
    (tmp_path / "data").mkdir()
    for language in LANGUAGES:
        row = {
            "key": 7,
            "prompt": language,
            "instruction_id_list": [f"{language}:punctuation:no_comma"],
            "kwargs": [{}],
        }
        path = tmp_path / "data" / f"{language}_input_data.jsonl"
        path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    for folder in (tmp_path, tmp_path / "data"):
        for language in LANGUAGES:
            rows, found = get_suite(f"m_ifeval_{language}").load(str(folder))
            assert [item.prompt for item in found] == [language]
            assert rows.source.endswith(f"{language}_input_data.jsonl")


def test_a_row_of_another_language_is_refused() -> None:
    row = {"key": 1, "prompt": "p", "instruction_id_list": ["fr:punctuation:no_comma"], "kwargs": [{}]}
    with pytest.raises(DataError, match="Did you mean 'es:punctuation:no_comma'"):
        get_suite("m_ifeval_es").item(row)
    row = {
        "key": 1,
        "prompt": "p",
        "instruction_id_list": ["fr:length_constraints:number_words"],
        "kwargs": [{"num_words": 3, "relation": "at least"}],
    }
    with pytest.raises(DataError, match="known: 'moins de', 'au moins'"):
        get_suite("m_ifeval_fr").item(row)


WITHOUT_DICTIONARY = """
import sys
sys.modules["ipadic"] = None
from lm_eval_tasks import get_suite
row = {"key": 1, "prompt": "p", "instruction_id_list": ["ja:punctuation:no_comma"], "kwargs": [{}]}
print(get_suite("m_ifeval_ja").score(row, "海").strict)
print(len(get_suite("m_ifeval_fr").load("sample")[1]) >= 30)
from lm_eval_tasks.cli import main
sys.argv = ["lm-eval-tasks", "validate", "--task", "m_ifeval_ja", "--data", "sample"]
main()
"""


def test_without_the_dictionary_rows_say_so_before_a_model_runs() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_DICTIONARY], capture_output=True, text=True)
    assert done.stdout == "(True,)\nTrue\n"
    assert 'pip install "lm-eval-tasks[ja]"' in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 2


def test_the_instructions_that_need_the_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it these crash, and no others."""
    suite = get_suite("m_ifeval_ja")
    _, sample = suite.load("sample")
    monkeypatch.setattr(japanese, "analyser", None)
    scores = [suite.score(item, "町の灯台。") for item in sample if len(item.instructions) == 1]
    crashed = {score.instruction_ids[0] for score in scores if "crashed" in score.notes}
    assert crashed == BY_DICTIONARY


def test_the_dictionary_is_in_the_signature() -> None:
    assert "|fugashi:1." in signature(get_suite("m_ifeval_ja"))
    assert "|ipadic:1." in signature(get_suite("m_ifeval_ja"))
    assert "fugashi" not in signature(get_suite("m_ifeval_fr"))


def test_tokens() -> None:
    found = japanese.tokens("港の\n灯りが 見える。")
    assert [(token.surface, token.start) for token in found] == [
        ("港", 0),
        ("の", 1),
        ("灯り", 3),
        ("が", 5),
        ("見える", 7),
        ("。", 10),
    ]
    assert found[0].part == "名詞"


def test_tokens_of_any_length_and_character() -> None:
    long = "海が見える" * 1000
    assert [token.surface for token in japanese.tokens(long)].count("海") == 1000
    assert japanese.tokens("") == []
    assert [token.surface for token in japanese.tokens("港\ud800\0港")].count("港") == 2


def test_japanese_words_of_a_long_text_are_found_and_not_kept() -> None:
    """However long a text is, its words are the same, and only those of short ones are remembered."""
    sentence = "静かな海と港。"
    short = sentence * 3
    long = sentence * (japanese.LONGEST_REMEMBERED // len(sentence) + 1)
    japanese._places.cache_clear()
    assert list(japanese.token_word("港", short)) == [(5, 6), (12, 13), (19, 20)]
    assert list(japanese.token_word("港", long)) == [(at, at + 1) for at in range(5, len(long), 7)]
    assert japanese._places.cache_info().currsize == 1


def test_threads_share_one_analyser() -> None:
    texts = [f"港に{number}隻の船が並ぶ。灯りが揺れる。" for number in range(60)]
    alone = [japanese.tokens(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(japanese.tokens, texts)) == alone


def places(pattern: str, text: str) -> list[str]:
    return re.findall(pattern, text, flags=re.MULTILINE)


@given(st.text("1２. \n-*a\r・あ"))
def test_line_scans_are_the_reference_patterns(text: str) -> None:
    assert starred(text) == len(places(r"^\s*\*[^\*].*$", text))
    assert dotted(text) == len(places(r"^\s*・[^・].*$", text))
    assert items(text) == len(places(r"^\s*\d+\.\s.*$", text))
    numbers_gone = re.sub(r"^\s*\d+\.\s*", "", text, flags=re.MULTILINE)
    marks_gone = re.sub(r"^\s*[-*]\s*", "", numbers_gone, flags=re.MULTILINE)
    assert spanish.without_list_marks(text) == marks_gone


@given(st.text("#『』 \na"))
def test_titles_are_the_reference_patterns(text: str) -> None:
    signs = any(one.strip("#").strip() for one in re.findall(r"##[^\n]+##", text))
    assert (number_sign_title(text) is not None) == signs
    brackets = re.findall(r"『[^\n]+』", text)
    named = any(one.lstrip("『").rstrip("』").strip() for one in brackets)
    assert (corner_bracket_title(text) is not None) == named


@given(st.text("¿?「」『』。\nあ"))
def test_pairs_are_the_reference_patterns(text: str) -> None:
    questions = [one for one in re.findall(r"¿[^?]*\?", text) if one.strip("¿?").strip()]
    assert [text[start:end] for start, end in pairs.filled(text, "¿", "?")] == questions
    unquoted = re.sub(r"『.*?』", "", re.sub(r"「.*?」", "", text))
    assert pairs.without_quotations(text, ("「", "」"), ("『", "』")) == unquoted


def test_spanish_words() -> None:
    assert spanish.words("El check-out cuesta 9.5 €, ¿no?") == [
        "El",
        "check-out",
        "cuesta",
        "9.5",
        "€",
        "no",
    ]
    assert spanish.words("Uno\n\ndos  tres") == ["Uno", "\n\n", "dos", " ", "tres"]
    assert spanish.words_in_prose("1. Uno\n* dos") == ["Uno", "dos"]


def test_japanese_sentences() -> None:
    assert japanese.sentences("海の\n音。「静か。」だ!?") == ["海の音。", "「静か。」だ!", "?"]
    assert japanese.sentences("") == []
    assert len(japanese.sentences("海。\n \n山。")) == 3
