"""Replies of models trained as judges: Prometheus 2, Auto-J, PandaLM and JudgeLM.

Source    prometheus-eval (as RewardBench reads it), GAIR-NLP/auto-j, WeOpenML/PandaLM, baaivision/JudgeLM.
"""

from __future__ import annotations

import re

from lm_eval_tasks.judgments.replies.reading import OUTCOMES, Found, last

_RESULT = re.compile(
    r"(?:\[\s*result\s*\]|^[^\S\n]*(?:final\s+)?result)\s*:?\s*(?:response\s+)?[\[(\"']*\s*(A|B)(?!\w)",
    re.IGNORECASE | re.MULTILINE,
)


def prometheus(text: str) -> Found:
    """The very last character, where ``[RESULT]`` occurs."""
    value = text[-1] if "[RESULT]" in text and text[-1] in "AB" else "error"
    return Found(value, OUTCOMES.get(value))


def prometheus_robust(text: str) -> Found:
    """The letter after the last ``[RESULT]``."""
    match = last(_RESULT, text)
    value = match.group(1).upper() if match else "error"
    return Found(value, OUTCOMES.get(value))


_DECISION = "final decision is "
_DECIDED = re.compile(
    r"final\s+decision(?:\s+is|\s*:)\s*:?\s*[\"'\[(]*\s*(?:that\s+)?(?:response\s*([12])|(tie|tied|draw|equal))(?!\w)",
    re.IGNORECASE,
)
_RESPONSES = {"1": "A>B", "2": "B>A"}
_COMPARED = {"A>B": 1.0, "A=B": 0.5, "B>A": 0.0}


def auto_j(text: str) -> Found:
    """What follows the last ``final decision is``."""
    at = text.rfind(_DECISION)
    said = text[at + len(_DECISION) :].strip()[:16].lower() if at >= 0 else ""
    for opening, value in (("response 1", "A>B"), ("response 2", "B>A"), ("tie", "A=B")):
        if said.startswith(opening):
            return Found(value, _COMPARED[value])
    return Found(None)


def auto_j_robust(text: str) -> Found:
    """The last decision, in any case and with a colon too."""
    match = last(_DECIDED, text)
    value = (_RESPONSES[match.group(1)] if match.group(1) else "A=B") if match else None
    return Found(value, _COMPARED.get(value or ""))


_PANDALM = {1: 1.0, 2: 0.0, 0: 0.5}
_FIRST_LINE = re.compile(
    r"[#\s]*(?:(?:answer|response|result|winner|verdict|evaluation)\s*:?\s*)?(1|2|tie)\s*[.):]?\s*$", re.I
)
_PREFERRED = re.compile(
    r"(?:response|answer|output)\s*([12])\s+(?:is|was)\s+(?:(?:clearly|slightly|much|the)\s+)*"
    r"(?:better|best|superior|preferred|preferable|winner)\b",
    re.IGNORECASE,
)
_EQUAL = re.compile(r"\b(?:it(?:'s| is) a tie|both\b[^.\n]{0,40}\bequal|equally good)\b", re.IGNORECASE)


def pandalm(text: str) -> Found:
    """The first line: 1, 2, and anything else is a tie."""
    head = text.strip().split("\n", 1)[0]
    value = int(head) if head in ("1", "2") else 0
    return Found(value, _PANDALM[value])


def pandalm_robust(text: str) -> Found:
    """The first line, else a sentence that calls one response better."""
    head = _FIRST_LINE.match(text.strip().split("\n", 1)[0][:80])
    if head:
        value = int(head.group(1)) if head.group(1) in "12" else 0
        return Found(value, _PANDALM[value])
    match = last(_PREFERRED, text)
    if match:
        return Found(int(match.group(1)), _PANDALM[int(match.group(1))])
    return Found(0, 0.5) if _EQUAL.search(text) else Found(None)


_NUMBER = r"(\d+(?:\.\d+)?)(?:\s*/\s*10)?"
_TWO = re.compile(rf"(?<![\d.]){_NUMBER}(?:\s*(?:,|;|\||and)\s*|\s+){_NUMBER}(?![\d.]*\d)", re.IGNORECASE)


def judgelm(text: str) -> Found:
    """Two numbers on the first line, parted by one blank or comma; else -1 twice, which counts as a tie."""
    parts = text.split("\n", 1)[0].replace(",", " ").split(" ")
    try:
        first, second = (float(part) for part in parts)
    except ValueError:
        return Found([-1, -1], 0.5)
    return Found([first, second], _higher(first, second))


def judgelm_robust(text: str) -> Found:
    """The two numbers on the first line with any text."""
    head = next((line for line in text.splitlines() if line.strip()), "")
    match = _TWO.search(head)
    if not match:
        return Found(None)
    first, second = float(match.group(1)), float(match.group(2))
    return Found([first, second], _higher(first, second))


def _higher(first: float, second: float) -> float:
    return 0.5 if first == second else float(first > second)
