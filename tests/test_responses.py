"""Saved answers: every form is read, every prompt gets its answer, every fault is named."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lm_eval_tasks import get_suite
from lm_eval_tasks.data.answers import MISSING
from lm_eval_tasks.data.responses import Matched, Saved, match, read_responses, shown
from lm_eval_tasks.data.sources import rows_from
from lm_eval_tasks.errors import DataError, ResponseError
from lm_eval_tasks.instructions.model import Item

ROWS: list[dict[str, Any]] = [
    {
        "key": key,
        "prompt": prompt,
        "instruction_id_list": ["punctuation:no_comma"],
        "kwargs": [{}],
    }
    for key, prompt in [(11, "Name a harbour."), (12, "Name a gull.\n"), ("c-13", "صف الميناء عند الفجر")]
]


def items(rows: Sequence[dict[str, Any]] = ROWS) -> list[Item]:
    return get_suite("ifeval").items(rows_from(rows, "rows"))


def saved(folder: Path, *lines: object, name: str = "answers.jsonl") -> Path:
    """A file with one object a line; texts are written as they are."""
    path = folder / name
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


def read(folder: Path, *lines: object) -> Saved:
    return read_responses(str(saved(folder, *lines)))


def matched(folder: Path, *lines: object, rows: Sequence[dict[str, Any]] = ROWS) -> Matched:
    return match(items(rows), read(folder, *lines))


def refused(path: Path | str, **options: Any) -> str:
    with pytest.raises(ResponseError) as error:
        read_responses(str(path), **options)
    return str(error.value)


# Reading


def test_prompt_and_response(tmp_path: Path) -> None:
    found = read(
        tmp_path, {"prompt": "Name a harbour.", "response": "Whitby"}, "", {"prompt": "x", "response": None}
    )
    assert (found.kind, [answer.line for answer in found.answers]) == ("answers", [1, 3])
    assert [answer.response for answer in found.answers] == ["Whitby", None]
    assert (found.rows, found.signature, found.notes) == (None, None, ())


def test_any_answer_is_read(tmp_path: Path) -> None:
    odd: list[object] = [None, "", 3, [], {"a": 1}, True, "\ud83d alone", "x" * 10_000_000]
    found = read(tmp_path, *({"key": key, "response": response} for key, response in enumerate(odd)))
    assert [answer.response for answer in found.answers] == odd


def test_gzip_mark_and_carriage_returns(tmp_path: Path) -> None:
    content = '\ufeff{"key": 11, "response": "a"}\r\n\r\n{"key": 12, "response": "b"}\r\n'.encode()
    path = tmp_path / "answers.jsonl.gz"
    path.write_bytes(gzip.compress(content))
    assert [answer.response for answer in read_responses(str(path)).answers] == ["a", "b"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"key": 1, "response": "a"}')))
    found = read_responses("-")
    assert (found.source, found.answers[0].response) == ("standard input", "a")


def test_line_separators_within_an_answer_end_no_line(tmp_path: Path) -> None:
    line = '{"key": 11, "response": "one\u2028two\u0085three"}'
    assert [answer.response for answer in read(tmp_path, line).answers] == ["one\u2028two\u0085three"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"key": 1, "response": "cut', "line 2: not JSON"),
        ('["a"]', "line 2: not an object"),
        ({"prompt": "p", "responses": "a"}, "line 2: no column 'response'. Is 'responses' meant to be it?"),
        (
            {"promt": "p", "response": "a"},
            "line 2: no column 'prompt' and no column 'key'. Is 'promt' meant to be it?",
        ),
        ({"prompt": None, "response": "a"}, "line 2: neither 'prompt' nor 'key' says what is answered"),
        ({"key": True, "response": "a"}, "line 2: neither 'prompt' nor 'key' says what is answered"),
        (
            {"doc": {}, "resps": [["a"]]},
            "line 2: lm_eval, but line 1 is answers; one form per file",
        ),
        ("[" * 100_000, "line 2: not JSON"),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, line: object, said: str) -> None:
    path = saved(tmp_path, {"key": 11, "response": "a"}, line)
    message = refused(path)
    assert message.startswith(f"{path}: ")
    assert said in message


def test_bad_lines_are_one_sentence_with_a_count(tmp_path: Path) -> None:
    path = saved(tmp_path, *["{"] * 3000)
    assert refused(path).startswith(f"{path}: 3000 lines cannot be read, the first is line 1: not JSON: ")
    other = saved(tmp_path, {"key": 1, "response": "a"}, *[{"key": 2, "text_of_it": "b"}] * 900)
    assert refused(other).startswith(f"{other}: lines 2, 3, 4 and 897 more: no column 'response'.")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "no such file" in refused(tmp_path / "none.jsonl")
    saved(tmp_path, {"key": 1, "response": "a"}, name="answers.jsonl")
    assert "Did you mean 'answers.jsonl'?" in refused(tmp_path / "answer.jsonl")
    (tmp_path / "empty.jsonl").write_text("\n\n")
    assert "no answers" in refused(tmp_path / "empty.jsonl")
    (tmp_path / "bytes.jsonl").write_bytes(b'{"key": 1, "response": "a"}\n{"key": 2, "response": "\xff"}\n')
    assert "line 2: not UTF-8: invalid start byte at byte 24" in refused(tmp_path / "bytes.jsonl")
    cut = gzip.compress(b'{"key": 1, "response": "a"}\n' * 100)[:-12]
    (tmp_path / "cut.jsonl.gz").write_bytes(cut)
    assert "cannot be unpacked: Compressed file ended" in refused(tmp_path / "cut.jsonl.gz")
    (tmp_path / "damaged.jsonl.gz").write_bytes(gzip.compress(b"")[:10] + b"\xff" * 20)
    assert "cannot be unpacked: Error -3" in refused(tmp_path / "damaged.jsonl.gz")


@pytest.mark.parametrize(
    ("key", "responses", "said"),
    [
        (1, None, "line 1: the responses of a conversation are not a list"),
        (None, [["a"]], "line 1: key is None, expected a whole number or text"),
    ],
)
def test_a_conversation_that_cannot_be_read(
    tmp_path: Path, key: object, responses: object, said: str
) -> None:
    turn = {"prompt": "Name a harbour.", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}
    path = saved(tmp_path, {"doc": {"key": key, "turns": [turn]}, "resps": responses})
    assert refused(path) == f"{path}: {said}"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"key": 1, "response": "a"}\n'.encode("utf-16"), "UTF-16; UTF-8 is expected: iconv"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", "a Git LFS pointer, "),
        (b"PK\x03\x04 and no more", "a zip that cannot be read: "),
        (b"PAR1 and no more", "a parquet file that cannot be read: "),
        (b'prompt,response\n"never closed,a\n', "CSV that cannot be read: "),
        (b"prompt,response\na,b,c\n", "CSV that cannot be read: row 1: 3 fields, the header has 2"),
        (b"<!DOCTYPE html><html>", "an HTML page"),
        (b"nothing of the kind", "line 1: not JSON and not a table: 'nothing of the kind'; expected JSONL"),
    ],
    ids=["UTF-16", "LFS", "zip", "parquet", "open quote", "fields", "HTML", "prose"],
)
def test_another_format_is_named_once(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_bytes(content)
    assert refused(path).startswith(f"{path}: {said}")


def test_folders(tmp_path: Path) -> None:
    assert "no samples.jsonl and no samples_*.jsonl" in refused(tmp_path)
    inner = tmp_path / "model"
    inner.mkdir()
    saved(inner, logged(0, "a"), name="samples_ifeval_1.jsonl")
    assert read_responses(str(tmp_path)).source == str(inner / "samples_ifeval_1.jsonl")
    saved(inner, logged(0, "a"), name="samples_ifeval_2.jsonl")
    assert "2 files of samples, name one: model/samples_ifeval_1.jsonl" in refused(tmp_path)


# Matching


def test_exact_prompt_then_key_then_stripped_prompt(tmp_path: Path) -> None:
    found = matched(
        tmp_path,
        {"prompt": "Name a gull.", "response": "by strip"},
        {"prompt": "Name a harbour.", "response": "exact"},
        {"key": "c-13", "prompt": "another wording", "response": "by key"},
    )
    assert found.responses == ["exact", "by strip", "by key"]
    assert found.problems == ()
    assert found.notes == ("1 answer matched by key although the prompt differs",)


def test_the_exact_prompt_wins_over_the_key(tmp_path: Path) -> None:
    found = matched(tmp_path, {"key": 12, "prompt": "Name a harbour.", "response": "a"})
    assert found.responses == ["a", MISSING, MISSING]


@pytest.mark.parametrize("key", [11, "11", 11.0])
def test_keys_match_as_number_and_as_text(tmp_path: Path, key: object) -> None:
    assert matched(tmp_path, {"key": key, "response": "a"}).responses[0] == "a"


def test_what_does_not_match_is_named(tmp_path: Path) -> None:
    found = matched(
        tmp_path,
        {"key": 99, "response": "a"},
        {"prompt": "Name a boat.", "response": "a"},
        {"key": 11, "response": "a"},
        {"key": 12, "response": "a"},
    )
    assert found.unplaced == (
        "line 1: no prompt of the data is key 99",
        'line 2: no prompt of the data is prompt "Name a boat."',
    )
    assert found.unanswered == ('no answer for key c-13, prompt \u2068"صف الميناء عند الفجر"\u2069',)
    assert (found.missing, found.responses[2]) == (1, MISSING)


def test_an_answer_twice(tmp_path: Path) -> None:
    same = matched(tmp_path, {"key": 11, "response": "a"}, {"prompt": "Name a harbour.", "response": "a"})
    assert (same.responses[0], same.unplaced) == ("a", ())
    other = matched(
        tmp_path, {"key": 11, "response": "a"}, {"key": "11", "response": "b"}, {"key": 11, "response": 1}
    )
    assert other.responses[:3] == ["a", "b", 1]
    assert (other.per_prompt, other.unplaced) == (3, ())
    uneven = matched(
        tmp_path,
        *[{"key": key, "response": "a"} for key in (11, 12, "c-13")],
        {"key": 11, "response": "b"},
        {"key": 11, "response": "c"},
    )
    assert uneven.responses == ["a", "a", "a"]
    assert uneven.left_out == 2
    assert uneven.unplaced == ("lines 1, 4 and 5: 3 different answers to key 11, most prompts have one",)


def test_prompts_that_occur_twice(tmp_path: Path) -> None:
    twice = [{**ROWS[0], "key": 1}, {**ROWS[0], "key": 2}]
    prompt = "Name a harbour."
    by_key = [{"key": 2, "prompt": prompt, "response": "b"}, {"key": 1, "prompt": prompt, "response": "a"}]
    assert matched(tmp_path, *by_key, rows=twice).responses == ["a", "b"]
    in_order = [{"prompt": prompt, "response": "a"}, {"prompt": prompt, "response": "b"}]
    assert matched(tmp_path, *in_order, rows=twice).responses == ["a", "b"]
    assert matched(tmp_path, in_order[0], rows=twice).responses == ["a", "a"]
    third = matched(tmp_path, *in_order, {"prompt": prompt, "response": "c"}, rows=twice)
    assert len(third.unplaced) == 1
    again = matched(tmp_path, *in_order, *in_order, rows=twice)
    assert (again.responses, again.of) == (["a", "a", "b", "b"], (0, 0, 1, 1))


def test_answers_to_rows_that_do_not_count_are_no_problem(tmp_path: Path) -> None:
    all_items = items()
    found = match(all_items[1:], read(tmp_path, {"key": 11, "response": "a"}), all_items[:1])
    assert found.unplaced == ()
    assert found.responses == [MISSING, MISSING]


def test_shown_stays_on_one_line() -> None:
    assert shown("two\nlines") == '"two\\nlines"'
    assert shown("x" * 100) == f'"{"x" * 59}…"'
    assert shown("\ud83d") == '"\\ud83d"'


# lm_eval


def logged(position: int, response: object, **more: object) -> dict[str, Any]:
    """A line as lm_eval 0.4.13 logs it for a plain prompt."""
    doc = {
        **ROWS[position],
        "kwargs": [{"keyword": None}],
        "data": "rows",
        "lm_eval_tasks": {"strict": [True]},
    }
    return {
        "doc_id": position,
        "doc": doc,
        "target": "0",
        "arguments": {"gen_args_0": {"arg_0": ROWS[position]["prompt"], "arg_1": {"max_gen_toks": 20}}},
        "resps": [[response]],
        "filtered_resps": [response],
        "filter": "none",
    } | more


def test_lm_eval_samples_carry_their_rows(tmp_path: Path) -> None:
    found = read(tmp_path, logged(2, "c"), logged(0, "a"), logged(1, None))
    assert found.kind == "lm_eval"
    assert [answer.response for answer in found.answers] == ["a", None, "c"]
    assert found.rows is not None
    assert found.rows.sha256 == rows_from(ROWS, "rows").sha256
    assert match(items(found.rows.rows), found).responses == ["a", None, "c"]
    assert found.notes == ()


def test_lm_eval_chat_prompts_are_matched_by_their_doc(tmp_path: Path) -> None:
    messages = json.dumps([{"role": "user", "content": "Name a harbour."}])
    chat = {"gen_args_0": {"arg_0": [messages], "arg_1": {"until": [], "max_gen_toks": 20}}}
    assert matched(tmp_path, logged(0, "a", arguments=chat)).responses[0] == "a"


def test_lm_eval_before_filters_had_names(tmp_path: Path) -> None:
    """Older logs: no ``filter``, arguments as lists."""
    line = logged(0, "a", arguments=[["Name a harbour.", {"max_gen_toks": 20}]])
    del line["filter"]
    found = read(tmp_path, line)
    assert (found.answers[0].response, found.answers[0].cut_off, found.notes) == ("a", False, ())


def test_lm_eval_answers_of_one_filter_are_taken(tmp_path: Path) -> None:
    lines = [
        logged(0, "raw", filter="shout", filtered_resps=["RAW"]),
        logged(0, "raw"),
        logged(1, "more", filter="shout", filtered_resps=["MORE"]),
        logged(1, "more"),
    ]
    found = read(tmp_path, *lines)
    assert [answer.response for answer in found.answers] == ["raw", "more"]
    assert found.notes == ("answers of filter 'none' are scored; also in the file: 'shout' (--filter)",)
    shouted = read_responses(str(saved(tmp_path, *lines)), filter_name="shout")
    assert [answer.response for answer in shouted.answers] == ["RAW", "MORE"]
    assert shouted.notes[1] == "filter 'shout' changed 2 answers, scored as it left them"
    assert "no filter 'shot'. Did you mean 'shout'?" in refused(saved(tmp_path, *lines), filter_name="shot")


def test_a_filter_is_chosen_in_lm_eval_samples_only(tmp_path: Path) -> None:
    assert "only be chosen in lm_eval samples" in refused(
        saved(tmp_path, {"key": 1, "response": "a"}), filter_name="none"
    )


def test_lm_eval_repeats(tmp_path: Path) -> None:
    found = read(
        tmp_path, logged(0, "a", resps=[["a", "b", "c"]]), logged(1, "d", filtered_resps=[["d", "e"]])
    )
    assert [answer.response for answer in found.answers] == ["a", "d", "e"]
    assert found.notes == (
        "2 answers left out: filter 'none' kept the first of several, so that was scored",
        "filter 'none' changed 1 answer, scored as it left them",
    )


def test_lm_eval_without_answers(tmp_path: Path) -> None:
    found = read(
        tmp_path, logged(0, None, resps=[[]], filtered_resps=[]), logged(1, None, filtered_resps=[None])
    )
    assert [answer.response for answer in found.answers] == [None, None]


def test_lm_eval_docs_that_are_no_rows_leave_the_rows_to_the_data(tmp_path: Path) -> None:
    found = read(tmp_path, {"doc": {"key": 11}, "resps": [["a"]]})
    assert found.rows is None
    assert match(items(), found).responses[0] == "a"


@pytest.mark.parametrize(
    ("response", "cut_off"),
    [
        ("The harbour is quiet and the boats are all in, except for one that", True),
        ("The harbour is quiet and the boats are all in, except for a few,", True),
        ("The harbour is quiet and the boats are all in, except for one.", False),
        ("The harbour is quiet and the boats are all in **except for one**", False),
        ("The harbour is", False),
        (None, False),
    ],
)
def test_answers_that_end_at_the_token_limit(tmp_path: Path, response: object, cut_off: bool) -> None:
    assert read(tmp_path, logged(0, response)).answers[0].cut_off is cut_off


def test_without_a_token_limit_nothing_is_known(tmp_path: Path) -> None:
    assert read(tmp_path, logged(0, "word " * 999, arguments={})).answers[0].cut_off is None


# Anything


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
LINES = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "key": st.sampled_from([11, "11", 12.0, "c-13", None, True, [1]]) | JSON,
            "prompt": st.sampled_from([row["prompt"] for row in ROWS]) | JSON,
            "response": JSON,
            "doc": st.fixed_dictionaries({"key": JSON, "prompt": JSON}) | JSON,
            "resps": JSON,
            "filtered_resps": JSON,
            "filter": JSON,
            "doc_id": JSON,
            "arguments": JSON,
            "notes": JSON,
            "strict": JSON,
            "instruction_id_list": JSON,
            "columns": JSON,
        },
    ),
    max_size=4,
)


@settings(deadline=None)
@given(LINES)
def test_any_lines_are_read_or_refused(lines: list[dict[str, Any]]) -> None:
    """Whatever the lines hold, they are answers, or an error of ours that names the file."""
    raw = "".join(json.dumps(line) + "\n" for line in lines).encode()
    with mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(raw))):
        try:
            found = read_responses("-")
        except DataError as error:
            refused_as = str(error)
        else:
            refused_as = None
    if refused_as is not None:
        assert refused_as.startswith("standard input: ")
        return
    result = match(items(), found)
    assert len(result.responses) == len(ROWS) * result.per_prompt == len(result.of)
    assert len(result.unanswered) * result.per_prompt <= result.answers.count(None)
