"""Texts on which a careless pattern takes quadratic time, and ordinary ones, of any length."""

from __future__ import annotations

from collections.abc import Callable

PROSE = (
    "The ferry left before sunrise, and nobody on the pier waved. Mr. Hall counted the crates "
    "twice; No. 5 was missing! Was it stolen, or had *someone* simply forgotten it?\n\n"
    "- bring a **lamp**\n* bring [rope]\n\nP.S. The second boat (see page 3) sails at 7.30 p.m. "
)
ARABIC = "في الصباح الباكر خرج الصيادون إلى البحر، ثم عادوا عند الغروب بسلال مليئة! هل كان اليوم طويلًا؟ "

UNITS = {
    "prose": PROSE,
    "Arabic prose": ARABIC,
    "one long word": "abcdefghij",
    "one long Arabic word": "كتابة",
    "capitals": "ABC ",
    "digits": "1234567890",
    "digits and commas": "1,234,",
    "opening brackets": "[",
    "opening braces": "{",
    "nested lists": "[[]",
    "closing brackets": "]",
    "angle brackets": "<<",
    "closing angle brackets": ">>",
    "asterisks": "*",
    "asterisk and blank": "* ",
    "asterisks and newlines": "*\n",
    "hyphens": "-",
    "hyphens and newlines": "-\n",
    "hashes": "# ",
    "underscores": "_",
    "backticks": "`",
    "fences": "```\n",
    "double quotes": '"',
    "single quotes": "'",
    "quoted letters": "'a",
    "curly quotes": "“”",
    "full stops": ".",
    "spaced full stops": ". ",
    "question and exclamation marks": "?!",
    "letters and full stops": "a.",
    "letters and question marks": "a?",
    "full stops and quotes": '."',
    "commas": ",",
    "colons": ":",
    "blanks": " ",
    "tabs": "\t",
    "newlines": "\n",
    "carriage returns": "\r\n",
    "pairs of newlines and a letter": "\n\na",
    "no-break spaces": "\u00a0",
    "mail": "a.b-c@",
    "addresses": "https://a.b/",
    "thinking tags": "<think>",
    "closing thinking tags": "</think>",
    "combining marks": "e\u0301\u0327",
    "emoji": "😀",
    "joined emoji": "👩\u200d👩",
    "zero width": "\u200b",
    "lone surrogates": "\ud800",
    "every second word": "word other ",
    "seventy words": " ".join(f"w{number}" for number in range(70)) + " ",
    "backslashes": "\\",
    "pipes": "| a ",
    "percent signs": "%",
    "section marks": "Section ",
    "JSON strings": '"a": "b", ',
}


def text(kind: str, length: int) -> str:
    """A text of ``length`` characters that repeats the unit of that kind."""
    unit = UNITS[kind]
    return (unit * (length // len(unit) + 1))[:length]


def ending(kind: str, last: str) -> Callable[[int], str]:
    """Texts that repeat a unit, and end otherwise."""
    return lambda length: text(kind, length - len(last)) + last
