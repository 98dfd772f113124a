"""``length_constraints:number_sentences``: how many sentences.

Asks      fewer than, or at least, ``num_sentences`` sentences.
Decides   by counting sentences; each language defines how they are found.
Corrected End marks of every script end a sentence, a run of them once, also where the blank after
          it is missing; so does each list item that is not a name, and each element of HTML or XML.
          Headings, also in bold, tags, abbreviations, list numbers and a quoted question inside a
          sentence do not. ``around`` allows a tenth, at least one.
Plusplus  ``around`` allows 2.
Quirks    Only ``.``, ``?`` and ``!`` end an English sentence: lines without them are one
          sentence, and each number of a numbered list is one. Multi-IF counts by the detected
          language: a Hindi sentence ends at ``।``, ``!`` and ``?`` only; a Chinese or Japanese one
          at every CJK or ASCII end mark, periods in numbers included, and at the line end;
          Thai is split by pythainlp.
Source    google-research, instruction_following_eval; Punkt as in NLTK 3.10.4; facebookresearch,
          Multi-IF.
Example   {"num_sentences": 2, "relation": "at least"}
followed      "It rained. We stayed in."
not followed  "It rained and we stayed in."
Example   {"num_sentences": 2, "relation": "al menos"} in m_ifeval_es
followed      "Llovía. Nos quedamos en casa."
not followed  "Llovía y nos quedamos en casa."
Example   {"num_sentences": 2, "relation": "au moins"} in m_ifeval_fr
followed      "Il pleuvait. Nous sommes restés."
not followed  "Il pleuvait, cf. le journal de M. Petit."
Example   {"num_sentences": 2, "relation": "以上"} in m_ifeval_ja
followed      "雨だった。家にいた。"
not followed  "雨だったので家にいた。"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.by_language import EVERYWHERE, ByLanguage, Split, split_for
from lm_eval_tasks.text.relations import Relation, counted, holds


class NumberSentences(Parameters, frozen=True):
    """How many sentences are expected."""

    num_sentences: Annotated[int, Meta(ge=0)]
    relation: Relation


class NumberSentencesOrExactly(Parameters, frozen=True):
    """The same; where the data name no relation, exactly so many are expected (IndicIFEval)."""

    num_sentences: Annotated[int, Meta(ge=0)]
    relation: Relation = "exactly"


def reading(sentences: Split, around: int | None = 0, by_language: ByLanguage = EVERYWHERE) -> Reading:
    """Judge by how many ``sentences`` finds, or the detected language's own way."""

    def judge(text: Text, want: NumberSentences | NumberSentencesOrExactly) -> Verdict:
        split, language = split_for(text, sentences, by_language)
        count = len(text.get(split))
        found = counted(count, "sentence")
        return Verdict(
            holds(count, want.relation, want.num_sentences, around),
            f"{found}, counted as {language!r}" if language else found,
            f"expected {want.relation} {want.num_sentences}",
        )

    return judge


def number_sentences(
    sentences: Split,
    corrected_sentences: Split = prose.sentences,
    by_language: ByLanguage = EVERYWHERE,
    parameters: type[Parameters] = NumberSentences,
) -> Check:
    """The check with one language's sentences, and those of its corrected reading.

    ``by_language`` are those of detected languages that have their own.
    """
    return check(
        "length_constraints:number_sentences",
        parameters,
        reading(sentences, by_language=by_language),
        corrected=reading(corrected_sentences, None),
    )
