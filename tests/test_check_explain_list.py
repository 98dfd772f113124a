"""``check``, ``explain`` and ``list``."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from msgspec import Meta
from rich.cells import cell_len

from lm_eval_tasks import SUITES, get_suite
from lm_eval_tasks.cli import main
from lm_eval_tasks.cli.explained import Topic, topics
from lm_eval_tasks.instructions.model import Parameters
from lm_eval_tasks.judgments.scoring import TASKS as JUDGE_TASKS


class Ended(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the command in this process, 80 columns wide, with ``stdin`` on standard input."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: object, stdin: bytes = b"") -> Ended:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ended(int(ended.value.code or 0), out, err)

    return run


# check


def test_followed(run: Any) -> None:
    ended = run("check", "--instruction", "punctuation:no_comma", stdin=b"Calm and clear.\n")
    assert ended == (0, "strict  followed: no comma\nloose   followed: as it is\n", "")


def test_not_followed(run: Any) -> None:
    ended = run("check", "--instruction", "punctuation:no_comma", "-", stdin=b"Calm, and clear.")
    assert ended.code == 1
    assert ended.out.splitlines() == [
        "strict  not followed: comma ',' at character 4; expected none",
        "loose   not followed: no variant follows",
    ]


def test_loose_alone_is_not_followed(run: Any, tmp_path: Path) -> None:
    (tmp_path / "answer.txt").write_text("Sure, here you go:\nCalm and clear.", encoding="utf-8")
    ended = run("check", "--instruction", "punctuation:no_comma", tmp_path / "answer.txt")
    assert ended.code == 1
    assert "loose   followed: without the first line" in ended.out


def test_parameters_and_json(run: Any) -> None:
    expected = {"num_words": 2, "relation": "at least"}
    command = ("check", "--instruction", "length_constraints:number_words", "--json", "--kwargs")
    ended = run(*command, json.dumps(expected), stdin=b"two words")
    assert ended.code == 0
    assert json.loads(ended.out) == {
        "task": "ifeval",
        "instruction": "length_constraints:number_words",
        "kwargs": expected,
        "followed": True,
        "strict": True,
        "loose": True,
        "loose_variant": "as it is",
        "why": "2 words; expected at least 2",
        "spans": [],
        "gate": None,
        "notes": [],
    }


def test_a_gate_refuses(run: Any) -> None:
    command = ("check", "--instruction", "punctuation:no_comma", "--task", "ifeval_langcheck")
    ended = run(*command, stdin="هذا ميناء".encode())
    assert ended.code == 1
    assert ended.out.startswith("strict  followed: no comma\n")
    assert "gate    refused: non_english_word, \u2068'هذا' at character 0\u2069" in ended.out
    passed = run(*command, stdin=b"A harbour.")
    assert (passed.code, passed.out.splitlines()[-1]) == (0, "gate    passed")


def test_further_columns(run: Any) -> None:
    """The gate of this task wants to know which languages the row allows."""
    command = ("check", "--instruction", "punctuation:no_comma", "--task", "ifeval_arabic_inception")
    text = "A quiet harbour."
    for lang, code in ((["ar", "en"], 0), (["ar"], 1)):
        ended = run(*command, "--row", json.dumps({"lang": lang}), stdin=text.encode())
        assert ended.code == code, ended
        assert ("gate    passed" in ended.out) == (code == 0)
    assert run(*command, "--row", "[]", stdin=b"a").err == "error: --row: expected a JSON object\n"


def test_empty_and_unclosed(run: Any) -> None:
    empty = run("check", "--instruction", "punctuation:no_comma")
    assert (empty.code, empty.out.splitlines()[-1]) == (1, "noted   empty")
    thinking = run("check", "--instruction", "punctuation:no_comma", stdin=b"<think>so")
    assert (thinking.code, thinking.out.splitlines()[-1]) == (1, "noted   unclosed thinking")


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (("--instruction", "punctuation:no_coma"), b"", "Did you mean 'punctuation:no_comma'?"),
        (("--instruction", "punctuation:no_comma", "--task", "ifevel"), b"", "Did you mean 'ifeval'?"),
        (("--instruction", "punctuation:no_comma", "--kwargs", "{a}"), b"", "--kwargs: no JSON"),
        (
            ("--instruction", "punctuation:no_comma", "--kwargs", "[1]"),
            b"",
            "--kwargs: expected a JSON object",
        ),
        (("--instruction", "punctuation:no_comma", "--kwargs", '{"a": 1}'), b"", "unknown parameter 'a'"),
        (("--instruction", "length_constraints:number_words"), b"", "parameter 'num_words' is missing"),
        (("--instruction", "punctuation:no_comma"), b"ab\xff", "standard input: no UTF-8"),
        (("--instruction", "punctuation:no_comma", "none.txt"), b"", "none.txt: cannot be read"),
        ((), b"", "Missing option '--instruction'"),
    ],
)
def test_questions_without_sense(run: Any, arguments: tuple[str, ...], stdin: bytes, said: str) -> None:
    ended = run("check", *arguments, stdin=stdin)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


# explain


def test_a_page(run: Any) -> None:
    ended = run("explain", "length_constraints:number_words")
    assert ended.code == 0
    assert ended.out.startswith("length_constraints:number_words: how many words\n")
    for part in (
        r"^Asks +fewer than, or at least, num_words words\.",
        r"^Parameters +num_words: whole number, at least 0",
        r"^ +relation: one of ",
        r"^Tasks +ifeval, ifeval_langcheck",
        r'^Example +\{"num_words": 3, "relation": "at least"\}',
        r'^followed +"one two three"',
        r'^not followed +"one two"',
    ):
        assert re.search(part, ended.out, re.MULTILINE), part
    assert max(cell_len(line) for line in ended.out.splitlines()) <= 80


def test_a_gate(run: Any) -> None:
    (found,) = json.loads(run("explain", "english", "--json").out)
    assert (found["kind"], found["tasks"]) == ("gate", ["ifeval_langcheck"])
    assert found["reasons"] == list(get_suite("ifeval_langcheck").gate.reasons)  # type: ignore[union-attr]
    assert "arabic_punctuation" in found["sections"]["Decides"]


def test_json_of_a_page(run: Any) -> None:
    (found,) = json.loads(run("explain", "keywords:existence", "--task", "ifeval", "--json").out)
    assert found["parameters"] == [
        {"name": "keywords", "type": "list of text, at least 1 item", "required": True, "default": None}
    ]
    assert found["readings"][0] == "official"
    assert found["tasks"] == ["ifeval"]
    assert found["examples"][0]["followed"]


def test_an_id_that_benchmarks_read_differently_has_a_part_for_each(run: Any) -> None:
    found = json.loads(run("explain", "keywords:list_existence", "--json").out)
    assert len(found) == 2
    assert "ifeval_arabic_inception" in found[1]["tasks"]
    assert not set(found[0]["tasks"]) & set(found[1]["tasks"])
    page = run("explain", "keywords:list_existence").out
    assert len(re.findall(r"^Asks ", page, re.MULTILINE)) == 1
    assert len(re.findall(r"^Parameters ", page, re.MULTILINE)) == 2


def test_examples_from_right_to_left_are_fenced(run: Any) -> None:
    page = run("explain", "keywords:list_existence").out
    assert re.search('^followed +\u2068".+"\u2069', page, re.MULTILINE)


def test_all_ids_are_listed_below_their_families(run: Any) -> None:
    ended = run("explain", "--task", "ifeval_langcheck")
    families = re.findall(r"^\w+$", ended.out, re.MULTILINE)
    assert families[0] == "change_case"
    assert families[-1] == "gates"
    listed = re.findall(r"^  (\w+:\w+|english) ", ended.out, re.MULTILINE)
    assert listed == [*sorted(get_suite("ifeval").catalogue.checks), "english"]
    assert max(cell_len(line) for line in ended.out.splitlines()) <= 80


def test_an_id_of_the_data_and_the_name_of_its_check_find_the_same_page(run: Any) -> None:
    by_data = run("explain", "WordCountChecker", "--json")
    assert by_data.code == 0
    assert run("explain", "function_call:word_count", "--json").out == by_data.out
    assert re.search(r"^function_call\n(  \w+ .*\n)+", run("explain", "--task", "ifeval_fc").out)


def test_the_list_as_json(run: Any) -> None:
    listed = json.loads(run("explain", "--json").out)
    assert {one["id"] for one in listed} >= set(get_suite("ifeval").catalogue.checks) | {"english"}
    assert all(one["title"] and one["tasks"] for one in listed)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("keywords:existance",),
            "unknown instruction or gate 'keywords:existance'. Did you mean 'keywords:existence'?",
        ),
        (("inception", "--task", "ifeval"), "task ifeval: unknown instruction or gate 'inception'."),
        (("--task", "ifevel"), "Did you mean 'ifeval'?"),
    ],
)
def test_unknown_names(run: Any, arguments: tuple[str, ...], said: str) -> None:
    ended = run("explain", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


def test_every_instruction_and_gate_can_be_explained() -> None:
    known = topics()
    for topic in known:
        plain = topic.plain()
        assert json.loads(json.dumps(plain)) == plain
        assert plain["title"], topic.id
    ids = {topic.id for topic in known}
    for suite in SUITES.values():
        assert set(suite.catalogue.checks) <= ids
        assert suite.gate is None or suite.gate.name in ids


def test_types_in_words() -> None:
    class Many(Parameters, frozen=True):
        number: Annotated[int, Meta(ge=1, le=9)]
        share: Annotated[float, Meta(gt=0)]
        name: Annotated[str, Meta(min_length=1)]
        way: Literal["up", "down"]
        pair: Annotated[tuple[str, ...], Meta(min_length=2, max_length=2)]
        flag: bool = False
        table: dict[str, int] | None = None
        value: Any = None

    found = Topic("a:b", "a:b", "instruction", "unused", (), struct=Many).parameters
    assert {one["name"]: one["type"] for one in found} == {
        "number": "whole number, at least 1, at most 9",
        "share": "number, more than 0",
        "name": "text, at least 1 character",
        "way": "one of 'down', 'up'",
        "pair": "list of text of 2 items",
        "flag": "true or false",
        "table": "object of whole number by text or null",
        "value": "any value",
    }
    assert [one["required"] for one in found] == [True] * 5 + [False] * 3
    assert [one["default"] for one in found][5:] == [False, None, None]


# list


def test_tasks_one_a_line(run: Any) -> None:
    lines = run("list").out.splitlines()
    assert [line.split()[0] for line in lines] == [*SUITES, *JUDGE_TASKS]
    assert re.fullmatch(r"ifeval +541  IFEval: 25 verifiable instruction types, English", lines[0])


def test_tasks_as_json(run: Any) -> None:
    listed = {one["name"]: one for one in json.loads(run("list", "--json").out)}
    assert list(listed) == [*SUITES, *JUDGE_TASKS]
    assert {name for name, one in listed.items() if one.get("judged")} == set(JUDGE_TASKS)
    one = listed["ifeval_langcheck"]
    assert (one["prompts"], one["gate"], one["edition"], one["loose"]) == (541, "english", "official", True)
    assert len(one["instructions"]) == 25
    assert one["metrics"][0] == "prompt_level_strict_acc"
    assert one["data"]["path"] == "google/IFEval"


@pytest.mark.parametrize("topic", [(), ("punctuation:no_comma",), ("english",)])
def test_explain_without_docstrings_is_the_same(topic: tuple[str, ...], run: Any) -> None:
    done = subprocess.run(
        [sys.executable, "-OO", "-m", "lm_eval_tasks", "explain", "--json", *topic],
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert json.loads(done.stdout) == json.loads(run("explain", "--json", *topic).out)
