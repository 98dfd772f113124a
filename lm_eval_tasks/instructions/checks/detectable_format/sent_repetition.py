r"""``detectable_format:sent_repetition``: no sentence twice.

Asks      that no sentence occurs more than once, anywhere in the response.
Decides   by comparing the sentences of the rule-based splitter of IFEval's first release,
          each with its end mark.
Corrected ends sentences at ``؟``, ``۔``, ``…`` and line ends too, and compares them without
          their end marks; a piece without a letter is not a sentence.
Quirks    ``؟`` does not end a sentence, so repeated Arabic questions pass; ``!!!`` fails, being two
          equal sentences; ``نعم. نعم`` passes, because the second has no stop.
Source    the Inception port of IFEval.
Example   {}
followed      "وصل القطار. نزل الركاب."
not followed  "وصل القطار. نزل الركاب. وصل القطار."
"""

from __future__ import annotations

from collections.abc import Callable

from lm_eval_tasks.instructions.model import Check, NoParameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.arabic import repeatable_sentences
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.rule_sentences import rule_sentences
from lm_eval_tasks.text.scripts import visible


def reading(sentences: Callable[[str], list[str]]) -> Reading:
    """Judge by the sentences that ``sentences`` finds."""

    def judge(text: Text, want: NoParameters) -> Verdict:
        seen: set[str] = set()
        for sentence in text.get(sentences):
            if sentence in seen:
                return Verdict(False, f"{visible(sentence)} twice", "expected no sentence twice")
            seen.add(sentence)
        return Verdict(True, f"{counted(len(seen), 'sentence')}, none twice")

    return judge


sent_repetition: Check = check(
    "detectable_format:sent_repetition",
    NoParameters,
    reading(rule_sentences),
    corrected=reading(repeatable_sentences),
)
