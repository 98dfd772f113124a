"""Arabic texts of every kind: nothing raises, verdicts repeat, gates agree with a slow literal reading."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lm_eval_tasks import get_suite
from lm_eval_tasks.text.arabic import arabic_word, plain_words
from lm_eval_tasks.text.clean import cleaned, cleaned_by_line, normalized
from lm_eval_tasks.text.scripts import visible

HF = "ifeval_arabic_inception_hf"
INCEPTION = "ifeval_arabic_inception"
SUITES = [name + edition for name in (HF, f"{HF}_langcheck", INCEPTION) for edition in ("", "_corrected")]

WORDS = st.sampled_from(
    "سار القطار إلى المدينة كِتَابٌ كتـاب كتاب مدرسةٌ وقلم الـAPI قطارTrain train café ﺳﻼﻡ ﷺ ٤٢ ۴۲ 42 "
    "x₁ µg שלום 你好 θ he\u0301 <<ليل>> «ليل» [اسم] *مهم* ****** *** هـ لا, لا، القسم الأول 1. - * ``` {} "
    "P.P.S. ملاحظة: د. إجابتي هي نعم. م م م".split()
)
MARKS = st.sampled_from(
    ["\u064b", "\u0650", "\u0651", "\u0640", "\u200c", "\u200d", "\u200e", "\u200f", "\u202b"]
)
BREAKS = st.sampled_from(
    [" ", " ", " ", "  ", "\n", "\n\n", "\t", "\u00a0", ". ", "؟ ", "۔ ", "… ", "، ", "؛", '"']
)
PIECES = st.one_of(WORDS, WORDS, WORDS, MARKS, BREAKS, st.characters())


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Words and marks, parts of them repeated, so that every branch of the gates is met."""
    pieces: list[str] = []
    for _ in range(draw(st.integers(0, 6))):
        block = draw(st.lists(st.tuples(PIECES, BREAKS), min_size=1, max_size=7))
        pieces += [one for pair in block for one in pair] * draw(st.sampled_from([1, 1, 1, 2, 3, 7]))
    return "".join(pieces)


# The langcheck document, word by word and in no hurry.

BLOCKS = ((0x0600, 0x06FF), (0x0750, 0x077F), (0x08A0, 0x08FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFF))
MATHEMATICAL = (0x1EE00, 0x1EEFF)


def is_arabic(character: str, blocks: tuple[tuple[int, int], ...] = BLOCKS) -> bool:
    return any(low <= ord(character) <= high for low, high in blocks)


def is_english(character: str) -> bool:
    return character.isascii() and character.isalpha()


def is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def words_with_marks(text: str) -> list[str]:
    """Words: characters one by one, letters grouped with the marks on them."""
    words, current = [], ""
    for character in text:
        if character.isalpha() or (current and is_mark(character)):
            current += character
        elif current:
            words.append(current)
            current = ""
    return [*words, current] if current else words


def repeats(pieces: list[str], longest: int) -> bool:
    """Whether any n pieces stand twice in a row, with a letter among them."""
    return any(
        pieces[start : start + size] == pieces[start + size : start + 2 * size]
        and any(character.isalpha() for piece in pieces[start : start + size] for character in piece)
        for size in range(1, longest + 1)
        for start in range(len(pieces) - 2 * size + 1)
    )


def slow_arabic(text: str, *, exempt: bool) -> str | None:
    if not text.strip():
        return "empty_response"
    words = words_with_marks(text)
    english = 0
    for word in words:
        letters = [character for character in word if not is_mark(character)]
        arabic = [character for character in letters if is_arabic(character, (*BLOCKS, MATHEMATICAL))]
        if all(map(is_english, word)):
            english += 1
        elif arabic and any(map(is_english, letters)):
            return "mixed_script_word"
        elif len(arabic) < len(letters):
            return "other_script_word"
    sentences = [piece.strip() for piece in re.split("[.!?؟۔…\n]+", text)]
    if repeats([sentence for sentence in sentences if sentence], 4):
        return "sentence_repetition"
    if repeats(text.split(), 6):
        return "word_repetition"
    if words and english / len(words) > 0.07 and not exempt:
        return "english_ratio"
    return None


def slow_cleaned(text: str) -> str:
    text = unicodedata.normalize("NFKC", text)
    for low, high in ((0x200B, 0x200D), (0xFEFF, 0xFEFF), (0x202A, 0x202E), (0x2066, 0x2069)):
        text = "".join(character for character in text if not low <= ord(character) <= high)
    text = "".join(character for character in text if unicodedata.category(character) not in ("Cc", "Cf"))
    return re.sub(r"\s+", " ", text).strip()


def slow_without_markup(text: str) -> str:
    text = re.sub(r"\A```[^\W]*\n?", "", text) if not has_marked_label(text) else text
    text = re.sub(r"\n?```\Z", "", text)
    return "".join(character for character in text if character not in '{}[]:,"₀₁₂₃₄₅₆₇₈₉`*')


def has_marked_label(text: str) -> bool:
    """Whether a fence's label holds a mark or joiner, about which the two engines differ."""
    label = re.match(r"```(\S*)", text)
    return bool(label and any(is_mark(c) or c in "\u200c\u200d" for c in label[1]))


def runs(values: list[str]) -> list[tuple[str, int]]:
    counted: list[tuple[str, int]] = []
    for value in values:
        if counted and counted[-1][0] == value:
            counted[-1] = (value, counted[-1][1] + 1)
        else:
            counted.append((value, 1))
    return counted


def slow_repetition(text: str) -> str | None:
    spaced = "".join(
        character if unicodedata.category(character)[0] in "LMN" or character in "'’" else " "
        for character in text
    )
    words = [word for token in spaced.split() if (word := token.strip("'’"))]
    if any(times >= 7 for _, times in runs(words)):
        return "repeated_words"
    sentences = [piece.strip() for piece in re.split("[.!?؟۔…]", text) if piece.strip()]
    if any(times >= 3 and len(one.split()) >= 3 for one, times in runs(sentences)):
        return "repeated_sentences"
    kept = "".join(
        character
        for character in text
        if unicodedata.category(character)[0] in "LMN" or character == "_" or character.isspace()
    )
    tokens = kept.split()
    for size in range(5, 61):
        for start in range(len(tokens) - 3 * size + 1):
            first = tokens[start : start + size]
            if (
                first
                == tokens[start + size : start + 2 * size]
                == tokens[start + 2 * size : start + 3 * size]
            ):
                return "repeated_ngrams"
    return None


def letter_runs(text: str) -> list[str]:
    return "".join(character if character.isalpha() else " " for character in text).split()


def slow_inception(text: str, lang: set[str]) -> str | None:
    text = slow_without_markup(slow_cleaned(text))
    repeated = slow_repetition(text)
    if repeated:
        return repeated
    words = letter_runs(text)
    if lang == {"ar"}:
        if not words:
            return "no_letters"
        if not all(all(map(is_arabic, word)) or all(map(is_english, word)) for word in words):
            return "other_script_word"
        english = sum(all(map(is_english, word)) for word in words)
        return "english_ratio" if english / len(words) > 0.05 else None
    if not any(is_arabic(character) or is_english(character) for character in text):
        return "no_letters"
    letters = "".join(words)
    return None if all(is_arabic(one) or is_english(one) for one in letters) else "other_script_word"


def row(lang: Any = None, prompt: str = "") -> dict[str, Any]:
    ids = ["punctuation:no_comma"]
    return {"key": 1, "prompt": prompt, "instruction_id_list": ids, "kwargs": [{}], "lang": lang}


def has_tag(text: str) -> bool:
    return "think" in text


def apostrophes_meet(text: str) -> bool:
    """Two apostrophes in a row divide words for the gate; the slow reading does not look so closely."""
    return re.search("['’]{2}", text) is not None


def same_alphabet(text: str) -> bool:
    """Whether both Unicode tables in use know all characters alike (they are of different years)."""
    import regex

    return all(bool(regex.match(r"\p{L}", one)) == one.isalpha() for one in set(text)) and all(
        bool(regex.match(r"\p{M}", one)) == is_mark(one) for one in set(text)
    )


@settings(max_examples=400, deadline=None)
@given(texts())
def test_arabic_gate_agrees_with_the_slow_reading(text: str) -> None:
    if has_tag(text) or not same_alphabet(text):
        return
    suite = get_suite(f"{HF}_langcheck")
    for prompt, exempt in (("", False), ("اكتب بـJSON", True)):
        refusal = suite.score(row(prompt=prompt), text).refusal
        assert (refusal.reason if refusal else None) == slow_arabic(text, exempt=exempt)


@settings(max_examples=400, deadline=None)
@given(texts())
def test_inception_gate_agrees_with_the_slow_reading(text: str) -> None:
    if has_tag(text) or has_marked_label(cleaned(text)) or apostrophes_meet(text) or not same_alphabet(text):
        return
    suite = get_suite(INCEPTION)
    for lang in (["ar"], ["ar", "en"]):
        refusal = suite.score(row(lang), text).refusal
        assert (refusal.reason if refusal else None) == slow_inception(text, set(lang))


@settings(max_examples=300, deadline=None)
@given(texts())
def test_cleaning_agrees_with_the_slow_reading_and_is_done_once(text: str) -> None:
    assert cleaned(text) == slow_cleaned(text)
    # Deleting a character may bring marks together that only another NFKC puts in order.
    assert cleaned(cleaned(text)) == unicodedata.normalize("NFKC", cleaned(text))
    kept = cleaned_by_line(text)
    assert cleaned_by_line(kept) == kept
    without_blanks = [cleaned(one).replace(" ", "") for one in (kept, text)]
    assert len({unicodedata.normalize("NFKC", one) for one in without_blanks}) == 1


@settings(max_examples=40, deadline=None)
@given(texts())
@pytest.mark.parametrize("name", SUITES)
def test_no_check_raises_and_verdicts_repeat(name: str, text: str) -> None:
    suite = get_suite(name)
    for item in suite.load("sample")[1]:
        score = suite.score(item, text)
        assert "crashed" not in score.notes, score.why
        assert suite.score(item, text) == score


@given(texts())
def test_what_is_shown_of_a_word_is_short_and_printable(text: str) -> None:
    shown = visible(text)
    assert len(shown) < 300
    assert all(unicodedata.category(one) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for one in shown), shown


def test_unseen_characters_are_named() -> None:
    assert visible("كتاب") == "'كتاب'"
    assert visible("كِتاب") == "'كِتاب' (U+0650)"
    assert visible("a\u200fb") == "'a\\u200fb' (U+200F)"
    assert visible("a" * 50).endswith("…'")


@given(st.lists(st.sampled_from("\u064b\u0650\u0651\u0301\u0316\u0489\u0903اأe "), max_size=120).map("".join))
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_normalisation_of_long_runs_of_marks_is_the_standard_one(form: Any, text: str) -> None:
    assert normalized(form, text) == unicodedata.normalize(form, text)


@given(st.text(alphabet="كتابوالفي\u064e\u0640أا ،.", max_size=60))
def test_a_word_is_found_where_a_reader_finds_it(text: str) -> None:
    """Against a second way: words without marks, one alef, a prefix taken off."""
    forms = {"كتاب"}
    forms |= {article + form for form in set(forms) for article in ("ال", "بال", "كال", "لل")}
    forms |= {conjunction + form for form in set(forms) for conjunction in "وف"}
    words = [word.replace("أ", "ا") for word in plain_words(text)]
    assert any(True for _ in arabic_word("كتاب", text)) == any(word in forms for word in words)
