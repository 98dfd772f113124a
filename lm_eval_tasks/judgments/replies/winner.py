"""Replies that name a winner and how sure the judge is: ``Winner: A``, ``Confidence: high``, or JSON."""

from __future__ import annotations

import re
from typing import Any

from lm_eval_tasks.judgments.replies.reading import OUTCOMES, Found, last
from lm_eval_tasks.judgments.replies.structured import found, values

_WINNER = (
    "winner|الفائز|胜者|获胜者|赢家|勝者|優勝者|승자|sieger|gewinner|gagnant|ganador|vincitore|vencedor|"
    "победитель|विजेता|kazanan"
)
_CONFIDENCE = (
    "confidence|الثقة|置信度|信心|確信度|信頼度|신뢰도|sicherheit|konfidenz|confiance|confianza|confiança|"
    "fiducia|уверенность|विश्वास|güven"
)
_LINE = r"^[-+>#•0-9.)( \t]*[\"'`]?(?:the\s+|overall\s+|final\s+)*(?:%s)[\"'`]?"
_AFTER = r"[^\S\n]*(?::|=|[^\S\n]is(?=\s))[^\S\n]*(?:\n[^\S\n]*)?([^\n]*)"
_WINNER_LINE = re.compile(_LINE % _WINNER + _AFTER, re.IGNORECASE | re.MULTILINE)
_CONFIDENCE_LINE = re.compile(_LINE % _CONFIDENCE + _AFTER, re.IGNORECASE | re.MULTILINE)
_IN_TEXT = re.compile(rf"\b(?:{_WINNER})(?:[^\S\n]+is)?[^\S\n]*:?[^\S\n]*([^\n.]*)", re.IGNORECASE)

_LEVELS = {
    "high": "high|hoch|hohe|haute?|élevée?|alta|высокая|عالية|مرتفعة|高|높음|उच्च|yüksek|very high",
    "medium": "medium|moderate|middle|mittel|moyenne?|media|média|средняя|متوسطة|中等|中|보통|मध्यम|orta",
    "low": "low|niedrig|gering|faible|baja|bassa|baixa|низкая|منخفضة|低|낮음|निम्न|düşük|very low",
}
_LEVEL = {level: re.compile(rf"[\s\"'(\[]*(?:{words})(?!\w*\s*,)", re.I) for level, words in _LEVELS.items()}
_TIES = (
    "tie|tied|draw|neither|both|equal|equally|none|no winner|تعادل|平局|平手|무승부|引き分け|unentschieden|"
    "égalité|empate|pareggio|ничья|बराबर|berabere"
)
_SIDE = re.compile(
    r"[\s\"'(\[]*(?:the\s+)?(?:assistant|response|answer|model|output|option|回复|回答|助手|الإجابة)?[\s\"'(\[:]*"
    r"(A|B)(?![\w/])",
    re.IGNORECASE,
)
_TIE = re.compile(rf"[\s\"'(\[]*(?:it(?:'s| is)\s+)?(?:an?\s+)?(?:{_TIES})(?!\w)", re.IGNORECASE)
_TEMPLATE = re.compile(r"\s*(?:<|[\[(]?\s*A\s*(?:,|/|\||\bor\b)\s*(?:or\s+)?B\b)", re.IGNORECASE)


def side(said: str) -> str | None:
    """``A``, ``B`` or ``tie``: what a field begins with; None for anything else and for a template."""
    if _TEMPLATE.match(said):
        return None
    match = _SIDE.match(said)
    if match:
        return match.group(1).upper()
    return "tie" if _TIE.match(said) else None


def level(said: str) -> str | None:
    """``high``, ``medium`` or ``low``; None for anything else."""
    if said.lstrip().startswith("<") or re.match(r"\s*[\[(]?\w+\s*[,/|]\s*\w+", said):
        return None
    return next((name for name, pattern in _LEVEL.items() if pattern.match(said)), None)


def lines(text: str) -> Found:
    """The last line that begins with the winner, and the last that begins with the confidence."""
    match = last(_WINNER_LINE, text) or last(_IN_TEXT, text)
    winner = side(match.group(1)) if match else None
    sure = last(_CONFIDENCE_LINE, text)
    confidence = level(sure.group(1)) if sure else None
    return Found([winner, confidence], OUTCOMES.get(winner or ""), strength=confidence or "")


def in_json(text: str) -> Found:
    """The winner that the last readable object names."""
    winner: str | None = None
    confidence: Any = None
    for value in values(text):
        for said in found(value, ("winner", "verdict", "preference", "better")):
            winner = side(said) if isinstance(said, str) else None
        confidence = next((one for one in found(value, ("confidence",)) if isinstance(one, str)), confidence)
    strength = level(confidence) if confidence else None
    return Found(winner, OUTCOMES.get(winner or ""), strength=strength or "")
