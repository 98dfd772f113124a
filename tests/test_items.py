"""A row that cannot be scored is refused when it is loaded, with a sentence that says where and what."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lm_eval_tasks import get_suite
from lm_eval_tasks.errors import SHOWN_PROBLEMS, DataError
from lm_eval_tasks.instructions.items import parse_item, parse_items

SUITE = get_suite("ifeval")


def row(instruction: Any, kwargs: Any, key: Any = 7, **others: Any) -> dict[str, Any]:
    return {
        "key": key,
        "prompt": "Say it.",
        "instruction_id_list": [instruction],
        "kwargs": [kwargs],
        **others,
    }


def problem(bad: dict[str, Any]) -> str:
    with pytest.raises(DataError) as caught:
        SUITE.item(bad)
    assert len(caught.value.problems) == 1
    return caught.value.problems[0]


WORDS = "length_constraints:number_words"


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        pytest.param(
            row("keywords:existance", {"keywords": ["a"]}),
            "key 7: unknown instruction 'keywords:existance'. Did you mean 'keywords:existence'?",
            id="unknown instruction",
        ),
        pytest.param(row(None, {}), "key 7: unknown instruction None. Known: ", id="instruction is null"),
        pytest.param(row(["a"], {}), "key 7: unknown instruction ['a']. Known: ", id="instruction is a list"),
        pytest.param(
            row(WORDS, {"num_word": 3, "relation": "at least"}),
            f"key 7, instruction '{WORDS}': unknown parameter 'num_word'. Did you mean 'num_words'?",
            id="unknown parameter",
        ),
        pytest.param(
            row("punctuation:no_comma", {"commas": 0}),
            "key 7, instruction 'punctuation:no_comma': unknown parameter 'commas'. It takes none.",
            id="parameter where none is taken",
        ),
        pytest.param(
            row(WORDS, {"relation": "at least"}),
            f"key 7, instruction '{WORDS}': parameter 'num_words' is missing",
            id="missing parameter",
        ),
        pytest.param(
            row(WORDS, {"num_words": None, "relation": "at least"}),
            f"key 7, instruction '{WORDS}': parameter 'num_words' is missing",
            id="null is a missing parameter",
        ),
        pytest.param(
            row(WORDS, {"num_words": "3", "relation": "at least"}),
            f"key 7, instruction '{WORDS}': parameter 'num_words': expected int, got str",
            id="text for a number",
        ),
        pytest.param(
            row(WORDS, {"num_words": 3.5, "relation": "at least"}),
            f"key 7, instruction '{WORDS}': parameter 'num_words': expected int, got float",
            id="a broken number",
        ),
        pytest.param(
            row(WORDS, {"num_words": True, "relation": "at least"}),
            f"key 7, instruction '{WORDS}': parameter 'num_words': expected int, got bool",
            id="a boolean for a number",
        ),
        pytest.param(
            row(WORDS, {"num_words": -1, "relation": "at least"}),
            f"key 7, instruction '{WORDS}': parameter 'num_words': expected int >= 0",
            id="a negative number",
        ),
        pytest.param(
            row(WORDS, {"num_words": 3, "relation": "at most"}),
            f"key 7, instruction '{WORDS}': parameter 'relation' is 'at most'; known: 'less than', ",
            id="a relation of another benchmark",
        ),
        pytest.param(
            row(WORDS, {"num_words": 3, "relation": ["at least"]}),
            f"key 7, instruction '{WORDS}': parameter 'relation' is ['at least']; known: 'less than', ",
            id="a relation that is a list",
        ),
        pytest.param(
            row(WORDS, {3: 3}),
            f"key 7, instruction '{WORDS}': unknown parameter 3. Known: num_words, relation.",
            id="a parameter named by a number",
        ),
        pytest.param(
            row("keywords:existence", {"keywords": []}),
            "key 7, instruction 'keywords:existence': parameter 'keywords': expected array of length >= 1",
            id="an empty list",
        ),
        pytest.param(
            row("keywords:existence", {"keywords": "owl"}),
            "key 7, instruction 'keywords:existence': parameter 'keywords': expected array, got str",
            id="text for a list",
        ),
        pytest.param(
            row("keywords:existence", {"keywords": "\ud800"}),
            "key 7, instruction 'keywords:existence': parameter 'keywords': expected array, got str",
            id="half a surrogate pair for a list",
        ),
        pytest.param(
            row(WORDS, {"num_words": "9\udfff", "relation": "at least"}),
            f"key 7, instruction '{WORDS}': parameter 'num_words': expected int, got str",
            id="half a surrogate pair for a number",
        ),
        pytest.param(
            row("keywords:existence", {"keywords": [{"\ud800": ["\udfff", 1]}]}),
            "key 7, instruction 'keywords:existence': parameter 'keywords[0]': expected str, got object",
            id="half a surrogate pair within an object for a word",
        ),
        pytest.param(
            row("keywords:existence", {"keywords": ["owl", 3]}),
            "key 7, instruction 'keywords:existence': parameter 'keywords[1]': expected str, got int",
            id="a number within a list of words",
        ),
        pytest.param(
            row("startend:end_checker", {"end_phrase": ""}),
            "key 7, instruction 'startend:end_checker': parameter 'end_phrase': expected str of length >= 1",
            id="empty text",
        ),
        pytest.param(
            row("language:response_language", {"language": "english"}),
            "key 7, instruction 'language:response_language': 'english' is not a language code; known: af",
            id="a language that is no code",
        ),
        pytest.param(
            row(
                "length_constraints:nth_paragraph_first_word",
                {"num_paragraphs": 2, "nth_paragraph": 3, "first_word": "a"},
            ),
            "key 7, instruction 'length_constraints:nth_paragraph_first_word': "
            "nth_paragraph 3 is beyond num_paragraphs 2",
            id="a paragraph beyond the last",
        ),
        pytest.param(
            row(WORDS, "num_words: 3"),
            f"key 7, instruction '{WORDS}': text that is no JSON: ",
            id="kwargs that are text but no JSON",
        ),
        pytest.param(
            row(WORDS, "{'num_words': 3}"),
            f"key 7, instruction '{WORDS}': text that is no JSON: ",
            id="kwargs in Python's notation are not evaluated",
        ),
        pytest.param(
            row(WORDS, [3]),
            f"key 7, instruction '{WORDS}': kwargs is a list, expected an object",
            id="kwargs are a list",
        ),
        pytest.param(
            {**row(WORDS, {}), "instruction_id_list": []},
            "key 7: instruction_id_list is empty",
            id="no instruction",
        ),
        pytest.param(
            {**row(WORDS, {}), "instruction_id_list": None},
            "key 7: instruction_id_list is null, expected a list",
            id="instructions are null",
        ),
        pytest.param(
            {**row(WORDS, {}), "kwargs": []}, "key 7: 1 instruction ids but 0 kwargs", id="lengths differ"
        ),
        pytest.param(
            {**row(WORDS, {}), "kwargs": 3}, "key 7: kwargs is a number, expected a list", id="kwargs 3"
        ),
        pytest.param(
            {**row(WORDS, {}), "prompt": None},
            "key 7: prompt is null, expected text",
            id="the prompt is null",
        ),
        pytest.param(
            row(WORDS, {}, key=1.5),
            "key is a number, expected a whole number or text",
            id="the key is broken",
        ),
        pytest.param(
            row(WORDS, {}, key=True),
            "key is a boolean, expected a whole number or text",
            id="the key is a boolean",
        ),
        pytest.param(
            row(WORDS, {}, key=None), "key is null, expected a whole number or text", id="the key is null"
        ),
        pytest.param(
            row("punctuation:no_comma", {}, lang=3),
            "key 7: lang is 3, expected a list of language codes",
            id="the languages are a number",
        ),
        pytest.param(
            {"key": 7, "promt": "", "instruction_id_list": [], "kwargs": []},
            "key 7: no column 'prompt'. Is 'promt' meant to be it?",
            id="a misspelt column",
        ),
        pytest.param({}, "no column 'key'.", id="an empty row"),
        pytest.param(
            {"key": 7, "prompt": {}, "instruction_id_list": [], "kwargs": []},
            "key 7: prompt is an object, expected text",
            id="the prompt is an object",
        ),
    ],
)
def test_a_bad_row_says_where_and_what(bad: dict[str, Any], said: str) -> None:
    assert problem(bad).startswith(said)


PADDED = {
    "num_words": 3,
    "relation": "at least",
    "keywords": None,
    "num_sentences": None,
    "language": None,
    "letter": None,
}


@pytest.mark.parametrize(
    "kwargs",
    [
        [{"num_words": 3, "relation": "at least"}],
        [PADDED],
        [{"num_words": 3.0, "relation": "at least"}],
        ['{"num_words": 3, "relation": "at least"}'],
        '[{"num_words": 3, "relation": "at least"}]',
        json.dumps([PADDED]),
        ({"num_words": 3, "relation": "at least"},),
    ],
    ids=[
        "plain",
        "null padding",
        "whole float",
        "JSON objects",
        "JSON list",
        "JSON with null padding",
        "tuple",
    ],
)
def test_every_form_of_kwargs_is_the_same_item(kwargs: Any) -> None:
    item = SUITE.item({"key": 7, "prompt": "", "instruction_id_list": [WORDS], "kwargs": kwargs})
    assert item.instructions == SUITE.item(row(WORDS, {"num_words": 3, "relation": "at least"})).instructions
    assert item.kwargs == ({"num_words": 3, "relation": "at least"},)
    assert type(item.instructions[0].parameters.num_words) is int  # type: ignore[attr-defined]


def test_null_stands_for_no_parameters() -> None:
    assert SUITE.item(row("punctuation:no_comma", None)).kwargs == ({},)


def test_zero_is_kept() -> None:
    item = SUITE.item(row(WORDS, {"num_words": 0, "relation": "less than"}))
    assert item.instructions[0].parameters.num_words == 0  # type: ignore[attr-defined]
    assert item.kwargs == ({"num_words": 0, "relation": "less than"},)


@pytest.mark.parametrize("key", [7, "7", "a-7", 0])
def test_keys_are_numbers_or_text(key: Any) -> None:
    assert SUITE.item(row("punctuation:no_comma", {}, key=key)).key == key


@pytest.mark.parametrize(("lang", "kept"), [(None, ()), ("ar", ("ar",)), (["ar", "en"], ("ar", "en"))])
def test_languages(lang: Any, kept: tuple[str, ...]) -> None:
    assert SUITE.item(row("punctuation:no_comma", {}, lang=lang)).lang == kept


def parse(one: Any) -> Any:
    return parse_item(one, SUITE.catalogue, "official")


def test_all_bad_rows_are_named_at_once() -> None:
    rows = [
        row("punctuation:no_comma", {}, key="good"),
        row("punctuation:no_coma", {}, key="a"),
        row(WORDS, {}, key="b"),
        row("punctuation:no_comma", {}, key="good"),
    ]
    with pytest.raises(DataError) as caught:
        parse_items(rows, parse, source="rows.jsonl", lines=[1, 3, 4, 9])
    assert caught.value.problems == (
        "line 3, key a: unknown instruction 'punctuation:no_coma'. Did you mean 'punctuation:no_comma'?",
        f"line 4, key b, instruction '{WORDS}': parameter 'num_words' is missing",
        "line 9, key good: the key is that of line 1 too",
    )
    assert str(caught.value).startswith("rows.jsonl: 3 problems\n  line 3, key a: ")


@pytest.mark.parametrize("count", [SHOWN_PROBLEMS, SHOWN_PROBLEMS + 1, 500])
def test_at_most_twenty_problems_are_shown(count: int) -> None:
    with pytest.raises(DataError) as caught:
        parse_items([row("x:y", {}, key=key) for key in range(count)], parse)
    assert len(caught.value.problems) == count
    shown = str(caught.value).splitlines()
    assert shown[0] == f"{count} problems"
    assert sum(line.startswith("  row ") for line in shown) == min(count, 20)
    assert shown[-1].startswith("  row 20, " if count == 20 else f"  and {count - 20} more")


def test_no_rows_are_an_error() -> None:
    with pytest.raises(DataError, match=r"^empty\.jsonl: no rows$"):
        parse_items([], parse, source="empty.jsonl")


def test_a_number_and_its_text_are_one_key() -> None:
    with pytest.raises(DataError, match="row 2, key 12: the key is that of row 1 too"):
        parse_items([row("punctuation:no_comma", {}, key=key) for key in (12, "12")], parse)


def test_rows_keep_their_order() -> None:
    rows = [row("punctuation:no_comma", {}, key=key) for key in (3, 1, "2")]
    assert [item.key for item in parse_items(rows, parse)] == [3, 1, "2"]


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("at least"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def odd_rows(draw: st.DrawFn) -> dict[str, Any]:
    """Rows whose instruction exists and whose every value may be anything."""
    check = draw(st.sampled_from(list(SUITE.catalogue.checks.values())))
    names = [field.name for field in msgspec.structs.fields(check.parameters)]
    kwargs = draw(st.fixed_dictionaries({}, optional=dict.fromkeys(names, anything)))
    return {
        "key": draw(st.integers() | anything),
        "prompt": draw(st.text() | anything),
        "instruction_id_list": draw(st.just([check.id]) | anything),
        "kwargs": draw(st.just([kwargs]) | anything),
        "lang": draw(st.none() | anything),
    }


@settings(max_examples=1000, deadline=None)
@given(odd_rows())
def test_whatever_a_row_holds_it_is_an_item_or_a_data_error(odd: dict[str, Any]) -> None:
    try:
        item = SUITE.item(odd)
    except DataError:
        return
    assert SUITE.score(item, "A response.").notes == ()
