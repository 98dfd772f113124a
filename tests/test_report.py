"""The report as a file: what is in it, what cannot get into it, and what it refuses."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from scored_runs import ARABIC, FIRST, HOSTILE, INVISIBLE, ROWS, SECOND, make_run

from lm_eval_tasks.cli import cli
from lm_eval_tasks.errors import DataError, MissingDataError
from lm_eval_tasks.instructions.suites import get_suite
from lm_eval_tasks.report.browser import answer, script_json, utf16_spans
from lm_eval_tasks.report.charts import Bar, bars
from lm_eval_tasks.report.page import make_page, seen
from lm_eval_tasks.runs.records import Sample


class Elements(HTMLParser):
    """Every element with its attributes, and the text inside ``script`` and ``style``."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.raw: list[tuple[str, str]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.raw.append((tag, ""))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem:
            tag, text = self.raw[-1]
            self.raw[-1] = (tag, text + data)
        else:
            self.text += data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def embedded(page: str) -> Any:
    return json.loads(Elements(page).raw[1][1])


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    base = tmp_path_factory.mktemp("runs")
    return [
        make_run(base / "first", "ifeval_langcheck", FIRST),
        make_run(base / "second", "ifeval_langcheck", SECOND),
        make_run(base / "plain", "ifeval", SECOND),
    ]


@pytest.fixture(scope="module")
def page(folders: list[Path]) -> str:
    return make_page(folders[:2])


def test_answers_stay_text(page: str) -> None:
    elements = Elements(page)
    assert [attributes.get("type") for attributes in elements.named("script")] == ["application/json", None]
    assert elements.named("img") == []
    assert elements.named("b") != []  # the page's own; the prompt's <b> is text
    data = embedded(page)
    assert data["prompts"][2]["answers"][0]["text"] == f"<<Evening>>\n{HOSTILE}\nGood night."
    assert data["prompts"][3]["answers"][1]["text"] == INVISIBLE
    assert page.count("</script>") == 2


def test_loads_nothing(page: str) -> None:
    for _, attributes in Elements(page).found:
        for name in ("src", "href", "action", "data", "poster", "srcset"):
            assert (attributes.get(name) or "#").startswith(("#", "data:,"))
    style = dict(Elements(page).raw[:1])["style"]
    assert "url(" not in style
    assert "@import" not in style


def test_policy_admits_only_its_own_style_and_script(page: str) -> None:
    elements = Elements(page)
    policy = next(one["content"] for one in elements.named("meta") if one.get("http-equiv"))
    assert policy is not None
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    for kind, (_, text) in (("style", elements.raw[0]), ("script", elements.raw[2])):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy


def test_equal_runs_give_equal_pages(folders: list[Path], page: str) -> None:
    assert make_page(folders[:2]) == page


def test_headline_numbers_are_those_of_the_runs(folders: list[Path], page: str) -> None:
    text = Elements(page).text
    for folder in folders[:2]:
        results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
        assert results["signature"] in text
        assert results["data"]["sha256"] in text
        assert len(results["metrics"]) == 4
        for metric in results["metrics"].values():
            low, high = metric["ci95"]
            shown = f"{metric['value'] * 100:.1f}", f"{low * 100:.1f} – {high * 100:.1f}"
            passed = f"{metric['passed']} of {metric['total']}"
            assert re.search(r"\s*".join((*shown, passed)), text)


def test_gate_reasons_and_counts(page: str) -> None:
    text = re.sub(r"\s+", " ", Elements(page).text)
    assert re.search(r"empty_response ?1 ?0", text)
    assert re.search(r"arabic_punctuation ?0 ?1", text)
    assert re.search(r"Empty answers ?1 ?0", text)


def test_loose_variants_are_counted(page: str) -> None:
    text = re.sub(r"\s+", " ", Elements(page).text)
    assert re.search(r"without the first line ?0 ?1", text)


def test_warns_when_runs_were_not_scored_alike(folders: list[Path], page: str) -> None:
    assert "not scored alike" not in page
    text = Elements(make_page(folders)).text
    assert "The runs differ in their task: A: ifeval_langcheck, B: ifeval_langcheck, C: ifeval." in text
    assert "gate:english" in text.split("differ in their signature")[1].split(".")[0]


def test_one_run_has_no_letters(folders: list[Path]) -> None:
    page = make_page(folders[:1])
    assert 'class="letter' not in page
    assert 'id="run"' not in page


def test_thinking_is_shown_apart(page: str) -> None:
    shown = embedded(page)["prompts"][4]["answers"][0]
    assert shown["before"] == "<think>Lower case it is.</think>"
    assert shown["text"] == "the gulls have gone to sleep and the harbour is quiet now."
    assert shown["strict"] == [True]


def test_spans_are_those_of_the_judged_text() -> None:
    suite = get_suite("ifeval")
    response = "<think>a, b</think>🎈🎈 one, two"
    score = suite.score(ROWS[0], response)
    given = {**ROWS[0], "response": response, "strict": score.strict, "spans": score.spans}
    sample = msgspec.convert({**given, "judged": [len("<think>a, b</think>"), len(response)]}, Sample)
    shown = answer(sample, stored=True)
    assert shown == answer(msgspec.convert(given, Sample), stored=False), "a file of the first release"
    ((start, end),) = shown["spans"][0]
    assert shown["text"].encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le") == ","


def test_a_run_with_the_least_that_is_promised(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(
        json.dumps({"task": "of_another_package", "metrics": {"score": {"value": 0.5, "stderr": 0.1}}})
    )
    sample = {
        "key": 1,
        "prompt": "Sing.",
        "response": None,
        "instruction_id_list": ["a:b"],
        "strict": [False],
    }
    (tmp_path / "samples.jsonl").write_text(json.dumps(sample))
    page = make_page([tmp_path])
    assert "30.4 – 69.6" in page
    assert embedded(page)["prompts"][0]["answers"] == [
        {"text": "", "strict": [False], "why": [], "notes": ["null"]}
    ]


def test_conversations_are_carried(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", "ifeval", FIRST)
    file = folder / "samples.jsonl"
    samples = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    talk = [{"role": "user", "content": "Hello."}, {"role": "assistant", "content": "Good day."}]
    samples[0] |= {"turn": 2, "conversation": talk}
    samples[1]["labels"] = {"turn": 3, "conversation": talk[:1]}
    samples[2]["columns"] = {"messages": talk}
    file.write_text("\n".join(map(json.dumps, samples)), encoding="utf-8")
    first, second, third = embedded(make_page([folder]))["prompts"][:3]
    assert (first["turn"], first["conversation"]) == ("2", talk)
    assert (second["turn"], second["conversation"]) == ("3", talk[:1])
    assert third["conversation"] == talk
    assert "turn" not in third


def test_calls_that_are_no_text_are_shown_as_json() -> None:
    call = {"name": "save_note", "arguments": {"text": "غيم"}}
    given = {**ROWS[5], "response": call, "strict": [False], "notes": ["no_parameter"]}
    sample = msgspec.convert(given, Sample)
    shown = answer(sample, stored=True)
    assert json.loads(shown["text"]) == call
    assert "غيم" in shown["text"]
    assert shown["notes"] == ["no_parameter"]


def test_the_text_is_prepared_as_its_task_does(tmp_path: Path) -> None:
    row = {**ROWS[0], "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}], "lang": ["ar"]}
    response = "سار القطار\nإلى المدينة."
    folder = make_run(tmp_path / "run", "ifeval_arabic_inception", [response], [row])
    shown = embedded(make_page([folder]))["prompts"][0]["answers"][0]
    assert shown["text"] == "سار القطارإلى المدينة."
    assert (shown["before"], shown["beforeIs"]) == (response, "as it came")
    assert "loose" not in shown


def test_prompts_of_different_data_stand_apart(tmp_path: Path) -> None:
    one = make_run(tmp_path / "one", "ifeval", FIRST)
    rows = [{**row, "prompt": row["prompt"] + "!"} for row in ROWS[:1]] + ROWS[1:]
    other = make_run(tmp_path / "other", "ifeval", FIRST, rows)
    prompts = embedded(make_page([one, other]))["prompts"]
    assert [[bool(answer) for answer in prompt["answers"]] for prompt in prompts] == [
        [True, False],
        *[[True, True]] * 5,
        [False, True],
    ]


def test_names_are_as_long_as_they_must_be(tmp_path: Path) -> None:
    folders = [make_run(tmp_path / name / "run", "ifeval", FIRST) for name in ("<b>&amp;", "b")]
    assert [run["name"] for run in embedded(make_page(folders))["runs"]] == ["<b>&amp;/run", "b/run"]


def test_arabic_answers_are_embedded_unescaped(page: str) -> None:
    assert ARABIC in page


@given(st.recursive(st.text() | st.integers() | st.none(), lambda inner: st.lists(inner)))
def test_script_json_holds_anything_and_ends_nothing(value: Any) -> None:
    text = script_json(value)
    assert json.loads(text) == value
    assert not set(text) & set("<>&\u2028\u2029")
    text.encode("utf-8")


def test_script_json_of_lone_surrogates() -> None:
    assert script_json("\ud83d <!--") == '"\\ud83d \\u003c!--"'


@given(st.text(alphabet=st.sampled_from("aé🎈\ud83dש")), st.data())
def test_spans_in_utf16_cut_the_same_piece(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = utf16_spans(text, [(start, end)])
    if start == end:
        assert found == []
    else:
        ((left, right),) = found
        units = text.encode("utf-16-le", "surrogatepass")
        assert units[2 * left : 2 * right] == text[start:end].encode("utf-16-le", "surrogatepass")


def test_spans_that_do_not_fit_are_left_out() -> None:
    assert utf16_spans("abc", [(0, 4), (2, 1), (-1, 2), (1,), (1, 3)]) == [(1, 3)]  # type: ignore[list-item]


def test_unseen_characters_are_named() -> None:
    assert seen("a\u202eb\ud800") == "a[U+202E]b[U+D800]"


def test_bars_are_drawn_to_scale() -> None:
    drawn = bars([Bar(0.25, 0, 0.1, 0.4), Bar(0.5, 1, extended=0.75)])
    assert '<rect class="run0" y="0" width="25" height="10"/>' in drawn
    assert 'd="M10 2v6M10 5H40M40 2v6"' in drawn
    assert '<rect class="run1 loose" y="14" width="75" height="10"/>' in drawn
    assert 'viewBox="0 0 100 24"' in drawn


LEAST = '{"task": "ifeval", "metrics": {"m": {"value": 1}}}'


@pytest.mark.parametrize(
    ("results", "samples", "said"),
    [
        (None, "", "no results.json. A scored run is made by lm-eval-tasks score"),
        (LEAST, None, "no samples.jsonl"),
        ("{", "", "results.json cannot be read: Expecting property name"),
        ("[]", "", "results.json: expected an object"),
        ('{"task": "ifeval"}', "", "results.json: no 'metrics'"),
        (LEAST, '{"key": 1}', "line 1: no 'prompt'"),
        (
            LEAST,
            '{"key": 1, "prompt": "", "instruction_id_list": ["a:b"], "strict": []}',
            "line 1: 'strict' holds 0 values, expected 1, one per instruction",
        ),
    ],
)
def test_what_is_no_run_is_refused(
    tmp_path: Path, results: str | None, samples: str | None, said: str
) -> None:
    if results is not None:
        (tmp_path / "results.json").write_text(results)
    if samples is not None:
        (tmp_path / "samples.jsonl").write_text(samples)
    with pytest.raises((DataError, MissingDataError), match=re.escape(said)):
        make_page([tmp_path])


def test_more_runs_than_colours(folders: list[Path]) -> None:
    with pytest.raises(DataError, match="9 runs, at most 8 fit on one page"):
        make_page(folders[:1] * 9)


def test_command(folders: list[Path], tmp_path: Path, page: str) -> None:
    arguments = ["report", *map(str, folders[:2])]
    target = tmp_path / "page.html"
    done = CliRunner().invoke(cli, [*arguments, "-o", str(target)])
    assert done.exit_code == 0
    assert done.output.startswith(f"{target}: 2 runs, ")
    assert target.read_bytes() == page.encode()
    assert CliRunner().invoke(cli, [*arguments, "-o", "-"]).stdout_bytes == page.encode()
    titled = CliRunner().invoke(cli, [*arguments, "-o", "-", "--title", "Mine & yours"]).output
    assert "<h1>Mine &amp; yours</h1>" in titled


def test_command_says_where_it_cannot_write(folders: list[Path], tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["report", str(folders[0]), "-o", str(tmp_path / "no" / "page.html")])
    assert done.exit_code != 0
    assert "cannot be written: No such file or directory" in str(done.exception)
