"""The corrected readings on any text: no crash, the same twice, loose never below strict, linear time."""

from __future__ import annotations

import time
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lm_eval_tasks import get_suite
from lm_eval_tasks.instructions.model import Item
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.markdown import (
    bullet_items,
    fenced,
    highlights,
    without_code,
    without_emphasis,
)
from lm_eval_tasks.text.normal import composed_lower, find_word, folded, straightened
from lm_eval_tasks.text.thinking import after_leading_thinking
from lm_eval_tasks.text.variants import VARIANT_NAMES, loose_variants, variants_set_apart
from lm_eval_tasks.text.writing_systems import language_fault

PIECES = [
    *("tea", "Tea.", "TEA", "well-known", "don't", "it’s", "1,000", "e.g.", "p.m.", "Fig.", "3.", "#tea"),
    *("*", "**", "***", "******", "*******", "_", "-", "--", "—", "…", "`", "```", "~~~", "```json", "#"),
    *("[", "]", "[name]", "](", "<<", ">>", "<<Tea>>", '"', "“", "”", "'", ",", "،", "。", "؟", "?", "!"),
    *("\n", "\n\n", "\r\n", " ", "  ", "\t", "\u00a0", "\u200b", "\u0301", "\ud800", "\x00", "é", "e\u0301"),
    *("- tea", "* tea", "+ tea", "• tea", "1. tea", "P.S. tea", "P.P.S.", "Section 1", "SECTION IV"),
    *("茶", "喝茶。", "شاي", "чай", "চা", "<think>", "</think>", "{", "}", "My answer is yes.", "Sure:"),
]
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=30).map("".join)

INSTRUCTIONS: list[tuple[str, dict[str, Any]]] = [
    ("keywords:existence", {"keywords": ["tea", "don't"]}),
    ("keywords:frequency", {"keyword": "tea", "frequency": 2, "relation": "around"}),
    ("keywords:forbidden_words", {"forbidden_words": ["#tea", "茶"]}),
    ("keywords:letter_frequency", {"letter": "é", "let_frequency": 2, "let_relation": "at most"}),
    ("language:response_language", {"language": "de"}),
    ("length_constraints:number_sentences", {"num_sentences": 3, "relation": "exactly"}),
    ("length_constraints:number_words", {"num_words": 5, "relation": "at least"}),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}),
    (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2, "nth_paragraph": 1, "first_word": "tea"},
    ),
    ("detectable_content:number_placeholders", {"num_placeholders": 1}),
    ("detectable_content:postscript", {"postscript_marker": "P.S."}),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}),
    ("detectable_format:constrained_response", {}),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 1}),
    ("detectable_format:multiple_sections", {"section_spliter": "Section", "num_sections": 1}),
    ("detectable_format:json_format", {}),
    ("detectable_format:title", {}),
    ("combination:two_responses", {}),
    ("combination:repeat_prompt", {"prompt_to_repeat": "tea"}),
    ("startend:end_checker", {"end_phrase": "tea"}),
    ("startend:quotation", {}),
    (
        "change_case:capital_word_frequency",
        {"capital_frequency": 1, "capital_relation": "at least"},
    ),
    ("change_case:english_capital", {}),
    ("change_case:english_lowercase", {}),
    ("punctuation:no_comma", {}),
]
SUITE = get_suite("ifeval_corrected")
EVERYTHING: Item = SUITE.item(
    {
        "key": 1,
        "prompt": "",
        "instruction_id_list": [name for name, _ in INSTRUCTIONS],
        "kwargs": [given for _, given in INSTRUCTIONS],
    }
)


def test_every_type_is_in_the_item() -> None:
    assert set(EVERYTHING.instruction_ids) == set(SUITE.catalogue.checks)
    assert all(
        instruction.judge is SUITE.catalogue.checks[instruction.id].readings["corrected"]
        for instruction in EVERYTHING.instructions
    )


@given(texts)
@settings(max_examples=400, deadline=None)
def test_no_text_makes_a_check_crash_and_loose_follows_from_strict(text: str) -> None:
    score = SUITE.score(EVERYTHING, text)
    assert "crashed" not in score.notes, score.why
    assert score == SUITE.score(EVERYTHING, text)
    assert score.loose is not None
    assert all(loose or not strict for strict, loose in zip(score.strict, score.loose, strict=True))
    assert not score.one_variant or all(score.loose)
    for spans in score.spans:
        assert all(0 <= start <= end <= len(text) for start, end in spans)


@given(texts)
def test_variants_are_among_those_of_the_reference_in_name(text: str) -> None:
    variants = variants_set_apart(text)
    assert {name for name, _ in variants} <= set(VARIANT_NAMES)
    assert [name for name, _ in variants][:1] == (["as it is"] if text.strip() else [])
    assert len({variant for _, variant in variants}) == len(variants)
    kept = {variant for name, variant in loose_variants(text) if "asterisks" not in name}
    stripped = {variant.strip() for variant in kept}
    for name, variant in variants:
        if "asterisks" not in name and text.strip() == text:
            assert variant.strip() in stripped


@given(texts)
def test_text_functions_keep_what_they_promise(text: str) -> None:
    assert len(without_code(text)) == len(text)
    assert without_code(text).count("\n") == text.count("\n")
    assert without_emphasis(without_emphasis(text)) == without_emphasis(text)
    assert folded(folded(text)) == folded(text)
    assert straightened(straightened(text)) == straightened(text)
    assert composed_lower(composed_lower(text)) == composed_lower(text)
    assert all(start < end for start, end in highlights(text))
    assert len(bullet_items(text)) <= text.count("\n") + 1
    # A letter may be newer than this Python's table of characters.
    assert all(
        any(c.isalnum() or unicodedata.category(c) == "Cn" for c in word) for word in prose.words(text)
    )
    assert len(prose.sentences(text)) <= max(1, len(text))
    prepared = after_leading_thinking(text)
    assert text.endswith(prepared.string)
    fence = fenced(text)
    assert fence is None or fence[1] in text
    language_fault(text, "ru")
    language_fault(text, "pt")


@given(texts, st.text(min_size=1, max_size=8))
def test_a_word_between_blanks_is_found(text: str, word: str) -> None:
    if folded(word).strip():
        assert any(find_word(word, folded(f"{text} {word} {text}")))


@given(st.lists(st.sampled_from(["tea", "pot", "cup"]), min_size=1, max_size=20))
def test_plain_words_are_counted(words: list[str]) -> None:
    assert prose.words(" ".join(words)) == words
    assert len(prose.sentences(". ".join(word.title() for word in words) + ".")) == len(words)
    assert len(list(find_word("tea", " ".join(words)))) == words.count("tea")


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "[",
            "[[]",
            "[x]",
            "(",
            "\n",
            "\n\n",
            "*",
            "* ",
            "**a",
            "*a*",
            "***",
            '"',
            "'",
            "`",
            "```\n",
            "~~~\n",
        ),
        *(
            "1",
            "1. ",
            ". ",
            "a.b.",
            "<<",
            ">>",
            "<< a >>",
            "e.g. ",
            "Tea.Tea",
            "\u0301",
            " ",
            "\t",
            "- ",
            "-\n",
        ),
        *(
            "—",
            "...",
            "茶。",
            "</think",
            "<think></think>",
            "My answer is yes",
            "Section 1",
            "P.S.",
            "a\u200b",
            "?!",
        ),
    ],
)
def test_time_is_linear(piece: str) -> None:
    """Four times the text may take about four times as long; quadratic would be sixteen."""

    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        start = time.process_time()
        score = SUITE.score(EVERYTHING, text)
        assert "crashed" not in score.notes
        return time.process_time() - start

    seconds(1_000)
    short = min(seconds(20_000), seconds(20_000))
    assert seconds(80_000) < max(1.0, 9 * short)


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("The word 你好.", "'你好' at character 9"),
        ("\ufb01fty \ufb01elds of 你好.", "'你好' at character 14"),  # ligatures, two letters when normalised
        ("\uff8a\uff9f.", "'パ'"),  # halfwidth forms: the word is not written so
    ],
    ids=["plain", "ligatures before it", "made by normalising"],
)
def test_the_english_gate_places_a_word_where_the_response_has_it(text: str, detail: str) -> None:
    row = {"key": 1, "prompt": "", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}
    gate = get_suite("ifeval_langcheck_corrected").score(row, text).gate
    assert gate == {"passed": False, "reason": "non_english_word", "detail": detail}
