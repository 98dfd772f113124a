"""What an emoji is.

Source    the Unicode emoji data, as the ``emoji`` package holds them.
"""

from __future__ import annotations


def is_emoji(character: str) -> bool:
    """Whether one character is an emoji by itself: no half of a flag, no joiner."""
    import emoji

    return bool(emoji.is_emoji(character))
