r"""Words and sentences as IndicIFEval counts them.

Words are what blanks divide once blanks were put around each mark, so a line break joins two words. Sentences
are cut inside each block between blank lines; the number before a mark and short pieces keep them together.

Source    AI4Bharat, IndicIFEval (arXiv:2602.22125, MIT), commit 5cf3db8, and the rules of the Indic NLP
          Library that it copies.
"""

from __future__ import annotations

import re
import string

import regex

_INDIC_MARKS = string.punctuation + "\u0964\u0965\uaaf1\uaaf0\uabeb\uabec\uabed\uabee\uabef\u1c7e\u1c7f"
_URDU_MARKS = string.punctuation + "\u0609\u060a\u060c\u061e\u066a\u066b\u066c\u066d\u06d4"
_INDIC_MARK = re.compile(f"([{re.escape(_INDIC_MARKS)}])")
_URDU_MARK = re.compile(f"([{re.escape(_URDU_MARKS)}])")
_NUMBER = regex.compile(r"(?:[0-9]++ [,.:/] )++[0-9]++")
_WORD_CHARACTER = re.compile(r"\w")
_BLOCK = regex.compile(r"\n\s*+\n|\n\n")
_END = re.compile("[.?!।॥]")
_LETTER_NAMES = frozenset(
    "ए ऎ बी बि सी सि डी डि ई इ एफ ऎफ जी जि एच ऎच आई आइ जे के एल ऎल एम ऎम एन ऎन ओ ऒ पी पि क्यू क्यु आर एस ऎस टी "
    "टि यू यु वी वि व्ही व्हि डब्ल्यू डब्ल्यु एक्स ऎक्स वाय जेड ज़ेड श्री श्रीमती कु डा डॉ डो प्रो".split()
)
"""Names of Latin letters and titles, which abbreviations are made of."""


def words(text: str) -> list[str]:
    """The words of a text in an Indic script; ``12,000`` is one, except at the very start."""
    spaced = _spaced(text, _INDIC_MARK)
    return _filled(_NUMBER.sub(_joined, spaced))


def urdu_words(text: str) -> list[str]:
    """The words of a text in Urdu; each part of ``12,000`` is one."""
    return _filled(_spaced(text, _URDU_MARK))


def _spaced(text: str, mark: re.Pattern[str]) -> str:
    """The text with single blanks, also around every mark."""
    return " ".join(piece for piece in mark.sub(r" \1 ", text.replace("\t", " ")).split(" ") if piece)


def _joined(number: regex.Match[str]) -> str:
    """A number without the blanks in it, except at the very start of the text."""
    return number.group().replace(" ", "") if number.start() else number.group()


def _filled(text: str) -> list[str]:
    """What blanks divide, without single marks."""
    return [piece for piece in text.split(" ") if len(piece) > 1 or _WORD_CHARACTER.match(piece)]


def sentences(text: str) -> list[str]:
    """The sentences of a text: those of its blocks, without a first one that ends with a colon."""
    found = [sentence for block in _BLOCK.split(text) for sentence in _merged(_pieces(block))]
    return found[1:] if found and found[0].endswith(":") else found


def _pieces(block: str) -> list[str]:
    """What ends at a mark that no number comes before."""
    pieces = []
    start = 0
    for match in _END.finditer(block):
        at = match.start()
        if at and block[at - 1].isnumeric():
            continue
        pieces.append(block[start : at + 1].strip())
        start = at + 1
    pieces.append(block[start:].strip())
    return [piece for piece in pieces if piece]


def _merged(pieces: list[str]) -> list[str]:
    """The pieces, each single word and each abbreviation with a full stop joined to the next one."""
    merged: list[str] = []
    pending: list[str] = []
    goes_on = False
    for piece in pieces:
        single = " " not in piece and piece.endswith(".")
        abbreviated = piece.endswith(".") and piece[piece.rfind(" ") + 1 : -1] in _LETTER_NAMES
        if single:
            pending.append(piece)
            goes_on = True
        elif abbreviated:
            if pending and not goes_on:
                merged.append(" ".join(pending))
            pending, goes_on = [piece], True
        elif goes_on:
            merged.append(" ".join([*pending, piece]))
            pending, goes_on = [], False
        else:
            if pending:
                merged.append(" ".join(pending))
            pending = [piece]
    return [*merged, " ".join(pending)] if pending else merged
