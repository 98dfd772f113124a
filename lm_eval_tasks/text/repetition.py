"""How much of a text repeats itself: measures over the whole text, in linear time.

Source    own.
"""

from __future__ import annotations

import zlib

import regex

_ENDLESS = 120
"""A word of more characters is endless; the longest words of European languages have about 60."""
_SYMBOLS = 0.6
_SYMBOLS_FROM = 150
"""A text of so many characters or more is looked at for symbols."""
_LEAST = 300
_COUNTER = regex.compile(r"\d++")
_WORD = regex.compile(r"[\p{L}\p{M}]++")
_TOKEN = regex.compile(r"[\p{Latin}\p{N}\p{P}\p{S}--[\s/.|=_-]]{2,}+", regex.VERSION1)
_UNIT = 8
"""A stretch of so many words that occurred before is repeated."""


def compressed_share(text: str) -> float:
    """The size of the text after compression, as a share of its own; counters are taken out first."""
    data = _COUNTER.sub("", text).encode("utf-8", "surrogatepass")
    return len(zlib.compress(data, 6)) / len(data) if data else 1.0


def repeated_share(text: str) -> tuple[float, int]:
    """The share of words in stretches of eight that occurred before, and the number of words.

    Only letters count, so that near repetition with a counter is repetition.
    """
    words = _WORD.findall(text.casefold())
    if len(words) < 2 * _UNIT:
        return 0.0, len(words)
    seen: set[int] = set()
    covered, last = 0, 0
    for at in range(len(words) - _UNIT + 1):
        unit = hash(tuple(words[at : at + _UNIT]))
        if unit in seen:
            covered += at + _UNIT - max(at, last)
            last = at + _UNIT
        else:
            seen.add(unit)
    return covered / len(words), len(words)


def symbol_share(text: str) -> float:
    """The share of characters other than whitespace that are neither letter, mark nor digit."""
    filled = "".join(text.split())
    return 1 - len(regex.findall(r"[\p{L}\p{M}\p{N}]", filled)) / len(filled) if filled else 0.0


def longest_token(text: str) -> str:
    """The longest run of Latin letters, digits and marks without a blank, slash, stop, dash or rule."""
    return max(_TOKEN.findall(text), key=len, default="")


def degenerate(text: str) -> str | None:
    """What makes the whole text degenerate, or None.

    Nothing but symbols, an endless word, or repetition: most of its stretches of eight words occurred
    before, and the text shrinks under compression as no prose does. Short texts are
    allowed less repetition than long ones, since a refrain weighs more in them.
    """
    if len(text) >= _SYMBOLS_FROM:
        share = symbol_share(text)
        if share > _SYMBOLS:
            return f"{share:.0%} of the characters are symbols"
        token = longest_token(text)
        if len(token) > _ENDLESS:
            return f"a word of {len(token)} characters"
    if len(text) < _LEAST:
        return None
    packed = compressed_share(text)
    bound = 0.13 + 0.05 * 1000 / max(len(text), 1000)
    if packed > 0.3:
        return None
    repeated, words = repeated_share(text)
    if (packed < bound and repeated > 0.6) or packed < 0.09 or (repeated > 0.85 and words > 80):
        return f"{repeated:.0%} of {words} words are in stretches that occurred before"
    return None
