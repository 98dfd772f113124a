"""``ratio:sentence_type``: two statements to every question.

Asks      twice as many statements as questions.
Decides   by the last character of each sentence: ``.`` is a statement, ``?`` a question.
Corrected A quotation mark, a bracket or emphasis after the end mark does not matter, and there is a
          question at least.
Quirks    A sentence that ends in a quotation mark or a bracket is neither. A response without either passes.
Source    allenai, IFBench; sentences are Punkt's.
Example   {}
followed      "Snow fell. Roads closed. Who could leave?"
not followed  "Snow fell. Who could leave?"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import CLOSING
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.sentences import sentence_texts


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the two counts."""
    sentences = text.get(sentence_texts)
    statements = sum(sentence.endswith(".") for sentence in sentences)
    questions = sum(sentence.endswith("?") for sentence in sentences)
    return Verdict(
        statements == 2 * questions,
        f"{counted(statements, 'statement')} and {counted(questions, 'question')}",
        "expected two statements to a question",
    )


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Compare the two counts, closing marks set aside; there must be a question."""
    sentences = [sentence.rstrip(CLOSING) for sentence in text.get(sentence_texts)]
    statements = sum(sentence.endswith((".", "…")) for sentence in sentences)
    questions = sum(sentence.endswith(("?", "?!")) for sentence in sentences)
    return Verdict(
        questions > 0 and statements == 2 * questions,
        f"{counted(statements, 'statement')} and {counted(questions, 'question')}",
        "expected two statements to a question",
    )


sentence_type: Check = check("ratio:sentence_type", NoParameters, official, corrected=corrected)
