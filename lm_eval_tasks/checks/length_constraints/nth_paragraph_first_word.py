r"""``length_constraints:nth_paragraph_first_word``: a paragraph starts with a word.

Asks      exactly ``num_paragraphs`` paragraphs divided by two newlines, and that paragraph
          number ``nth_paragraph`` starts with ``first_word``.
Decides   by splitting at each pair of newlines and counting the pieces that are not blank.
Quirks    IFEval counts without the blank pieces but takes the nth with them, so a blank line
          too many shifts the paragraph. Asterisks, ``#`` and curly quotes belong to the word;
          it ends at one of ``. , ? ! ' "``.
Source    google-research, instruction_following_eval.
Example   {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "tin"}
followed      "Copper is soft.\n\nTin is softer."
not followed  "Copper is soft.\n\nThe softest is tin."
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.relations import counted


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


def reading(first_word: Callable[[str], str], *, blank_pieces_count: bool) -> Reading:
    """Judge with a benchmark's notion of a paragraph's first word.

    Args:
        first_word: the lower-cased first word of a stripped paragraph.
        blank_pieces_count: whether blank pieces take a number when the nth is looked up.
    """

    def judge(text: Text, want: NthParagraphFirstWord) -> Verdict:
        pieces = text.string.split("\n\n")
        filled = [piece for piece in pieces if piece.strip()]
        wanted = (
            f"{counted(want.num_paragraphs, 'paragraph')} with {want.first_word!r} "
            f"first in number {want.nth_paragraph} wanted"
        )
        found = counted(len(filled), "paragraph")
        if want.nth_paragraph > len(filled):
            return Verdict(False, found, wanted)
        paragraph = (pieces if blank_pieces_count else filled)[want.nth_paragraph - 1].strip()
        if not paragraph:
            return Verdict(False, f"{found}, number {want.nth_paragraph} is blank", wanted)
        word = first_word(paragraph)
        followed = len(filled) == want.num_paragraphs and word == want.first_word.lower()
        return Verdict(followed, f"{found}, number {want.nth_paragraph} starts with {word!r}", wanted)

    return judge


def nth_paragraph_first_word(first_word: Callable[[str], str], *, blank_pieces_count: bool) -> Check:
    """The check with one benchmark's notion of a first word."""
    return check(
        "length_constraints:nth_paragraph_first_word",
        NthParagraphFirstWord,
        reading(first_word, blank_pieces_count=blank_pieces_count),
    )
