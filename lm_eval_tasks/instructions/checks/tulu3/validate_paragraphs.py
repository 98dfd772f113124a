r"""``tulu3:validate_paragraphs``: a paragraph starts with a word.

Asks      for exactly ``N`` paragraphs divided by two line breaks, number ``i`` starting with
          ``first_word``.
Decides   by splitting at two line feeds. The paragraph, stripped, starts with the word, minding case.
Quirks    Paragraph 0 is the last. A paragraph beyond them, for which the reference raises, is not
          followed.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"N": 2, "i": 2, "first_word": "Water"}
followed      "Iron.\n\nWater rules."
not followed  "Iron.\n\nwater rules."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted


class ValidateParagraphs(Parameters, frozen=True):
    """The arguments of the function."""

    N: int | float
    first_word: str
    i: int


def official(text: Text, want: ValidateParagraphs) -> Verdict:
    """Look at the paragraph."""
    pieces = text.string.split("\n\n")
    if len(pieces) != want.N:
        return Verdict(False, counted(len(pieces), "paragraph"), f"expected exactly {want.N:g}")
    if not -len(pieces) < want.i <= len(pieces):
        return Verdict(False, f"no paragraph {want.i}", f"expected it to start with {want.first_word!r}")
    piece = pieces[want.i - 1].strip()
    return Verdict(
        piece.startswith(want.first_word),
        f"paragraph {want.i} starts with {piece[:40]!r}",
        f"expected {want.first_word!r}",
    )


validate_paragraphs: Check = check("tulu3:validate_paragraphs", ValidateParagraphs, official)
