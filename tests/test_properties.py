"""What holds for every response, whatever is in it."""

from __future__ import annotations

import multiprocessing
import pickle
import re
import subprocess
import sys
import unicodedata
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from itertools import product

import pytest
import regex
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lm_eval_tasks import SUITES, get_suite
from lm_eval_tasks.instructions.checks.detectable_content.number_placeholders import bracketed
from lm_eval_tasks.instructions.checks.detectable_format.number_bullet_lists import bullets
from lm_eval_tasks.instructions.checks.detectable_format.number_highlighted_sections import highlights
from lm_eval_tasks.instructions.checks.detectable_format.title import angle_title
from lm_eval_tasks.instructions.gates import english, repetition
from lm_eval_tasks.instructions.model import Item, ItemScore, Text
from lm_eval_tasks.text.thinking import after_thinking
from lm_eval_tasks.text.variants import VARIANT_NAMES, loose_variants

MARKS = """[ ] ( ) { } < > << >> * ** *** ****** - -- . .. ... ! ? , ; : " ' '' ` ``` ```json # ## _ / |
    “ ” ‘ ’ « » 。 ، ؟ {} [] [x] <<x>> <think> </think> </think_fast> </think_faster>""".split()
WORDS = """a A i I é É ß İ ı σ Σ ñ ١ ² ½ Ⅳ 日 م ـ ّ ہ नि ไ 가 😀 ❤️ 1 1. -5 12. 3.5 Mr. U.S. it's DON'T P.S.
    P.P.S yes no the cat section SECTION Section1 true null My answer is yes.""".split()
SPACES = [*" \n\r\t\x0b\x1c\x85\u00a0\u2028\u200b\u200d\ufeff", "  ", "\n\n", "\r\n"]
ODD = list("\u0301\ud800\udfff\x00\U0010ffff")
RUNS = [*MARKS, *WORDS, *SPACES, *ODD]

anything = st.characters(exclude_categories=())  # surrogates, too
runs = st.tuples(st.sampled_from(RUNS), st.integers(1, 12) | st.just(1) | st.just(200))
texts = st.one_of(
    st.lists(runs, max_size=25).map(lambda parts: "".join(part * times for part, times in parts)),
    st.lists(st.sampled_from(RUNS), max_size=40).map(" ".join),
    st.lists(st.sampled_from(RUNS), max_size=12).map("\n".join),
    st.text(alphabet=anything, max_size=80),
)
some = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
many = settings(max_examples=800, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def samples(name: str) -> list[Item]:
    """The suite's sample prompts, which hold every instruction type."""
    return get_suite(name).load("sample")[1]


def test_the_sample_holds_every_instruction() -> None:
    used = {instruction for item in samples("ifeval") for instruction in item.instruction_ids}
    assert used == set(get_suite("ifeval").catalogue.checks)


@pytest.mark.parametrize("name", sorted(SUITES))
def test_any_response_is_scored(name: str) -> None:
    suite, items = get_suite(name), samples(name)

    @some
    @given(texts, st.sampled_from(items))
    @example("", items[0])
    @example("\ud800", items[0])
    def holds(text: str, item: Item) -> None:
        score = suite.score(item, text)
        assert "crashed" not in score.notes, score.why
        assert score == suite.score(item, text)
        assert len(score.strict) == len(score.why) == len(score.spans) == len(item.instructions)
        assert all(score.why)
        answer = suite.prepare(text, item).string
        for spans in score.spans:
            assert all(0 <= start <= end <= len(answer) for start, end in spans)
        if score.loose is not None and score.loose_gated is not None:
            if suite.judge_blank and not answer.strip():  # seen by strict scoring only, as in the reference
                assert not any(score.loose)
            else:
                assert all(loose >= strict for strict, loose in zip(score.strict, score.loose, strict=True))
            assert all(gated <= loose for gated, loose in zip(score.loose_gated, score.loose, strict=True))
            passed = tuple(variant is not None for variant in score.loose_variant)
            assert passed == score.loose
            assert all(score.loose) or not score.one_variant
        assert all(gated <= strict for gated, strict in zip(score.strict_gated, score.strict, strict=True))
        assert score.gated == (suite.gate is not None)
        if score.refusal is not None:
            assert suite.gate is not None
            assert score.refusal.reason in suite.gate.reasons
            assert not any(score.strict_gated)

    holds()


@pytest.mark.parametrize("instruction", sorted(get_suite("ifeval").catalogue.checks))
def test_loose_is_any_of_the_eight_texts(instruction: str) -> None:
    suite = get_suite("ifeval")
    item = next(item for item in samples("ifeval") if instruction in item.instruction_ids)
    index = item.instruction_ids.index(instruction)
    one = item.instructions[index]

    @some
    @given(texts)
    def holds(text: str) -> None:
        answer = after_thinking(text).string
        lines = answer.split("\n")
        four = [answer, *("\n".join(cut).strip() for cut in (lines[1:], lines[:-1], lines[1:-1]))]
        eight = four + [shortened.replace("*", "") for shortened in four]
        followed = [one.judge(Text(each), one.parameters).followed for each in eight if each.strip()]
        score = suite.score(item, text)
        assert score.loose is not None
        assert score.loose[index] == any(followed)

    holds()


@many
@given(texts)
def test_variants(text: str) -> None:
    variants = loose_variants(text)
    names, strings = [name for name, _ in variants], [string for _, string in variants]
    assert len(strings) == len(set(strings)) <= 8
    assert all(string.strip() for string in strings)
    assert names == [name for name in VARIANT_NAMES if name in names]
    if text.strip():
        assert variants[0] == ("as it is", text)
    else:
        assert all(name != "as it is" for name in names)


@many
@given(texts)
def test_marks_are_counted_as_the_reference_patterns_count_them(text: str) -> None:
    assert [text[start:end] for start, end in bracketed(text)] == re.findall(r"\[.*?\]", text)
    stars = re.findall(r"^\s*\*[^\*].*$", text, flags=re.MULTILINE)
    hyphens = re.findall(r"^\s*-.*$", text, flags=re.MULTILINE)
    assert bullets(text) == len(stars) + len(hyphens)
    single = [found for found in re.findall(r"\*[^\n\*]*\*", text) if found.strip("*").strip()]
    double = re.findall(r"\*\*[^\n\*]*\*\*", text)
    double = [found for found in double if found.removeprefix("**").removesuffix("**").strip()]
    assert len(highlights(text)) == len(single) + len(double)
    titles = [found for found in re.findall(r"<<[^\n]+>>", text) if found.lstrip("<").rstrip(">").strip()]
    span = angle_title(text)
    assert (text[slice(*span)] if span else None) == (titles[0] if titles else None)


def known_to_this_python(text: str) -> bool:
    """Whether the standard library, older than ``regex``, knows all characters."""
    return all(unicodedata.category(one) != "Cn" for one in text)


def letter_runs(text: str) -> list[str]:
    marked = "".join(one if unicodedata.category(one).startswith("L") else " " for one in text)
    return marked.split(" ")


@many
@given(texts.filter(known_to_this_python))
@example("قال")
@example("wo\u200drd é")
def test_the_english_gate_reads_letters_as_unicode_does(text: str) -> None:
    if not text.strip():
        expected = "empty_response"
    elif any(mark in text for mark in "،؛؟٪٫٬۔«»"):
        expected = "arabic_punctuation"
    elif any(not run.isascii() for run in letter_runs(text)):
        expected = "non_english_word"
    else:
        expected = repeated(text)
    refusal = english.refuse(Text(text))
    assert (refusal.reason if refusal else None) == expected


def repeated(text: str) -> str | None:
    """The three detectors by their definition, slowly."""
    text = re.sub(r"^```\w*\n?", "", text)
    text = re.sub(r"\n?```\Z", "", text)
    text = re.sub(r'[{}\[\]:,"₀-₉`*]', "", text)
    words = regex.findall(r"[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*", text)
    if any(len(set(words[at : at + 7])) == 1 for at in range(len(words) - 6)):
        return "repeated_words"
    pieces = [piece.strip() for piece in re.split(r"[.!?؟۔…]", text)]
    pieces = [piece for piece in pieces if piece]
    triples = zip(pieces, pieces[1:], pieces[2:], strict=False)
    if any(one == two == three and len(one.split()) >= 3 for one, two, three in triples):
        return "repeated_sentences"
    tokens = regex.sub(r"[^\p{L}\p{M}\p{N}_\s]", "", text).split()
    for size in range(5, 61):
        for at in range(len(tokens) - 3 * size + 1):
            one, two, three = (tokens[at + shift * size : at + (shift + 1) * size] for shift in range(3))
            if one == two == three:
                return "repeated_ngrams"
    return None


few_words = st.lists(
    st.sampled_from(["a", "b", "c'd", "c’d", "'e", "e'", "f_g", "12", "x́", "-"]), min_size=1, max_size=9
)
loops = st.lists(
    st.tuples(few_words, st.integers(1, 9), st.sampled_from([" ", ". ", "\n", "! ", "-", ", "])), max_size=4
)
long_loops = st.tuples(st.integers(4, 62), st.integers(2, 3), st.integers(0, 3), st.booleans()).map(
    lambda made: (
        "before " * made[3]
        + " ".join([f"w{n}" for n in range(made[0])] * made[1] + [f"w{n}" for n in range(made[2])])
    )
)


@many
@given(
    st.one_of(
        loops.map(lambda parts: " ".join(end.join([" ".join(words)] * times) for words, times, end in parts)),
        long_loops,
        texts,
    )
)
def test_repetition_is_found_by_its_definition(text: str) -> None:
    refusal = repetition.repetition(repetition.without_markup(text))
    assert (refusal.reason if refusal else None) == repeated(text)


RESPONSES = [
    "",
    "One, two.\n***\nThree [four] <<five>> *six* **seven**.",
    "<think>Hm.</think>\n\nMy answer is yes. P.S. Mr. Hall agrees!",
    "ALL IN CAPITALS AND IN ENGLISH, AS FAR AS THE DETECTOR CAN TELL.",
    "Le vieux port se réveille avant l'aube et les pêcheurs portent leurs filets.",
    "يستيقظ الميناء القديم قبل شروق الشمس ويحمل الصيادون شباكهم إلى القوارب.",
    '```json\n{"ripe": true}\n```',
    "far " * 50,
]


def scores(name: str) -> list[ItemScore]:
    """Every sample prompt of a suite with every response of the list above."""
    suite = get_suite(name)
    return [suite.score(item, response) for item, response in product(samples(name), RESPONSES)]


NAMES = ["ifeval", "ifeval_langcheck"]


def test_sixteen_threads_agree() -> None:
    expected = {name: scores(name) for name in NAMES}
    with ThreadPoolExecutor(16) as pool:
        for name, got in zip(NAMES * 8, pool.map(scores, NAMES * 8), strict=True):
            assert got == expected[name]


def test_two_spawned_processes_agree() -> None:
    expected = [pickle.dumps(scores(name)) for name in NAMES]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        got = list(pool.map(scores, NAMES))
    assert got == [pickle.loads(stored) for stored in expected]
    assert sum(all(score.strict) for score in got[0]) > 0


FRESH = """
import sys
from concurrent.futures import ThreadPoolExecutor
from lm_eval_tasks.text.languages import detected_language
sys.setswitchinterval(1e-6)
texts = ["The harbour wakes before sunrise."] * 64
with ThreadPoolExecutor(16) as pool:
    print(sorted({str(code) for code in pool.map(detected_language, texts)}))
"""


def test_threads_of_a_fresh_process_wait_for_the_detector() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FRESH], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "['en']\n"
