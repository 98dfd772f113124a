r"""``arabic``: the response is Arabic with at most a little English, and repeats nothing at once.

Asks      words of one script each, Arabic or English; no block of one to four sentences or one
          to six words twice in a row; at most 7 % English words.
Decides   in this order: ``empty_response``; ``mixed_script_word`` or ``other_script_word`` for the
          first word (letters with their marks) that is neither Arabic nor a-z throughout;
          ``sentence_repetition``; ``word_repetition``; ``english_ratio``, which is skipped when
          JSON is asked for by an instruction, or html, json or jsonl is named in the prompt.
Quirks    Words are compared as whitespace separates them, with their punctuation and marks,
          so ``مرحبا، مرحبا`` passes. A doubled word that is good Arabic (``جدا جدا``), a refrain and
          equal closing tags on neighbouring lines are refused. A repeated block must hold a
          letter. Persian and Urdu letters count as Arabic; no letters at all pass.
Source    the langcheck document of the fork, section 2; the fork holds no code for it, so what
          a sentence and a word are is decided here.
Example   {}
followed      "وصل القطار إلى المدينة."
not followed  "مرحبا مرحبا"
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq

import regex

from lm_eval_tasks.instructions.model import Gate, Item, Refusal, Text
from lm_eval_tasks.text.scripts import ARABIC_WITH_MATHEMATICAL, has_letter, marked_words, visible

SENTENCES_PER_BLOCK = 4
WORDS_PER_BLOCK = 6
ENGLISH_PERCENT = 7

_ARABIC_WORD = regex.compile(rf"[{ARABIC_WITH_MATHEMATICAL}\p{{M}}]+")
_ENGLISH_WORD = regex.compile(r"[a-zA-Z]+")
_ARABIC_LETTER = regex.compile(rf"[\p{{L}}&&[{ARABIC_WITH_MATHEMATICAL}]]", regex.VERSION1)
_ENGLISH_LETTER = regex.compile("[a-zA-Z]")
_SENTENCE_END = regex.compile(r"[.!?؟۔…\n]+")
_FORMAT_NAMED = regex.compile(r"(?<![a-zA-Z0-9_])(?:html|jsonl?)(?![a-zA-Z0-9_])", regex.IGNORECASE)
JSON_FORMAT = "detectable_format:json_format"


def refuse(text: Text, item: Item) -> Refusal | None:
    """Why the text is not clean Arabic, or None."""
    if text.blank:
        return Refusal("empty_response", "nothing but whitespace")
    words = text.get(marked_words)
    return _foreign_word(words) or repetition(text.string) or _too_much_english(words, item)


def _foreign_word(words: Sequence[str]) -> Refusal | None:
    """The first word that is neither Arabic nor English throughout."""
    known: set[str] = set()
    for word in words:
        if word in known:
            continue
        if not _ARABIC_WORD.fullmatch(word) and not _ENGLISH_WORD.fullmatch(word):
            both = _ARABIC_LETTER.search(word) and _ENGLISH_LETTER.search(word)
            return Refusal("mixed_script_word" if both else "other_script_word", visible(word))
        known.add(word)
    return None


def repetition(text: str) -> Refusal | None:
    """The block of sentences, or else of words, that occurs twice in a row."""
    sentences = [piece for raw in _SENTENCE_END.split(text) if (piece := raw.strip())]
    block = repeated_block(sentences, SENTENCES_PER_BLOCK)
    if block:
        return Refusal("sentence_repetition", f"{visible('. '.join(block))} twice in a row")
    block = repeated_block(text.split(), WORDS_PER_BLOCK)
    if block:
        return Refusal("word_repetition", f"{visible(' '.join(block))} twice in a row")
    return None


def repeated_block(pieces: Sequence[str], longest: int) -> Sequence[str] | None:
    """The shortest, then first, block of up to ``longest`` pieces that occurs twice in a row.

    A block of ``size`` pieces occurs twice where ``size`` pieces in a row equal those ``size``
    further on. Blocks without any letter are skipped.
    """
    lettered: bytes | None = None
    for size in range(1, longest + 1):
        equal = bytes(map(eq, pieces, pieces[size:]))
        start = equal.find(b"\1" * size)
        while start >= 0:
            if lettered is None:
                with_letter = {piece for piece in set(pieces) if has_letter(piece)}
                lettered = bytes(piece in with_letter for piece in pieces)
            letter = lettered.find(1, start)
            if start <= letter < start + size:
                return pieces[start : start + size]
            if letter < 0:
                break
            start = equal.find(b"\1" * size, letter - size + 1)
    return None


def _too_much_english(words: Sequence[str], item: Item) -> Refusal | None:
    english = sum(1 for word in words if _ENGLISH_WORD.fullmatch(word))
    if english * 100 <= ENGLISH_PERCENT * len(words) or exempt(item):
        return None
    first = next(word for word in words if _ENGLISH_WORD.fullmatch(word))
    return Refusal(
        "english_ratio",
        f"{english} of {len(words)} words are English, at most {ENGLISH_PERCENT} % may be; "
        f"the first is {first!r}",
    )


def exempt(item: Item) -> bool:
    """Whether the prompt asks for a format that needs English words."""
    return JSON_FORMAT in item.instruction_ids or _FORMAT_NAMED.search(item.prompt) is not None


arabic = Gate(
    "arabic",
    refuse,
    (
        "empty_response",
        "mixed_script_word",
        "other_script_word",
        "sentence_repetition",
        "word_repetition",
        "english_ratio",
    ),
)
