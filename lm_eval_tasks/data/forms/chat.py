"""Whole chats: ``messages`` that end with the assistant's answer, as training sets hold them."""

from __future__ import annotations

from lm_eval_tasks.data.forms.base import Form, Given, Row, as_key, asked, is_chat, mapping, row_in
from lm_eval_tasks.data.shapes import plain

_SHARE_GPT = {"human": "user", "gpt": "assistant", "system": "system"}


def _chat(row: Row) -> list[Row] | None:
    for name in ("messages", "conversation", "conversations", "chat"):
        value = plain(row.get(name))
        if is_chat(value):
            return list(value)
        if isinstance(value, list) and value and all("from" in mapping(one) for one in value):
            return [
                {"role": _SHARE_GPT.get(one["from"], one["from"]), "content": one.get("value")}
                for one in value
            ]
    return None


def _fits(row: Row) -> bool:
    chat = _chat(row)
    return bool(chat) and chat[-1]["role"] == "assistant"  # type: ignore[index]


def _read(row: Row) -> Given:
    chat = _chat(row) or []
    return Given(
        chat[-1], asked(chat), as_key(row.get("key")), row_in(row, row.get("metadata"), row.get("extra_info"))
    )


CHAT = Form(
    "chats",
    "training sets (SFT), chat exports, ShareGPT",
    "2024 to 2026",
    "messages (or conversations) that end with the assistant's",
    _fits,
    _read,
)
