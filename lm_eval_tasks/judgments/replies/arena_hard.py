"""Arena-Hard's replies: ``[[A>>B]]``, ``[[A>B]]``, ``[[A=B]]``, ``[[B>A]]`` or ``[[B>>A]]``.

Source    lmarena/arena-hard-auto, v0.1 at d99b139 and v2 at 196f6b8.
"""

from __future__ import annotations

import re

from lm_eval_tasks.judgments.replies.reading import A_WINS, B_WINS, TIE, Found, field, last, last_label

_DOUBLE = re.compile(r"\[\[([AB<>=]+)\]\]")
_SINGLE = re.compile(r"\[([AB<>=]+)\]")

LABELS = {"A>>B": A_WINS, "A>B": A_WINS, "A=B": TIE, "B>A": B_WINS, "B>>A": B_WINS}
"""The five labels of the prompt, and what each is for the answer shown first."""
V2_LABELS = {**LABELS, "A<<B": B_WINS, "A<B": B_WINS, "B=A": TIE, "B<<A": A_WINS, "B<A": A_WINS}
"""The labels that the scores of v2 know."""
STRONG_WEIGHT = 3
"""How often a strong label counts."""


def weight(label: str) -> int:
    """3 for ``A>>B`` and its relatives, else 1."""
    return STRONG_WEIGHT if ">>" in label or "<<" in label else 1


def v01(text: str) -> Found:
    """All labels must be equal; a label is asked for again only where there was none at all."""
    labels = set(_DOUBLE.findall(text))
    if len(labels) != 1:
        return Found([None, not labels], again=not labels)
    label = labels.pop()
    return Found([label, False], LABELS.get(label), strength=strength(label))


def v2(text: str) -> Found:
    """The last label in double brackets, else the last in single ones, in capitals."""
    text = text.upper()
    labels = _DOUBLE.findall(text) or _SINGLE.findall(text)
    if not labels:
        return Found(None)
    return Found(labels[-1], V2_LABELS.get(labels[-1]), strength=strength(labels[-1]))


def v01_robust(text: str) -> Found:
    """As :func:`v2_robust`; without any label the judge is asked again."""
    label = _label(text)
    return Found(
        [label, label is None], LABELS.get(label or ""), again=label is None, strength=strength(label)
    )


def v2_robust(text: str) -> Found:
    """The last label, in any case and spelling; never an index such as ``[A]``."""
    label = _label(text)
    return Found(label, LABELS.get(label or ""), strength=strength(label))


def strength(label: str | None) -> str:
    """``high`` for a strong label, ``low`` for a tie, else ``medium``; empty without one."""
    if label is None or not set(label) & set("<>="):
        return ""
    return "high" if ">>" in label or "<<" in label else "low" if "=" in label else "medium"


_COMPARED = r"([AB])\s*(>{1,4}|<{1,4}|={1,2})\s*([AB])"
_LETTER = r"(A|B|C|tie)"
_IN_DOUBLE = rf"\[\[\s*(?:{_COMPARED}|{_LETTER})\s*\]\]"
_IN_ONE = re.compile(rf"\[\s*{_COMPARED}\s*\]?(?:\s*\])?", re.IGNORECASE)
_CUT = re.compile(rf"\[\[\s*{_COMPARED}\s*\]?\s*$", re.IGNORECASE)
_BOXED = re.compile(rf"\\boxed\s*\{{\s*(?:\\text\w*\s*\{{)?\s*{_COMPARED}", re.IGNORECASE)
_NAMED = field("verdict|decision|judge?ment|label", rf"[\"'(]?{_COMPARED}")
_SIGNS = ((r"\gg", ">>"), (r"\ll", "<<"), (r"\succ", ">"), (r"\prec", "<"))
_LETTER_LABELS = {"A": "A>B", "B": "B>A", "C": "A=B", "TIE": "A=B"}


def _label(text: str) -> str | None:
    """One of the five labels; None when there is none."""
    for sign, plain in _SIGNS:
        text = text.replace(sign, plain)
    text = _without_conditions(text)
    match = last_label(_IN_DOUBLE, text)
    if match and match.group(4):
        return _LETTER_LABELS[match.group(4).upper()]
    match = match or _CUT.search(text) or last(_IN_ONE, text) or last(_BOXED, text) or last(_NAMED, text)
    return _plain(*match.group(1, 2, 3)) if match else None


_OPTION = re.compile(
    rf"(?:^[^\S\n]*(?:\d+[.)]|[-*•])?[^\S\n]*)"
    r"(?:assistant [AB] is [^\n:]{0,40}|tie[^\n:]{0,40}):\s*\[\[\s*"
    rf"{_COMPARED}\s*\]\]",
    re.IGNORECASE | re.MULTILINE,
)


def _without_conditions(text: str) -> str:
    """The reply without a copied list of all the choices."""
    copied = {_plain(*match.groups()) for match in _OPTION.finditer(text)}
    return _OPTION.sub("", text) if len(copied) >= 3 else text


def _plain(left: str, sign: str, right: str) -> str | None:
    """``B<A`` as ``A>B``, ``a>>>b`` as ``A>>B``; None for an answer compared with itself."""
    left, right = left.upper(), right.upper()
    if left == right:
        return None
    if sign.startswith("="):
        return "A=B"
    if sign.startswith("<"):
        left, right = right, left
    return f"{left}{'>>' if len(sign) > 1 else '>'}{right}"
