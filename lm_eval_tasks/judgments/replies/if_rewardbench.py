"""IF-RewardBench's replies: one verdict per constraint in numbered blocks, or ``[[A]]`` and ``[[B]]``.

Source    thu-coai/IF-RewardBench, metrics, c192fe9.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from lm_eval_tasks.judgments.replies.reading import OUTCOMES, Found, last_label, without_template

_DOUBLE = r"\[\[\s*(A|B|C)\s*\]\]"


def overall(text: str) -> Found:
    """A or B where only one of both labels occurs anywhere, thinking included; else C, which is void."""
    has_a, has_b = "[[A]]" in text, "[[B]]" in text
    value = "A" if has_a and not has_b else "B" if has_b and not has_a else "C"
    return Found(value, OUTCOMES.get(value))


def overall_robust(text: str) -> Found:
    """The last label after the thinking; C, which the prompt does not offer, is void."""
    match = last_label(_DOUBLE, without_template(_DOUBLE, text))
    value = match.group(1).upper() if match else "C"
    return Found(value, OUTCOMES.get(value))


_START = re.compile(r"\[检查项(\d+)-开始\]\s*\n要求：")
_END = re.compile(r"\n\[检查项(\d+)-结束\]")
_ANALYSIS, _CONCLUSION = "\n分析：", "\n结论："
_SATISFIED = ("人工智能助手的回复满足了该要求", "[[满足该要求]]")


def constraints(text: str, count: int | None = None) -> Found:
    """The verdicts of the original: where its markers do not fit together, every constraint is satisfied.

    Args:
        count: how many constraints there are; without it, as many as blocks were read.
    """
    labels = [_official_label(one) for one in _blocks(text)]
    if text.count("-开始]") != len(labels) or text.count("-结束]") != len(labels):
        labels = []
    if count is not None:
        labels = (labels + [1] * (count - len(labels)))[:count]
    return Found(labels, labels=tuple(labels))


def _blocks(text: str) -> Iterator[str]:
    """The conclusions of the blocks that are complete and in order."""
    ends: dict[str, list[int]] = {}
    for match in _END.finditer(text):
        ends.setdefault(match.group(1), []).append(match.start())
    at = 0
    while start := _START.search(text, at):
        analysis = text.find(_ANALYSIS, start.end())
        conclusion = text.find(_CONCLUSION, analysis + len(_ANALYSIS)) if analysis >= 0 else -1
        if conclusion < 0:
            return
        begin = conclusion + len(_CONCLUSION)
        places = ends.get(start.group(1), [])
        place = bisect_left(places, begin)
        if place == len(places):
            at = start.start() + 1
            continue
        yield text[begin : places[place]]
        at = places[place] + len(f"\n[检查项{start.group(1)}-结束]")


def _official_label(conclusion: str) -> int:
    said = conclusion.split("</think>")[-1]
    return int(any(mark in said for mark in _SATISFIED))


_ANY_START = re.compile(
    r"\[\s*(?:检查项\s*(\d+)\s*-\s*开始|the\s+start\s+of\s+constraint\s+(\d+))\s*\]", re.IGNORECASE
)
_ANY_END = re.compile(
    r"\[\s*(?:检查项\s*\d+\s*-\s*结束|the\s+end\s+of\s+constraint\s+\d+)\s*\]", re.IGNORECASE
)
_VERDICT = re.compile(
    r"^[^\S\n]*[-#]*[^\S\n]*(?:结论|judge?ment|verdict|conclusion)[^\S\n]*:", re.IGNORECASE | re.MULTILINE
)
_PARTLY = re.compile(
    r"部分|partial|partly|基本满足|不确定|unclear|uncertain|cannot\s+(?:be\s+)?determin", re.IGNORECASE
)
_DENIED = re.compile(
    r"(?:没有|没|未能|未|不|无法|并未)(?:完全|能够|能)?(?:满足|符合|遵循|遵守)|"
    r"\bn[o']t\b(?:\s+\w+){0,2}?\s+(?:follow|satisf|me?et|compl|adher|fulfil|respect|obey)|"
    r"n't\s+(?:\w+\s+)?(?:follow|satisf|meet|comply|adher|fulfil|respect|obey)|"
    r"\b(?:fail(?:s|ed)?\s+to|violat\w+|unsatisfied|unmet|breaks?)\b",
    re.IGNORECASE,
)
_GRANTED = re.compile(
    r"满足|符合|遵循|遵守|\b(?:follow(?:s|ed)?|satisf(?:y|ies|ied)|me?ets?|compl(?:y|ies|ied)|adheres?|fulfil\w*|"
    r"respects|obeys)\b",
    re.IGNORECASE,
)


def constraints_robust(text: str, count: int | None = None) -> Found:
    """One verdict per numbered block, Chinese or English; a constraint without a clear verdict has none."""
    found: dict[int, int | None] = {}
    starts = list(_ANY_START.finditer(text))
    for start, following in zip(starts, [*starts[1:], None], strict=False):
        stop = following.start() if following else len(text)
        end = _ANY_END.search(text, start.end(), stop)
        number = int((start.group(1) or start.group(2))[:9])
        found[number] = _verdict(text[start.end() : end.start() if end else stop])
    highest = min(max(found, default=0), 10_000)
    labels = tuple(found.get(number) for number in range(1, (highest if count is None else count) + 1))
    if all(label is None for label in labels):
        return Found(None, labels=labels)
    return Found(list(labels), labels=labels)


def _verdict(block: str) -> int | None:
    places = [match.end() for match in _VERDICT.finditer(block)]
    if not places:
        return None
    said = block[places[-1] :].strip().replace("’", "'").partition("\n")[0]
    if _PARTLY.search(said):
        return None
    if _DENIED.search(said):
        return 0
    return 1 if _GRANTED.search(said) else None
