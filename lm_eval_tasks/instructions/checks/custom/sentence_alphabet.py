"""``custom:sentence_alphabet``: twenty-six sentences from A to Z.

Asks      a story of 26 sentences whose first words start with a, b, c and so on to z.
Decides   by the number of sentences and the first character of each, ignoring case.
Corrected The first letter of a sentence counts, whatever marks are before it; sentences are those
          of ``length_constraints:number_sentences`` (corrected).
Quirks    A sentence that starts with a quotation mark fails.
Source    allenai, IFBench; sentences are Punkt's.
Example   {}
followed      "Ann hid. Bea hid. Col hid. Dan hid. Eli hid. Fay hid. Gus hid. Hal hid. Ida hid. Jim hid. Kit hid. Lou hid. Meg hid. Ned hid. Oda hid. Pat hid. Quo hid. Ray hid. Sue hid. Tom hid. Una hid. Vic hid. Wes hid. Xan hid. Yul hid. Zed hid."
not followed  "Ann hid. Bea hid. Col hid."
"""  # noqa: E501  # an example is one line

from __future__ import annotations

from string import ascii_lowercase

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.prose import sentences as sentences_of_reader
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.sentences import sentence_texts


def official(text: Text, want: NoParameters) -> Verdict:
    """Count the sentences, then compare their first characters with the alphabet."""
    sentences = text.get(sentence_texts)
    if len(sentences) != len(ascii_lowercase):
        return Verdict(False, counted(len(sentences), "sentence"), f"expected exactly {len(ascii_lowercase)}")
    for letter, sentence in zip(ascii_lowercase, sentences, strict=True):
        if not sentence.strip().lower().startswith(letter):
            return Verdict(False, f"{sentence[:40]!r} where {letter} belongs", "expected the alphabet")
    return Verdict(True, "26 sentences from a to z")


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Compare the first letter of each sentence, after quotation marks, numbers and markup."""
    sentences = [part for part in text.get(sentences_of_reader) if any(map(str.isalpha, part))]
    if len(sentences) != len(ascii_lowercase):
        return Verdict(False, counted(len(sentences), "sentence"), f"expected exactly {len(ascii_lowercase)}")
    for letter, sentence in zip(ascii_lowercase, sentences, strict=True):
        first = next(filter(str.isalpha, sentence))
        if first.lower() != letter:
            return Verdict(False, f"{sentence[:40]!r} where {letter} belongs", "expected the alphabet")
    return Verdict(True, "26 sentences from a to z")


sentence_alphabet: Check = check("custom:sentence_alphabet", NoParameters, official, corrected=corrected)
