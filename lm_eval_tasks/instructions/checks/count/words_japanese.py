"""``count:words_japanese``: every N-th word is Japanese.

Asks      that every ``N``-th word is Japanese.
Decides   by the words between whitespace at the positions N, 2N, 3N and so on: each must contain a
          character of Hiragana, Katakana or the common ideographs, unless it is a number.
Quirks    A word of nothing but marks, or of digits, passes; fewer than N words pass.
Source    allenai, IFBench.
Example   {"N": 3}
followed      "Boats leave 港 each morning 早く today"
not followed  "Boats leave harbour each morning 早く today"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import trimmed
from lm_eval_tasks.text.words import spaced_words


class EveryNth(Parameters, frozen=True):
    """The distance between Japanese words."""

    N: Annotated[int, Meta(ge=1)]


def has_japanese(word: str) -> bool:
    """Whether some character is kana or a common ideograph."""
    return any("\u3040" <= character <= "\u30ff" or "\u4e00" <= character <= "\u9fff" for character in word)


def official(text: Text, want: EveryNth) -> Verdict:
    """Look at every N-th word."""
    chosen = text.get(spaced_words)[want.N - 1 :: want.N]
    for index, word in enumerate(chosen, start=1):
        core = trimmed(word)
        if core and not core.isdigit() and not has_japanese(core):
            return Verdict(
                False,
                f"word {index * want.N} is {core[:40]!r}",
                f"expected every {want.N}th word in Japanese",
            )
    return Verdict(True, f"every {want.N}th word, {len(chosen)} in all, is Japanese or a number")


words_japanese: Check = check("count:words_japanese", EveryNth, official)
