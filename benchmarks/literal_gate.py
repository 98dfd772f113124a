"""The English gate read literally from its description: what the fast one must agree with.

Every rule is written down as it is said, and nothing is done to be quick.
"""

from __future__ import annotations

import regex

REASON_OF_EMPTY = "empty_response"


def preprocessed(text: str) -> str:
    """Code fences, ``{}[]:,"``, subscript digits, backticks and asterisks are stripped."""
    text = regex.sub(r"\A```\w*\n?", "", text)
    text = regex.sub(r"\n?```\Z", "", text)
    text = regex.sub(r'[{}\[\]:,"]', "", text)
    return regex.sub(r"[₀-₉`*]", "", text)


def repeats(parts: list[str], size: int, times: int) -> bool:
    """Whether ``size`` parts stand ``times`` times in a row, anywhere."""
    for start in range(len(parts) - size * times + 1):
        first = parts[start : start + size]
        if all(parts[start + copy * size : start + (copy + 1) * size] == first for copy in range(1, times)):
            return True
    return False


def reason(text: str) -> str | None:
    """Why the gate refuses ``text``, or None."""
    if not text.strip():
        return REASON_OF_EMPTY
    if regex.search("[،؛؟٪٫٬۔«»]", text):
        return "arabic_punctuation"
    if not all(regex.fullmatch("[a-zA-Z]+", word) for word in regex.findall(r"\p{L}+", text)):
        return "non_english_word"
    plain = preprocessed(text)
    words = regex.findall(r"[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*", plain)
    if repeats(words, 1, 7):
        return "repeated_words"
    sentences = [part.strip() for part in regex.split(r"[.!?؟۔…]", plain) if part.strip()]
    runs = [
        sentence
        for index, sentence in enumerate(sentences[:-2])
        if sentences[index + 1] == sentence == sentences[index + 2] and len(sentence.split()) >= 3
    ]
    if runs:
        return "repeated_sentences"
    words = regex.sub(r"[^\p{L}\p{M}\p{N}_\s]", "", plain).split()
    if any(repeats(words, size, 3) for size in range(5, 61)):
        return "repeated_ngrams"
    return None
