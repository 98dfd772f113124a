r"""The one place where untrusted text meets a terminal or a CI log.

Keys, prompts, responses, stored reasons and signatures come from files that other people wrote.
An escape code in them could move the cursor or retitle the terminal, and a line that starts with
``::`` is a command to GitHub Actions (``##[`` to Azure Pipelines). The streams of the command are
replaced by :class:`QuotingStream`, so that no command has to remember this.

Source    ECMA-48 (control codes); "Workflow commands for GitHub Actions"; Boucher and Anderson
          (2021), "Trojan Source", for the direction overrides.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]")
_STYLED = re.compile("(\x1b\\[[0-9;]*m)")
"""Colours, which rich writes to a terminal."""
_DRAWN = re.compile("(\x1b\\[[0-9;]*[mABCDGHJK]|\x1b\\[\\?25[hl]|\r)")
"""What a progress bar needs beside them."""
_COMMAND = re.compile(r"^([^\S\n]*)(::|##\[)", re.MULTILINE)


def quoted(text: str, *, allowed: re.Pattern[str] | None = None, line_start: bool = True) -> str:
    r"""The text with every control code as an escape (``\x1b``) and every CI command disarmed (``\::``).

    Args:
        text: any text; line feeds and tabs stay.
        allowed: codes that stay, as a pattern with one group.
        line_start: whether the text begins a line.
    """
    if _CONTROL.search(text):
        pieces = allowed.split(text) if allowed else [text]
        # With one group, split returns what is allowed at the odd places.
        pieces[::2] = [_CONTROL.sub(_escape, piece) for piece in pieces[::2]]
        text = "".join(pieces)
    if "::" in text or "##[" in text:
        marked = text if line_start else f"x{text}"
        disarmed = _COMMAND.sub(r"\1\\\2", marked)
        text = disarmed if line_start else disarmed[1:]
    return text


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


class QuotingStream(io.TextIOWrapper):
    """A text stream that writes :func:`quoted` text, and escapes for what its encoding lacks."""

    _allowed: re.Pattern[str] | None = None
    _line_start = True

    def write(self, text: str, /) -> int:
        """Write the quoted text; the length of ``text`` is returned, as callers expect."""
        if not isinstance(text, str):  # what click asks a stream to find out whether it is binary
            raise TypeError(f"expected text, not {type(text).__name__}")
        if text:
            super().write(quoted(text, allowed=self._allowed, line_start=self._line_start))
            self._line_start = text.endswith("\n")
        return len(text)


@contextmanager
def quoted_streams() -> Iterator[None]:
    """Standard output and standard error as quoting streams over the same files, for a while."""
    before = {name: getattr(sys, name) for name in ("stdout", "stderr")}
    quoting = {name: _quoting(name, stream) for name, stream in before.items()}
    for name, stream in quoting.items():
        setattr(sys, name, stream)
    try:
        yield
    finally:
        for name, stream in quoting.items():
            if stream is not before[name]:
                with suppress(OSError, ValueError):  # nobody reads on, or the file was closed
                    stream.flush()
                with suppress(OSError, ValueError):
                    stream.detach()  # else the file would be closed with the stream
            setattr(sys, name, before[name])


def _quoting(name: str, stream: Any) -> Any:
    """The stream quoted; a test's or a notebook's own stream stays as it is."""
    if isinstance(stream, QuotingStream) or not isinstance(stream, io.TextIOWrapper):
        return stream
    stream.flush()
    quoting = QuotingStream(
        stream.buffer,
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
    if stream.isatty():
        quoting._allowed = _DRAWN if name == "stderr" else _STYLED
    return quoting
