"""Letters without their accents.

Source    Unicode Standard Annex #15, normalization form KD.
"""

from __future__ import annotations

import unicodedata

from lm_eval_tasks.text.clean import normalized


def ascii_folded(text: str) -> str:
    """The text decomposed, with whatever is not ASCII left out: ``Reykjavík`` to ``Reykjavik``."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")


def unaccented(text: str) -> str:
    """The text decomposed, without its combining marks: ``Ñ`` becomes ``N``."""
    if text.isascii():
        return text
    return "".join(
        character for character in normalized("NFKD", text) if not unicodedata.combining(character)
    )
