"""``letters:furigana``: every kanji has its reading.

Asks      that each run of kanji is followed by its reading in hiragana in full-width brackets.
Decides   by comparing the number of runs of kanji with the number of those that have ``（``, hiragana and
          ``）`` directly after them.
Quirks    Any character that is not a kanji ends a run, so okurigana divide it. The reading itself
          is not checked, and a response without kanji follows.
Source    M-IFEval (arXiv:2502.04688), Japanese.
Example   {}
followed      "港（みなと）は静（しず）かです。"
not followed  "港（みなと）は静かです。"
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted

_RUN = re.compile("[\u4e00-\u9faf]+")
_READING = re.compile("（[ぁ-ん]+）")


def official(text: Text, want: NoParameters) -> Verdict:
    """Look after each run of kanji."""
    runs = list(_RUN.finditer(text.string))
    bare = tuple(match.span() for match in runs if not _READING.match(text.string, match.end()))
    found = f"{counted(len(runs), 'run')} of kanji"
    if not bare:
        return Verdict(True, f"{found}, all with a reading" if runs else "no kanji")
    first = text.string[slice(*bare[0])][:20]
    return Verdict(
        False, f"{found}, {len(bare)} without a reading, the first {first!r}", "expected a reading each", bare
    )


furigana: Check = check("letters:furigana", NoParameters, official)
