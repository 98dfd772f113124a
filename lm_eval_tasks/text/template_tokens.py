"""Tokens of chat templates that a decoder left at the end of an answer.

Source    the tokenizers of the models; huggingface/lighteval #109 for answers saved with them.
"""

from __future__ import annotations

import re
from typing import Final

END_TOKENS: Final = (
    "<|im_end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|eot|>",
    "</s>",
    "<|end|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|end_of_turn|>",
    "<|END_OF_TURN_TOKEN|>",
    "<|END_RESPONSE|>",
    "<|return|>",
    "<|role_end|>",
    "<end_of_turn>",
    "<eos>",
    "<turn|>",
    "<｜end▁of▁sentence｜>",
    "[|endofturn|]",
)
"""They end a turn or a text."""
START_TOKENS: Final = (
    "<|im_start|>",
    "<|start_header_id|>",
    "<|start|>",
    "<start_of_turn>",
    "<|turn>",
    "<|START_OF_TURN_TOKEN|>",
    "<|user|>",
    "<|assistant|>",
    "<｜User｜>",
    "<｜Assistant｜>",
    "[INST]",
    "[|user|]",
    "<s>",
)
"""They start a turn. After the end of the answer's turn, the model went on in somebody else's."""


def _any(tokens: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, tokens))


_END = re.compile(_any(END_TOKENS))
_MORE = re.compile(rf"(?:\s|{_any(END_TOKENS)})*")


def end_token(text: str) -> tuple[str, int] | None:
    """The token that ends the answer's turn, and where it is; None where no token does.

    It ends the turn if nothing but such tokens and whitespace follows, or a token that starts the
    next turn. A token that is spoken of in running text is left alone.
    """
    after = 0
    for found in _END.finditer(text):
        if found.start() < after:  # of a row of tokens that was looked at already
            continue
        more = _MORE.match(text, found.end())
        after = more.end() if more else found.end()
        if after == len(text) or text.startswith(START_TOKENS, after):
            return found.group(), found.start()
    return None


def without_end_token(text: str) -> str:
    """The text up to the token that ends its turn."""
    found = end_token(text)
    return text if found is None else text[: found[1]]


__all__ = ["END_TOKENS", "START_TOKENS", "end_token", "without_end_token"]
