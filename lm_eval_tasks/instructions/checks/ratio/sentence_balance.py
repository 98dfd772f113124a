"""``ratio:sentence_balance``: as many statements as questions and exclamations.

Asks      equal numbers of statements, questions and exclamations.
Decides   by the last character of each sentence: ``.``, ``?`` or ``!``.
Corrected A quotation mark, a bracket or emphasis after the end mark does not matter, and there is
          one of each at least.
Quirks    A sentence that ends in anything else is none of the three. A response without any passes.
Source    allenai, IFBench; sentences are Punkt's.
Example   {}
followed      "Snow fell. Who could leave? What a night!"
not followed  "Snow fell. Roads closed. What a night!"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import CLOSING
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.sentences import sentence_texts


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the three counts."""
    sentences = text.get(sentence_texts)
    statements, questions, exclamations = (
        sum(sentence.endswith(mark) for sentence in sentences) for mark in ".?!"
    )
    return Verdict(
        statements == questions == exclamations,
        f"{counted(statements, 'statement')}, {counted(questions, 'question')} "
        f"and {counted(exclamations, 'exclamation')}",
        "expected equal numbers",
    )


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Compare the three counts, closing marks set aside; none may be zero."""
    sentences = [sentence.rstrip(CLOSING) for sentence in text.get(sentence_texts)]
    statements, questions, exclamations = (
        sum(sentence.endswith(mark) for sentence in sentences) for mark in ".?!"
    )
    return Verdict(
        0 < statements == questions == exclamations,
        f"{counted(statements, 'statement')}, {counted(questions, 'question')} "
        f"and {counted(exclamations, 'exclamation')}",
        "expected equal numbers",
    )


sentence_balance: Check = check("ratio:sentence_balance", NoParameters, official, corrected=corrected)
