r"""``length_constraints:nth_paragraph_first_word``: a paragraph starts with a word.

Asks      exactly ``num_paragraphs`` paragraphs divided by two newlines, and that paragraph
          number ``nth_paragraph`` starts with ``first_word``.
Decides   by splitting at each pair of newlines and counting the pieces that are not blank.
Corrected Paragraphs are divided by lines with nothing but whitespace (of any line ends), and
          blank ones never count. The first words (as many as ``first_word`` has) are compared
          without case and outer marks; an apostrophe belongs to its word.
Plusplus  ``first_word`` is not lower-cased while the response is, so one with a capital never
          matches.
Quirks    IFEval counts without the blank pieces but takes the nth with them, so an extra blank line
          shifts the paragraph. Asterisks, ``#`` and curly quotes belong to the word;
          it ends at one of ``. , ? ! ' "``. In Spanish as many words are compared as ``first_word``
          has, without ASCII punctuation. In Japanese as many characters are compared,
          case-sensitive, after ``「`` and ``『``.
Source    google-research, instruction_following_eval.
Example   {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "tin"}
followed      "Copper is soft.\n\nTin is softer."
not followed  "Copper is soft.\n\nThe softest is tin."
Example   {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "En cambio"} in m_ifeval_es
followed      "El cobre es blando.\n\nEn cambio, el hierro es duro."
not followed  "El cobre es blando.\n\nEn fin, el hierro es duro."
Example   {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "錫"} in m_ifeval_ja
followed      "銅は柔らかい。\n\n錫はもっと柔らかい。"
not followed  "銅は柔らかい。\n\nもっと柔らかいのは錫だ。"
"""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Annotated

import regex
from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.normal import folded
from lm_eval_tasks.text.relations import counted

_TOKEN = regex.compile(r"[^\s—―…]++")
_UNDIVIDED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
_OUTER = string.punctuation + "،؛؟۔¡¿«»‹›‘’“”„•·–。、，！？：；（）「」『』"


class NthParagraphFirstWord(Parameters, frozen=True):
    """Which paragraph starts with which word, and how many there are."""

    num_paragraphs: Annotated[int, Meta(ge=1)]
    nth_paragraph: Annotated[int, Meta(ge=1)]
    first_word: Annotated[str, Meta(min_length=1)]

    def __post_init__(self) -> None:
        if self.nth_paragraph > self.num_paragraphs:
            raise ValueError(
                f"nth_paragraph {self.nth_paragraph} is beyond num_paragraphs {self.num_paragraphs}"
            )


class NthParagraphAnyWord(NthParagraphFirstWord, frozen=True):
    """The same where the data may name no word (Multi-IF); hardly any paragraph starts with that."""

    first_word: str


def reading(
    first_word: Callable[[str], str],
    *,
    blank_pieces_count: bool,
    lower_wanted: bool = True,
    number_counts: bool = True,
) -> Reading:
    """Judge with a benchmark's notion of a paragraph's first word.

    Args:
        first_word: the lower-cased first word of a stripped paragraph.
        blank_pieces_count: whether blank pieces take a number when the nth is looked up.
        lower_wanted: whether the word asked for is lower-cased, too.
        number_counts: whether the number of paragraphs is judged.
    """
    return opening_reading(
        lambda paragraph, _: first_word(paragraph),
        blank_pieces_count=blank_pieces_count,
        lower_wanted=lower_wanted,
        number_counts=number_counts,
    )


def opening_reading(
    opening: Callable[[str, str], str],
    *,
    blank_pieces_count: bool = True,
    lower_wanted: bool = True,
    number_counts: bool = True,
) -> Reading:
    """The same where what is compared depends on what is expected.

    ``opening`` takes the stripped paragraph and the words asked for, and returns what must equal them.
    """

    def judge(text: Text, want: NthParagraphFirstWord) -> Verdict:
        pieces = text.string.split("\n\n")
        filled = [piece for piece in pieces if piece.strip()]
        expected = (
            f"{counted(want.num_paragraphs, 'paragraph')} with {want.first_word!r} "
            f"expected first in number {want.nth_paragraph}"
        )
        found = counted(len(filled), "paragraph")
        if want.nth_paragraph > len(filled):
            return Verdict(False, found, expected)
        paragraph = (pieces if blank_pieces_count else filled)[want.nth_paragraph - 1].strip()
        if not paragraph:
            return Verdict(False, f"{found}, number {want.nth_paragraph} is blank", expected)
        target = want.first_word.lower() if lower_wanted else want.first_word
        word = opening(paragraph, target)
        as_many = len(filled) == want.num_paragraphs or not number_counts
        followed = as_many and word == target
        return Verdict(followed, f"{found}, number {want.nth_paragraph} starts with {word!r}", expected)

    return judge


def filled_paragraphs(text: str) -> list[str]:
    """The paragraphs between blank lines, of any line ends."""
    paragraphs: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    return ["\n".join(lines) for lines in paragraphs if lines]


def bare_words(text: str, count: int, fold: Callable[[str], str] = folded) -> list[str]:
    """The first ``count`` words, folded, without marks around them; tokens of marks are none."""
    words: list[str] = []
    for match in _TOKEN.finditer(fold(text)):
        bare = match.group().strip(_OUTER)
        if bare:
            words.append(bare)
            if len(words) == count:
                break
    return words


def _written_together(first_word: str, paragraph: str, fold: Callable[[str], str]) -> bool:
    """Whether a word of a script without blanks is first, after marks, list marks and numbers."""
    start = fold(paragraph).lstrip(string.punctuation + _OUTER + string.digits + string.whitespace + "　")
    word = fold(first_word).strip().strip(_OUTER)
    if not word or not start.startswith(word):
        return False
    border = word[-1], start[len(word) : len(word) + 1]
    return any(_UNDIVIDED.match(character) for character in border)


def corrected_reading(fold: Callable[[str], str] = folded) -> Reading:
    """Count the paragraphs that are not blank, and compare the nth one's folded words."""

    def judge(text: Text, want: NthParagraphFirstWord) -> Verdict:
        paragraphs = text.get(filled_paragraphs)
        expected = (
            f"{counted(want.num_paragraphs, 'paragraph')} with {want.first_word!r} "
            f"expected first in number {want.nth_paragraph}"
        )
        found = counted(len(paragraphs), "paragraph")
        if want.nth_paragraph > len(paragraphs):
            return Verdict(False, found, expected)
        right_number = len(paragraphs) == want.num_paragraphs
        if not want.first_word.strip():
            return Verdict(right_number, found, f"{counted(want.num_paragraphs, 'paragraph')} expected")
        paragraph = paragraphs[want.nth_paragraph - 1]
        target = bare_words(want.first_word, len(want.first_word), fold) or [want.first_word]
        words = bare_words(paragraph, len(target), fold)
        starts = words == target or _written_together(want.first_word, paragraph, fold)
        return Verdict(
            right_number and starts,
            f"{found}, number {want.nth_paragraph} starts with {' '.join(words)[:40]!r}",
            expected,
        )

    return judge


def nth_paragraph_first_word(
    first_word: Callable[[str], str],
    *,
    blank_pieces_count: bool,
    fold: Callable[[str], str] = folded,
    parameters: type[Parameters] = NthParagraphFirstWord,
    number_counts: bool = True,
) -> Check:
    """The check with one benchmark's notion of a first word; ``fold`` is for the corrected reading.

    Without ``number_counts`` there may be any number of paragraphs.
    """
    return check(
        "length_constraints:nth_paragraph_first_word",
        parameters,
        reading(first_word, blank_pieces_count=blank_pieces_count, number_counts=number_counts),
        corrected=corrected_reading(fold),
    )


def nth_paragraph_opening(opening: Callable[[str, str], str]) -> Check:
    """The check where the words asked for say how much of the paragraph is compared."""
    return check(
        "length_constraints:nth_paragraph_first_word",
        NthParagraphFirstWord,
        opening_reading(opening),
        corrected=corrected_reading(),
    )
