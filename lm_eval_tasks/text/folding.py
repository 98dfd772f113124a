"""Letters without their accents.

Source    Unicode Standard Annex #15, normalization form KD.
"""

from __future__ import annotations

import unicodedata


def ascii_folded(text: str) -> str:
    """The text decomposed, with whatever is not ASCII left out: ``Reykjavík`` to ``Reykjavik``."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
