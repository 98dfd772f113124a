r"""Words and sentences as Multi-IF counts them: each text by the rules of its detected language.

Thai is split by ``pythainlp``, an optional package; everything else is decided here.

Source    facebookresearch, Multi-IF, commit 1cdb53ed18499ad729e0766e5d3099dd5344406f.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec

from immutabledict import immutabledict

from lm_eval_tasks.errors import MissingDependencyError
from lm_eval_tasks.text.characters import Replacement
from lm_eval_tasks.text.languages import detected_language
from lm_eval_tasks.text.values import Text

Split = Callable[[str], Sequence[object]]
"""Cuts a text into what is counted."""
ByLanguage = Mapping[str, Split]
"""How texts of some languages are cut, by the detector's code."""

EVERYWHERE: ByLanguage = immutabledict()
"""No language has a way of its own, and none is detected."""
THAI = "th"
CJK = ("zh-cn", "zh-tw", "ja")
"""The detector's codes for Chinese and Japanese; it has no plain ``zh``."""
_HINDI_END = re.compile(r"(?<=[।!?])\s*")
_CJK_SENTENCE = re.compile(r"[^!?。.！？．]+[!?。.！？．]?")
_CJK_MARKS = frozenset("\\.!?．/_,{}<>:;$%^&*(+\"'—！，。？、`~@#￥…（）：；《》“”()[]»〔〕-「」")
_CJK_CHARACTER = re.compile("[\u4e00-\u9fff\u3400-\u4dbf\u3040-\u309f\u30a0-\u30ff\uac00-\ud7af]")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_without_marks = Replacement(lambda character: None if character in _CJK_MARKS else character)
_letters_only = Replacement(lambda character: character if character.isalnum() or character == "_" else " ")


def split_for(text: Text, otherwise: Split, by_language: ByLanguage) -> tuple[Split, str | None]:
    """How ``text`` is to be cut, and the language that says so; None for ``otherwise``."""
    language = text.get(detected_language) if by_language else None
    if language is None or language not in by_language:
        return otherwise, None
    return by_language[language], language


def alphanumeric_runs(text: str) -> list[str]:
    r"""What the standard library's ``\w+`` finds: the vowel signs of Indic scripts end a word."""
    return _letters_only(text).split()


def cjk_words(text: str) -> list[str]:
    """Each Chinese, Japanese or Korean character and each emoji, then the other words.

    Punctuation is deleted first, so that it parts nothing: ``3.5`` is one word.
    """
    import emoji

    bare = _without_marks(text)
    emojis = [found["emoji"] for found in emoji.emoji_list(bare)]
    if emojis:
        bare = emoji.replace_emoji(bare, "")
    return [*emojis, *_CJK_CHARACTER.findall(bare), *_CJK_CHARACTER.sub(" ", bare).split()]


def cjk_sentences(text: str) -> list[str]:
    """What ends at an end mark or with its line; ``3.14`` is two, since every period is one."""
    return [sentence for line in text.splitlines() for sentence in _CJK_SENTENCE.findall(line.strip())]


def hindi_sentences(text: str) -> list[str]:
    """What ends at a danda, a question mark or an exclamation mark; a period ends none."""
    return [piece for piece in _HINDI_END.split(text) if piece.strip()]


def thai_words(text: str) -> list[str]:
    """The words of pythainlp's standard engine; whitespace between them counts too.

    Raises:
        MissingDependencyError: without the extra ``thai``.
    """
    require_thai()
    from pythainlp.tokenize import word_tokenize

    return list(word_tokenize(_encodable(text)))


def thai_sentences(text: str) -> list[str]:
    """The sentences of each line, by pythainlp's standard engine.

    Raises:
        MissingDependencyError: without the extra ``thai``.
    """
    require_thai()
    from pythainlp.tokenize import sent_tokenize

    return [sentence for line in text.splitlines() if line for sentence in sent_tokenize(_encodable(line))]


def _encodable(text: str) -> str:
    """The text with a replacement character for each lone surrogate, which the engines cannot take."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def has_thai() -> bool:
    """Whether what splits Thai is installed: pythainlp, and python-crfsuite for its sentences."""
    return find_spec("pythainlp") is not None and find_spec("pycrfsuite") is not None


def require_thai() -> None:
    """See that Thai can be split.

    Raises:
        MissingDependencyError: naming the extra.
    """
    if not has_thai():
        raise MissingDependencyError(
            "Thai words and sentences cannot be counted without pythainlp and python-crfsuite: "
            "pip install 'lm-eval-tasks[thai]'"
        )


WORDS: ByLanguage = immutabledict({THAI: thai_words, **dict.fromkeys(CJK, cjk_words)})
SENTENCES: ByLanguage = immutabledict(
    {THAI: thai_sentences, "hi": hindi_sentences, **dict.fromkeys(CJK, cjk_sentences)}
)
