"""``format:emoji``: an emoji at the end of every sentence.

Asks      an emoji at the end of every sentence.
Decides   by the last two characters of each sentence after the ASCII punctuation is deleted, or else by the
          first character of the next sentence, where Punkt puts an emoji that follows the full stop.
Quirks    Flags, which are two characters, fail; joined emoji pass by their last one.
Source    allenai, IFBench; sentences are Punkt's.
Example   {}
followed      "Snow fell all night ❄. Nobody left the house. 🏠"
not followed  "Snow fell all night. Nobody left the house 🏠."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.emojis import is_emoji
from lm_eval_tasks.text.punctuation import without_marks
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.sentences import sentence_texts


def bare_sentences(text: str) -> list[str]:
    """The sentences without marks and outer whitespace."""
    return [without_marks(sentence).strip() for sentence in sentence_texts(text)]


def official(text: Text, want: NoParameters) -> Verdict:
    """Look at the end of every sentence."""
    sentences = text.get(bare_sentences)
    for sentence, following in zip(sentences, [*sentences[1:], ""], strict=False):
        if not sentence:
            return Verdict(False, "a sentence of nothing but marks", "expected an emoji at its end")
        if not any(map(is_emoji, sentence[-2:])) and not any(map(is_emoji, following[:1])):
            return Verdict(False, f"no emoji after {sentence[-40:]!r}", "expected one after every sentence")
    return Verdict(True, f"an emoji after each of {counted(len(sentences), 'sentence')}")


emoji: Check = check("format:emoji", NoParameters, official)
