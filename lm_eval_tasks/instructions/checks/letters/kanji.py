"""``letters:kanji``: how many kanji.

Asks      fewer than, or at least, ``kanji_limit`` kanji.
Decides   by counting the characters from U+4E00 to U+9FAF.
Quirks    ``々``, kanji of other blocks, digits and full-width letters do not count.
Source    M-IFEval (arXiv:2502.04688), Japanese.
Example   {"kanji_limit": 3, "relation": "未満"}
followed      "みなとの灯台"
not followed  "港の灯台"
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import Relation, holds

_KANJI = re.compile("[\u4e00-\u9faf]")


class KanjiLimit(Parameters, frozen=True):
    """How many kanji are expected."""

    kanji_limit: Annotated[int, Meta(ge=0)]
    relation: Relation


def official(text: Text, want: KanjiLimit) -> Verdict:
    """Count them."""
    count = len(_KANJI.findall(text.string))
    return Verdict(
        holds(count, want.relation, want.kanji_limit),
        f"{count} kanji",
        f"expected {want.relation} {want.kanji_limit}",
    )


kanji: Check = check("letters:kanji", KanjiLimit, official)
