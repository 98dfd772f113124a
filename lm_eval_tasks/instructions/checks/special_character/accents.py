"""``special_character:accents``: some words have their accents.

Asks      that words with accents are spelt with them.
Decides   by looking at every word that is one of ``word_to_accentuate`` once its accents are gone:
          it must be the accented form given for it, ignoring case.
Quirks    A response with none of the words is followed. A plain word that also exists without an
          accent (``a`` beside ``à``) fails. An accent that is a separate character ends a word.
Source    M-IFEval (arXiv:2502.04688), French.
Example   {"word_to_accentuate": {"ecole": "école", "ete": "été"}}
followed      "L'école ferme en été."
not followed  "L'ecole ferme en été."
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, NoParameters, Parameters, Text, Verdict, check
from lm_eval_tasks.text.folding import unaccented
from lm_eval_tasks.text.words import lowered

_WORD = re.compile(r"\w+")
_SMALL = "àáâãäåçèéêëìíîïñòóôõöùúûüý"
_ACCENTED = re.compile(f"[{_SMALL}{_SMALL.upper()}ÿ]")


class AccentedWords(Parameters, frozen=True):
    """The accented form of each word, by its plain form."""

    word_to_accentuate: Annotated[dict[str, str], Meta(min_length=1)]


def official(text: Text, want: AccentedWords) -> Verdict:
    """Look at each word whose plain form is given."""
    low = text.get(lowered)
    seen = 0
    for match in _WORD.finditer(low):
        word = match.group()
        plain = word if word.isascii() else unaccented(word)
        accented = want.word_to_accentuate.get(plain)
        if accented is None:
            continue
        seen += 1
        if word != accented:
            spans = (match.span(),) if len(low) == len(text.string) else ()
            return Verdict(False, f"{word!r} at character {match.start()}", f"expected {accented!r}", spans)
    return Verdict(
        True, f"{seen} of the words found, all with their accents" if seen else "none of the words"
    )


def any_accent(text: Text, want: NoParameters) -> Verdict:
    """Look for one accented letter."""
    match = _ACCENTED.search(text.string)
    if match is None:
        return Verdict(False, "no accented letter", "expected one")
    return Verdict(
        True, f"accented letter {match.group()!r} at character {match.start()}", spans=(match.span(),)
    )


accent_anywhere: Check = check("special_character:accents", NoParameters, any_accent)
accents: Check = check("special_character:accents", AccentedWords, official)
