"""Rewards of training rows: this package beside the rules of the reference, stated literally.

    python benchmarks/training_rewards.py RECORDS [--rounds 3]

RECORDS is a JSONL file with ``instruction_id_list``, ``kwargs`` and ``response``. Both judge the same
records in the same run, and their rewards must be equal. The 25 types of IFEval are those of lm_eval's
own copy of google's code, from which the reference descends. 25 of the 29 new types are the reference's
rules as they are stated, one function per type, with NLTK where the reference uses NLTK. The original
code of the new types is not part of this package and is not measured.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import nltk
from langdetect import DetectorFactory
from nltk.tokenize import word_tokenize

from lm_eval_tasks.errors import DataError
from lm_eval_tasks.rewards import InstructionReward
from lm_eval_tasks.text.rule_sentences import rule_sentences

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.punkt_tab import write_punkt_tab

Rule = Callable[..., bool]
GROUP = 8
"""Answers per row, as GRPO makes them."""


def _sentences_start(text: str, first_word: Any) -> bool:
    word = (first_word if isinstance(first_word, str) else first_word[0]).strip().lower()
    return all(one.strip() and one.split()[0].strip().lower() == word for one in rule_sentences(text))


def _cleaned(word: str) -> str:
    return re.sub(r"[^\w\s]", "", word).lower()


def _sentences_end(text: str, last_word: Any) -> bool:
    word = (last_word if isinstance(last_word, str) else last_word[0]).strip().lower()
    return all(one.strip() and _cleaned(one.split()[-1]) == word for one in rule_sentences(text))


def _parts(pieces: Sequence[str]) -> bool:
    count = len(pieces)
    for index, piece in enumerate(pieces):
        if not piece.strip():
            if index not in (0, len(pieces) - 1):
                return False
            count -= 1
    return count == 2


def _hyphens(text: str) -> bool:
    gold = rule_sentences(re.sub("-", " ", text))
    pairs = zip(text.split("-"), gold, strict=False)
    return all(piece.strip() == piece and piece == sentence for piece, sentence in pairs)


def _phrase(text: str, phrase: str, small_n: int) -> bool:
    words = phrase.split()
    found = re.findall(rf"{words[0]} .*? {words[-1]}", text)
    return len(found) == small_n and all(
        len(one.split()) == len(words) and sum(a != b for a, b in zip(one.split(), words, strict=True)) == 1
        for one in found
    )


def _position(text: str, keyword: Any, n: int, m: int) -> bool:
    word = (keyword if isinstance(keyword, str) else keyword[0]).strip()
    sentences = rule_sentences(text)
    if len(sentences) < n:
        return False
    tokens = word_tokenize(sentences[n - 1])
    return len(tokens) >= m and bool(tokens[m - 1] == word)


def _composition(text: str, n_sent: int, n_words: int) -> bool:
    pieces = re.split(r"\s?\*\*\*\s?", text)
    return len(pieces) == 3 and all(
        len(rule_sentences(piece)) == n_sent
        and all(len(word_tokenize(one)) == n_words for one in rule_sentences(piece))
        for piece in pieces
    )


def _neighbours(text: str) -> bool:
    firsts = [word[0].lower() for word in text.split()]
    return all(len(one) == len(other) == 1 and ord(other) - ord(one) != 1 for one, other in pairwise(firsts))


def _ends(text: str) -> bool:
    tokens = word_tokenize(text)
    return len(tokens) > 1 and tokens[0].lower() == tokens[-1].lower()


def _letters(text: str, N: float, relation: str) -> bool:  # noqa: N803
    count = len(re.findall(r"[a-zA-Z]", text))
    return {"at least": count >= N, "less than": count < N}.get(relation, False)


def _found(keyword: str, text: str) -> int:
    return len(re.findall(keyword.strip(), text, flags=re.IGNORECASE))


def _lowercase(text: str, N: float) -> bool:  # noqa: N803
    return len(re.findall(r"\b[a-z]+\b", text)) <= N


def _bigrams(text: str) -> bool:
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=False)
    return all(one.startswith("<<") and other.endswith(">>") for one, other in pairs)


def _unique(text: str) -> bool:
    tokens = word_tokenize(text)
    return len(tokens) == len(set(tokens))


RULES: Mapping[str, Rule] = {
    "keywords:word_once": lambda text, keyword: _found(keyword, text) == 1,
    "keywords:exclude_word_harder": lambda text, keyword, **_: f" {keyword.strip()} " not in text,
    "keywords:no_adjacent_consecutive": _neighbours,
    "keywords:palindrome": lambda text: any(word == word[::-1] for word in text.split()),
    "keywords:keyword_specific_position": _position,
    "keywords:start_end": _ends,
    "letters:letter_counting": _letters,
    "paragraphs:paragraphs": lambda text: _parts(re.split(r"\s?\*\*\*\s?", text)),
    "paragraphs:paragraphs2": lambda text: _parts(re.split("\n\n", text)),
    "first_word:first_word_sent": _sentences_start,
    "first_word:first_word_answer": lambda text, first_word: (
        text.split()[0].strip().lower() == first_word.strip().lower()
    ),
    "last_word:last_word_sent": _sentences_end,
    "last_word:last_word_answer": lambda text, last_word: (
        _cleaned(text.split()[-1]) == last_word.strip().lower()
    ),
    "detectable_format:sentence_hyphens": _hyphens,
    "detectable_format:square_brackets": lambda text: all(
        word.startswith("[") and word.endswith("]") for word in text.split()
    ),
    "detectable_format:bigram_wrapping": _bigrams,
    "copy:copy": lambda text, prompt_to_repeat: text.strip().lower() == prompt_to_repeat.strip().lower(),
    "copy:copying_simple": lambda text, prompt_to_repeat: (
        text.strip().lower() == prompt_to_repeat.strip().lower()
    ),
    "copy:repeat_phrase": _phrase,
    "punctuation:punctuation_dot": lambda text: not re.search(r"\.", text),
    "punctuation:punctuation_exclamation": lambda text: not re.search("!", text),
    "count:lowercase_counting": _lowercase,
    "count:counting_composition": _composition,
    "count:count_unique": _unique,
    "count:count_increment_word": lambda text, keyword1, keyword2: (
        (_found(keyword1, text), _found(keyword2, text)) == (1, 2)
    ),
}
"""The rules of 25 of the 29 new types, by id."""
LEFT_OUT = {
    "keywords:word_count_different_numbers",
    "letters:letter_counting2",
    "copy:copying_multiple",
    "new:copy_span_idx",
}
"""New types without a rule here: they are IFEval's and IFBench's under another id, or a split."""


def judged(name: str, given: Mapping[str, Any], text: str) -> bool:
    """The verdict of the rule, or of google's class for IFEval's types."""
    if name in RULES:
        return RULES[name](text, **given)
    from lm_eval.tasks.ifeval.instructions_registry import INSTRUCTION_DICT

    instruction = INSTRUCTION_DICT[name](name)
    instruction.build_description(**given)
    return bool(instruction.check_following(text))


def restated(record: Mapping[str, Any], text: str) -> list[bool]:
    """The verdicts of the reference's rules."""
    parameters = [
        {one: value for one, value in (given or {}).items() if value is not None}
        for given in record["kwargs"]
    ]
    return [
        bool(text.strip()) and judged(name, given, text)
        for name, given in zip(record["instruction_id_list"], parameters, strict=True)
    ]


def answer_of(response: str) -> str:
    """The answer as the reference's verifier cuts it."""
    return response.replace("<|assistant|>", "").strip().rpartition("</think>")[2].strip()


def comparable(records: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The records both can judge."""
    kept = []
    reward = InstructionReward("iftrain", fraction=True)
    for record in records:
        if any(name in LEFT_OUT for name in record["instruction_id_list"]):
            continue
        try:
            reward.check([record])
            restated(record, answer_of(record["response"]))
        except (DataError, TypeError, IndexError, KeyError, ValueError, re.error):
            continue
        kept.append(record)
    return kept


def rewards(records: Sequence[Mapping[str, Any]]) -> list[float]:
    """What this package pays, in one batch, the rows read anew."""
    columns = {name: [record[name] for record in records] for name in ("instruction_id_list", "kwargs")}
    found: list[float] = InstructionReward("iftrain", fraction=True)(
        [record["response"] for record in records], **columns
    )
    return found


def shares(records: Sequence[Mapping[str, Any]]) -> list[float]:
    """What the restatement pays."""
    verdicts = [restated(record, answer_of(record["response"])) for record in records]
    return [sum(one) / len(one) for one in verdicts]


def seconds(
    judge: Callable[[Sequence[Mapping[str, Any]]], Any], records: Sequence[Mapping[str, Any]]
) -> float:
    """How long one pass takes."""
    start = time.perf_counter()
    judge(records)
    return time.perf_counter() - start


def main(arguments: Sequence[str]) -> int:
    """Print both times and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("records", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    DetectorFactory.seed = 0
    with tempfile.TemporaryDirectory() as folder:
        nltk.data.path.insert(0, str(write_punkt_tab(Path(folder))))
        return compared(options.records, options.rounds)


def compared(path: Path, rounds: int) -> int:
    """Judge both ways and print."""
    lines = path.read_bytes().split(b"\n")
    records: Sequence[Mapping[str, Any]] = comparable([json.loads(line) for line in lines if line])
    records = [
        {**record, "response": record["response"] + " and more" * number}
        for record in records
        for number in range(GROUP)
    ]
    different = sum(one != other for one, other in zip(rewards(records), shares(records), strict=True))
    times = [(seconds(rewards, records), seconds(shares, records)) for _ in range(max(1, rounds))]
    ours, theirs = (statistics.median(one) for one in zip(*times, strict=True))
    print(f"{len(records)} answers, {GROUP} to a row, {different} different rewards")
    print(f"this package  {ours * 1e3 / len(records):8.3f} ms per answer")
    print(
        f"restatement   {theirs * 1e3 / len(records):8.3f} ms per answer ({theirs / ours:.2f} times as long)"
    )
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
