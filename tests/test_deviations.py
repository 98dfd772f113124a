"""docs/deviations.md: complete, current, and its generated parts replaced and nothing else."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from unicodedata import normalize

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.instructions.catalogues.iftrain_catalogue import NEW

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "deviations.md").read_text(encoding="utf-8")
PARTS = ("Official", "Corrected", "Case", "Reason", "Effect")
HF, INCEPTION = "ifeval_arabic_inception_hf", "ifeval_arabic_inception"


def section(name: str) -> str:
    """The section of the page with that heading."""
    return PAGE.partition(f"\n### {name}\n")[2].partition("\n### ")[0]


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
    for name in (*checks, "The English gate"):
        for part in PARTS:
            assert section(name).count(f"- **{part}.** ") == 1, (name, part)


def test_every_corrected_arabic_reading_and_gate_has_a_section_with_all_its_parts() -> None:
    names = ["line ends", "parameters"]
    for task in (f"{HF}_langcheck_corrected", f"{INCEPTION}_corrected"):
        suite = get_suite(task)
        assert all("corrected" in check.readings for check in suite.catalogue.checks.values())
        assert suite.gate is not None
        names += [*suite.catalogue.checks, f"gate {suite.gate.name.removesuffix('_corrected')}"]
    assert len(set(names)) == 2 + 31 + 2
    for name in names:
        for part in PARTS:
            assert section(f"Arabic: {name}").count(f"- **{part}.** ") == 1, (name, part)


def test_every_corrected_reading_of_training_has_a_section_with_all_its_parts() -> None:
    official, corrected = get_suite("iftrain"), get_suite("iftrain_corrected")
    repaired = {
        name
        for name in NEW
        if official.catalogue.checks[name].reading(official.edition)
        is not corrected.catalogue.checks[name].reading(corrected.edition)
    }
    assert len(repaired) == 23
    assert set(re.findall(r"^### Training: (.+)$", PAGE, re.M)) == repaired
    for name in repaired:
        for part in PARTS:
            assert section(f"Training: {name}").count(f"- **{part}.** ") == 1, (name, part)


@pytest.mark.parametrize("task", ["ifeval_corrected", f"{HF}_corrected", f"{INCEPTION}_corrected"])
def test_every_excluded_row_is_named_with_its_reason(task: str) -> None:
    for key, row in get_suite(task).excluded.items():
        assert f"| {key} | {row.reason} |" in PAGE


BOTH, ONLY_HF, ONLY_INCEPTION, NEITHER = (True, True), (True, False), (False, True), (False, False)
ARABIC_CASES: list[tuple[str, dict[str, Any], str, tuple[bool, bool], tuple[bool, bool]]] = [
    ("keywords:existence", {"keywords": ["قلم"]}, "اشتريت القَلَم.", NEITHER, BOTH),
    ("keywords:existence", {"keywords": ["نهر"]}, "السفينة تنهره.", ONLY_INCEPTION, NEITHER),
    (
        "keywords:frequency",
        {"keyword": "باب", "frequency": 2, "relation": "at least"},
        "هذا الباب خلف ذلك الباب.",
        ONLY_INCEPTION,
        BOTH,
    ),
    (
        "keywords:frequency",
        {"keyword": "باب", "frequency": 2, "relation": "at least"},
        "الشباب ضباب.",
        ONLY_INCEPTION,
        NEITHER,
    ),
    ("keywords:forbidden_words", {"forbidden_words": ["قهوة"]}, "شربت القهوة.", BOTH, NEITHER),
    ("keywords:list_existence", {"keywords": ["أنت"], "mode": "all"}, "أنتم هنا", ONLY_INCEPTION, NEITHER),
    ("keywords:list_existence", {"keywords": ["أنت"], "mode": "all"}, "أنتَ، يا صديقي", ONLY_INCEPTION, BOTH),
    (
        "keywords:letter_frequency",
        {"letter": "آ", "let_frequency": 1, "let_relation": "at least"},
        "ا\u0653ن",
        ONLY_INCEPTION,
        BOTH,
    ),
    (
        "keywords:letter_list_freq",
        {"letters": ["ب", "ت"], "frequency": 2, "relation": "at least", "position": "end"},
        "كتاب، بيت.",
        NEITHER,
        BOTH,
    ),
    (
        "keywords:letter_list_freq",
        {"letters": ["ب", "ت"], "frequency": 2, "relation": "at least", "position": "start"},
        "باب تين",
        ONLY_INCEPTION,
        BOTH,
    ),
    ("language:response_language", {"language": "ar"}, "2 + 2 = 4", BOTH, NEITHER),
    (
        "length_constraints:number_sentences",
        {"num_sentences": 2, "relation": "at least"},
        "هل وصلت؟ نعم.",
        ONLY_HF,
        BOTH,
    ),
    (
        "length_constraints:number_sentences",
        {"num_sentences": 2, "relation": "less than"},
        "قال د. سامي نعم.",
        NEITHER,
        BOTH,
    ),
    (
        "length_constraints:number_words",
        {"num_words": 3, "relation": "less than"},
        "شاي ، ماء",
        ONLY_INCEPTION,
        BOTH,
    ),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}, "هذا ***مهم جدا.", BOTH, NEITHER),
    (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "أخيرا"},
        "شمس.\n\nأخيرًا، مطر.",
        NEITHER,
        BOTH,
    ),
    ("detectable_content:number_placeholders", {"num_placeholders": 2}, "- [ ] غسل\n- [x] كي", BOTH, NEITHER),
    ("detectable_content:postscript", {"postscript_marker": "ملاحظة"}, "لي ملاحظة على هذا.", BOTH, NEITHER),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "* كوب\n* إبريق", ONLY_HF, BOTH),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "* كوب\n---", ONLY_HF, NEITHER),
    ("detectable_format:constrained_response", {}, "إجابتي هي نعم.", ONLY_HF, BOTH),
    ("detectable_format:constrained_response", {}, "إجابتي هي لا. إجابتي هي ربما.", BOTH, NEITHER),
    (
        "detectable_format:number_highlighted_sections",
        {"num_highlights": 2},
        "قرب ***النهر*** بيت.",
        BOTH,
        NEITHER,
    ),
    (
        "detectable_format:multiple_sections",
        {"section_spliter": "القسم", "num_sections": 2},
        "القسم الأول\nشمس\nالقسم الثاني\nمطر",
        NEITHER,
        BOTH,
    ),
    (
        "detectable_format:multiple_sections",
        {"section_spliter": "القسم", "num_sections": 2},
        "القسم 1\nشمس\nالقسم 1\nمطر",
        BOTH,
        NEITHER,
    ),
    ("detectable_format:json_format", {}, '"مطر"', BOTH, NEITHER),
    ("detectable_format:title", {}, "قرأت «مطر» أمس.", ONLY_INCEPTION, NEITHER),
    ("detectable_format:title", {}, "«مطر الليل»\nنزل المطر.", ONLY_INCEPTION, BOTH),
    (
        "detectable_format:tashkeel",
        {"tashkeel_name": "Shadda", "count": 1},
        "كلّم المعلّم الطالب.",
        NEITHER,
        BOTH,
    ),
    ("combination:two_responses", {}, "مطر\n******\nمطر.", BOTH, NEITHER),
    ("combination:repeat_prompt", {"prompt_to_repeat": "سمّ زهرة"}, "سمّ زهرة", BOTH, NEITHER),
    ("startend:end_checker", {"end_phrase": "سلام"}, "وعليكم السلام", BOTH, NEITHER),
    ("startend:end_checker", {"end_phrase": "انتهى…"}, "وصل القطار. انتهى…", ONLY_HF, BOTH),
    ("startend:quotation", {}, "«مطر»", ONLY_INCEPTION, BOTH),
    ("startend:quotation", {}, "«مطر» و«شمس»", ONLY_INCEPTION, NEITHER),
    ("punctuation:no_comma", {}, "مطر、شمس", BOTH, NEITHER),
    ("detectable_format:word_repetition", {}, "نعم نعم، نعم", BOTH, NEITHER),
    ("detectable_format:sent_repetition", {}, "هل وصلت؟ نعم. هل وصلت؟", BOTH, NEITHER),
    ("detectable_format:check_punct_lang", {"language": "ar"}, "نزل المطر.", NEITHER, BOTH),
    (
        "change_case:capital_word_frequency",
        {"capital_frequency": 2, "capital_relation": "less than"},
        "please DON'T go",
        NEITHER,
        BOTH,
    ),
    ("change_case:english_capital", {}, "HELLO THERE MOM", NEITHER, BOTH),
    ("change_case:english_lowercase", {}, "kettles", NEITHER, BOTH),
]
"""Instruction, parameters and response of the page's Arabic cases, and in which of HF and Inception it is
followed, in the official and in the corrected edition. Where HF lacks the type, Inception stands for both."""


def test_every_arabic_instruction_has_a_case() -> None:
    assert {name for name, *_ in ARABIC_CASES} == set(get_suite(INCEPTION).catalogue.checks)


@pytest.mark.parametrize(
    ("name", "kwargs", "response", "official", "corrected"), ARABIC_CASES, ids=lambda value: str(value)[:40]
)
def test_arabic_cases(
    name: str,
    kwargs: dict[str, Any],
    response: str,
    official: tuple[bool, bool],
    corrected: tuple[bool, bool],
) -> None:
    row = {"key": 1, "prompt": "", "instruction_id_list": [name], "kwargs": [kwargs], "lang": ["ar"]}
    tasks = [HF if name in get_suite(HF).catalogue.checks else INCEPTION, INCEPTION]
    found = [
        [get_suite(f"{task}{edition}").score(row, response).strict[0] for task in tasks]
        for edition in ("", "_corrected")
    ]
    assert [tuple(one) for one in found] == [official, corrected]
    assert normalize("NFC", f"`{response}`".replace("\n", "⏎")) in PAGE


GATE_CASES = [
    ("ifeval_langcheck", [], None, "We met at the café.", "non_english_word", None),
    ("ifeval_langcheck", [], None, "It weighs 5 µg.", "non_english_word", None),
    ("ifeval_langcheck", [], None, "He said «no» and left.", "arabic_punctuation", None),
    ("ifeval_langcheck", [], "ru", "Дождь идёт.", "non_english_word", None),
    ("ifeval_langcheck", [], None, "No no NO no No no no", None, "repeated_words"),
    ("ifeval_langcheck", [], None, "A λόγος.", "non_english_word", "non_english_word"),
    (INCEPTION, ["ar", "en"], None, "The train is late.", None, "no_arabic_word"),
    (INCEPTION, ["ar", "en"], None, "في café بعيد", "other_script_word", None),
    (INCEPTION, ["ar", "en"], None, "الزاوية θ هنا", "other_script_word", None),
    (INCEPTION, ["ar", "en"], None, "1 + 3 = 4", "no_letters", None),
    (f"{HF}_langcheck", [], None, "الطريق طويل جدا جدا", "word_repetition", None),
    (f"{HF}_langcheck", [], None, "نستخدم الـAPI كثيرا اليوم", "mixed_script_word", None),
]
"""Task, ``lang``, the language an instruction names, response, and why each edition's gate refuses it."""


@pytest.mark.parametrize(("task", "lang", "language", "response", "official", "corrected"), GATE_CASES)
def test_gate_cases(
    task: str,
    lang: list[str],
    language: str | None,
    response: str,
    official: str | None,
    corrected: str | None,
) -> None:
    ids: list[str] = ["punctuation:no_comma"]
    kwargs: list[dict[str, Any]] = [{}]
    if language:
        ids, kwargs = ["language:response_language"], [{"language": language}]
    row = {"key": 1, "prompt": "", "instruction_id_list": ids, "kwargs": kwargs, "lang": lang}
    refusals = [get_suite(name).score(row, response).refusal for name in (task, f"{task}_corrected")]
    assert [refusal and refusal.reason for refusal in refusals] == [official, corrected]
    assert f"`{response}`" in PAGE


def test_ceilings_and_counts_of_the_arabic_prompts(benchmark: Any, reference: Path) -> None:
    rows = benchmark.lines(reference / "arabic" / "prompts.jsonl")
    best = {
        metric: number
        for task, metric, number in benchmark.ceilings([benchmark.ARABIC.item(row) for row in rows])
        if task == HF
    }
    assert best == {"prompt_level_strict_acc": 400, "prompt_level_loose_acc": 403}
    readme = (ROOT / "lm_eval_tasks" / "ifeval_arabic" / "README.md").read_text(encoding="utf-8")
    for task, _, number in benchmark.ceilings([benchmark.ARABIC.item(row) for row in rows]):
        assert f"{number}/404" in readme, task
    for name, text in benchmark.arabic_sections(rows):
        assert f"<!-- begin {name} -->\n{text}\n<!-- end {name} -->" in PAGE


def test_an_arabic_type_that_does_not_occur_concerns_nothing(benchmark: Any) -> None:
    asked = [benchmark.Asked(1, "a:b", {}), benchmark.Asked(1, "a:b", {}), benchmark.Asked(2, "a:c", {})]
    assert benchmark.concerned("a:b", asked, 2) == "2 instructions in 1 of 2 prompts."
    assert benchmark.concerned("a:d", asked, 2) == "None on the 2 prompts, where the type does not occur."
    bullets = "detectable_format:number_bullet_lists"
    asked = [benchmark.Asked(key, bullets, {"num_bullets": key}) for key in (1, 2, 3)]
    assert benchmark.concerned(bullets, asked, 9) == "3 instructions in 3 of 9 prompts. 2 want more than one."


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
        *("--arabic", str(reference / "arabic" / "prompts.jsonl")),
        "--check",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "deviations.md is current\n"), done.stderr
