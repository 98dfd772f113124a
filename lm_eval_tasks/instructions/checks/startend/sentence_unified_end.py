r"""``startend:sentence_unified_end``: all sentences end the same way.

Asks      that every sentence ends with ``ending``.
Decides   by the text before each ``。``, ``！`` or ``？``, after what is in ``「」`` and ``『』`` on one
          line is removed. Text after the last mark is a sentence, too.
Quirks    A line end or a blank after the last mark is a sentence with a different end. A heading
          or a list joins the sentence below it. A response without sentences follows.
Source    M-IFEval (arXiv:2502.04688), Japanese.
Example   {"ending": "です"}
followed      "ここは港です。海は静かです。"
not followed  "ここは港です。海が見えます。"
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.pairs import without_quotations

_END = re.compile("[。！？]")


class Ending(Parameters, frozen=True):
    """What every sentence must end with."""

    ending: Annotated[str, Meta(min_length=1)]


def pieces(text: str) -> list[str]:
    """What is between end marks outside quotations, empty pieces left out."""
    return [piece for piece in _END.split(without_quotations(text, ("「", "」"), ("『", "』"))) if piece]


def official(text: Text, want: Ending) -> Verdict:
    """Look at the end of each piece."""
    found = text.get(pieces)
    for number, piece in enumerate(found, start=1):
        if not piece.endswith(want.ending):
            return Verdict(
                False,
                f"sentence {number} of {len(found)} ends with {piece[-10:]!r}",
                f"expected {want.ending!r} at the end of all",
            )
    return Verdict(True, f"all of {len(found)} end with {want.ending!r}")


sentence_unified_end: Check = check("startend:sentence_unified_end", Ending, official)
