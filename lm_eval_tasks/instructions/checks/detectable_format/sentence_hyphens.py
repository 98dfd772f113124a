r"""``detectable_format:sentence_hyphens``: sentences joined by hyphens.

Asks      that all sentences are joined by hyphens, without whitespace.
Decides   by comparing, one by one, the pieces between hyphens with the sentences of the rule splitter
          in the text whose hyphens became blanks. The longer list's rest is not compared.
Corrected Every piece between joining hyphens holds exactly one sentence; a hyphen joins where it
          follows an end mark. A hyphen inside a word does not matter.
Quirks    ``well-kept`` fails, hyphens at the end pass, and a quoted full stop at a sentence's end fails.
          One sentence without a hyphen passes.
Source    allenai, open-instruct, IFEvalG.
Example   {}
followed      "The boats are in.-The gulls are loud."
not followed  "The boats are in. The gulls are loud."
"""

from __future__ import annotations

import regex

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.rule_sentences import rule_sentences

_JOINT = regex.compile(r"""(?<=[.?!…]["'”’)\]*_]{0,3})-+""")
EXPECTED = "expected sentences joined by a hyphen and nothing else"


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the pieces with the sentences."""
    sentences = rule_sentences(text.string.replace("-", " "))
    for number, (piece, sentence) in enumerate(zip(text.string.split("-"), sentences, strict=False), 1):
        if piece != piece.strip():
            return Verdict(False, f"whitespace around piece {number}", EXPECTED)
        if piece != sentence:
            return Verdict(False, f"piece {number} is {piece[:40]!r}", f"expected {sentence[:40]!r}")
    return Verdict(True, "the pieces between hyphens are the sentences")


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Look for one sentence in each piece."""
    string = text.string.strip()
    if any(len(match.group()) > 1 for match in _JOINT.finditer(string)) or string.startswith("-"):
        return Verdict(False, "a hyphen that joins nothing", EXPECTED)
    for number, piece in enumerate(_JOINT.split(string), 1):
        if piece != piece.strip():
            return Verdict(False, f"whitespace around piece {number}", EXPECTED)
        count = len(prose.sentences(piece))
        if count != 1:
            return Verdict(False, f"{counted(count, 'sentence')} in piece {number}", EXPECTED)
    return Verdict(True, "one sentence between joining hyphens")


sentence_hyphens: Check = check(
    "detectable_format:sentence_hyphens", NoParameters, official, corrected=corrected
)
