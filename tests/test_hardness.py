"""No text and no keyword makes a check hang: every one ends on every unfriendly kind of text.

The limits are hard and generous: what is quadratic takes hours on these lengths.
"""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks import SUITES, get_suite
from lm_eval_tasks.errors import DataError, UndecidedError
from lm_eval_tasks.instructions.model import Text
from lm_eval_tasks.text.budget import STEPS, Budget
from lm_eval_tasks.text.languages import detected_language, head
from lm_eval_tasks.text.patterns import pattern_anywhere, pattern_word

HERE = Path(__file__).parent
LENGTH = 20_000
LONG = 2_000_000
EVERYTHING = """
import sys
sys.path.insert(0, sys.argv[1])
from adversarial import UNITS, text
from every import checks, gated
from lm_eval_tasks.instructions.model import Text

task, length, kinds = sys.argv[2], int(sys.argv[3]), sys.argv[4:] or list(UNITS)
for kind in kinds:
    string = text(kind, length)
    for name, instruction in checks().items():
        if name.split()[0] == task:
            print(f"{name} on {kind}", flush=True)
            instruction.judge(Text(string), instruction.parameters)
    for suite, item in gated():
        if suite.name == task:
            print(f"gate of {task} on {kind}", flush=True)
            suite.gate.refuse(Text(suite.prepare(string, item).string), item)
print("all", flush=True)
"""


def ends(code: str, *arguments: str, seconds: float) -> str:
    """Run ``code`` in a process of its own, with a limit; its last line."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=seconds
        )
    except subprocess.TimeoutExpired as late:
        said = (late.stdout or b"").decode().split("\n")
        pytest.fail(f"not done in {seconds} seconds: {said[-2] if len(said) > 1 else 'nothing'}")
    assert done.returncode == 0, done.stderr
    return done.stdout.rstrip().split("\n")[-1]


@pytest.mark.parametrize("task", list(SUITES))
def test_every_check_and_gate_ends(task: str) -> None:
    assert ends(EVERYTHING, str(HERE), task, str(LENGTH), seconds=600) == "all"


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", ["prose", "newlines", "opening brackets", "asterisks", "one long word", "mail"]
)
def test_long_texts_end(kind: str) -> None:
    assert ends(EVERYTHING, str(HERE), "ifeval_langcheck", str(LONG), kind, seconds=600) == "all"


def score(instruction: str, parameters: dict[str, Any], response: str) -> Any:
    row = {"key": 1, "prompt": "", "instruction_id_list": [instruction], "kwargs": [parameters]}
    return get_suite("ifeval").score(row, response)


KEYWORDS = """
import json, sys
from lm_eval_tasks import get_suite
case = json.loads(sys.stdin.read())
row = {"key": 1, "prompt": "", "instruction_id_list": [case["instruction"]], "kwargs": [case["parameters"]]}
score = get_suite("ifeval").score(row, case["response"])
print(json.dumps([score.strict[0], list(score.notes)]))
"""
EXPLOSIVE = [
    "(a+)+b",
    "(a*)*b",
    "(a|a)+b",
    "(a|aa)+$b",
    "(.*a){20}b",
    "(?:a?){60}a{60}b",
]


def scored_apart(instruction: str, parameters: dict[str, Any], response: str) -> Any:
    case = json.dumps({"instruction": instruction, "parameters": parameters, "response": response})
    done = subprocess.run(
        [sys.executable, "-c", KEYWORDS], input=case, capture_output=True, text=True, timeout=120, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("keyword", EXPLOSIVE)
def test_an_explosive_keyword_ends_and_is_not_found(keyword: str) -> None:
    assert scored_apart("keywords:existence", {"keywords": [keyword]}, "a" * 5000) == [False, []]


@pytest.mark.parametrize(
    ("instruction", "parameters"),
    [
        ("keywords:frequency", {"keyword": "(a+)+b", "frequency": 1, "relation": "at least"}),
        ("detectable_format:multiple_sections", {"section_spliter": "(a+)+b", "num_sections": 1}),
        ("detectable_content:postscript", {"postscript_marker": "(a+)+b"}),
    ],
)
def test_every_pattern_from_data_is_bounded(instruction: str, parameters: dict[str, Any]) -> None:
    assert scored_apart(instruction, parameters, "a" * 5000)[0] is False


def test_an_explosive_forbidden_word_ends() -> None:
    followed, notes = scored_apart("keywords:forbidden_words", {"forbidden_words": ["(a+)+b"]}, "a" * 5000)
    assert (followed, notes) == (True, [])


@pytest.mark.parametrize(
    "pattern",
    [
        "((a{1000}){1000}){1000}",
        "((a{1,50}){1,50}){1,50}b",
        "a{1001}",
        "(a|aa)+(?=b)",
        r"(a|b)+\1",
        "(?>a+)+b|(?!c)",
    ],
)
@pytest.mark.parametrize(
    ("instruction", "name", "others"),
    [
        ("keywords:existence", "keywords", {}),
        ("keywords:forbidden_words", "forbidden_words", {}),
        ("keywords:frequency", "keyword", {"frequency": 1, "relation": "at least"}),
        ("detectable_format:multiple_sections", "section_spliter", {"num_sections": 1}),
        ("detectable_content:postscript", "postscript_marker", {}),
    ],
)
def test_a_pattern_that_cannot_be_bounded_is_refused_with_its_row(
    instruction: str, name: str, others: dict[str, Any], pattern: str
) -> None:
    value = [pattern] if name.endswith("words") else pattern
    with pytest.raises(DataError) as refused:
        score(instruction, {name: value, **others}, "a" * 50)
    assert str(refused.value).startswith(
        f"ifeval: key 1, instruction {instruction!r}: {pattern!r} is a regular"
    )


def test_one_budget_serves_all_keywords_and_variants_of_an_answer() -> None:
    # Searched once it takes some two thirds of the budget.
    keyword = "(a+){1,100}b"
    needed = count_steps(keyword, "a" * 2000)
    assert 0.5 * STEPS < needed < STEPS
    row = {"key": 1, "prompt": "", "instruction_id_list": ["keywords:existence"] * 2}
    one = get_suite("ifeval").score({**row, "kwargs": [{"keywords": [keyword]}] * 2}, "a" * 2000)
    assert (one.strict, one.notes) == ((False, False), ("undecided",))
    assert one.why[0].startswith("keyword '(a+){1,100}b' not found")
    assert one.why[1].startswith("not decided: the pattern '(a+){1,100}b' needs more than 2,000,000 steps")
    text = Text("a" * 2000)
    assert list(pattern_anywhere(keyword, text.string, text.budget)) == []
    with pytest.raises(UndecidedError, match="needs more than 2,000,000 steps on this response"):
        list(pattern_anywhere(keyword, text.string, text.budget))


def count_steps(pattern: str, text: str) -> int:
    budget = Budget()
    list(pattern_anywhere(pattern, text, budget))
    return STEPS - budget.left


@pytest.mark.parametrize("threads", [1, 16])
def test_a_verdict_does_not_depend_on_other_threads(threads: int) -> None:
    row = {
        "key": 1,
        "prompt": "",
        "instruction_id_list": ["keywords:existence"] * 3,
        "kwargs": [{"keywords": ["(a|aa)+$"]}, *[{"keywords": ["(a+){1,100}b"]}] * 2],
    }
    with ThreadPoolExecutor(threads) as pool:
        scores = list(pool.map(lambda _: get_suite("ifeval").score(row, "a" * 2000), range(16)))
    assert {(one.strict, one.notes) for one in scores} == {((True, False, False), ("undecided",))}


def test_a_keyword_of_a_megabyte() -> None:
    keyword = "harbour " * 125_000
    assert scored_apart("keywords:existence", {"keywords": [keyword]}, "A harbour.") == [False, []]
    assert scored_apart("keywords:existence", {"keywords": [keyword]}, f"{keyword}.") == [True, []]


def test_a_keyword_of_a_thousand_alternatives() -> None:
    keyword = "|".join(f"word{number}" for number in range(1000))
    response = "filler " * 20_000
    assert scored_apart("keywords:existence", {"keywords": [keyword]}, response + "word999") == [True, []]
    assert scored_apart("keywords:existence", {"keywords": [keyword]}, response) == [False, []]


@pytest.mark.parametrize("keyword", ["(", "[", "*", "a{2,1}", "(?P<x", "\\", "(?P=x)", "(" * 300, "\\1"])
def test_an_invalid_pattern_is_found_nowhere(keyword: str) -> None:
    assert list(pattern_anywhere(keyword, "ab" * 50, Budget())) == []
    assert list(pattern_word(keyword, "ab" * 50, Budget())) == []


@pytest.mark.parametrize(
    "beginning",
    [
        "https://a.b/c " * 3000,
        "x" * 32_700 + " https://" + "a" * 2000,
        "x" * 32_760 + "a.b@c.de" * 4,
        "e\u0301" * 20_000,
        "a.b-c@" * 40_000,
        "https://" + "a" * 100_000,
        " " * 50_000,
    ],
)
def test_the_head_of_a_long_text_has_the_language_of_the_whole(beginning: str) -> None:
    from langdetect.detector import Detector
    from langdetect.detector_factory import DetectorFactory

    def read(text: str) -> str:
        factory = DetectorFactory()
        detector = Detector(factory)
        detector.append(text)
        return str(detector.text)

    text = beginning + " Le bateau est parti tôt ce matin. " * 4000
    assert len(head(text)) <= len(text)
    assert read(head(text)) == read(text)


def test_the_head_is_much_shorter_than_a_long_text() -> None:
    assert len(head("word " * 1_000_000)) < 50_000
    assert detected_language("The boat left early this morning. " * 300_000) == "en"
