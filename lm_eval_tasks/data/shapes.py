"""The text of an answer, whatever shape it was saved in.

Read are texts, chat messages, lists of messages, content parts, the objects that the APIs of OpenAI
(chat completions, completions, Responses, batches), Anthropic, Gemini and Ollama return, and what
vLLM and the pipelines of transformers give. Everything else is refused by name: a wrong shape is
never read as an empty answer.

Source    the API references of the vendors; NVIDIA-NeMo/Gym for Responses objects in rollouts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lm_eval_tasks.data.rows import kind_of

SHOWN_NAMES = 6
_REASONING = ("thinking", "redacted_thinking", "reasoning", "reasoning_content", "reasoning_text")
_CALLS = ("tool_use", "tool_call", "function_call", "server_tool_use", "tool_result", "web_search_call")
_TEXT_TYPES = ("text", "output_text", "input_text", None)


_PLAIN = frozenset({type(None), str, int, float, bool, list, dict})


class ShapeError(ValueError):
    """An answer of a shape that holds no text; says what was found."""


def texts_of(value: object) -> list[str | None]:
    """The answers in a saved value: one of most shapes, several of a list of texts or choices.

    None is an answer that the model did not give: null, or a message without content.

    Raises:
        ShapeError: what was found instead of a text.
    """
    value = plain(value)
    if value is None or isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return _of_object(value)
    if isinstance(value, list):
        return _of_list(value)
    raise ShapeError(f"{kind_of(value)}, expected text")


def text_of(value: object) -> str | None:
    """The one answer in a saved value.

    Raises:
        ShapeError: as :func:`texts_of`, and where it holds several answers.
    """
    texts = texts_of(value)
    if len(texts) != 1:
        raise ShapeError(f"a list of {len(texts)} answers, expected one")
    return texts[0]


def described(value: object) -> str:
    """What a value is, with the names in an object or the kind of a list's first element."""
    value = plain(value)
    if isinstance(value, Mapping):
        names = ", ".join(map(str, list(value)[:SHOWN_NAMES]))
        more = ", …" if len(value) > SHOWN_NAMES else ""
        return f"an object with {names}{more}" if value else "an empty object"
    if isinstance(value, list):
        return f"a list of which the first is {described(value[0])}" if value else "an empty list"
    return kind_of(value)


def plain(value: Any) -> Any:
    """Arrays (numpy), columns (pandas, arrow) and their scalars as lists and Python's own values."""
    if type(value) in _PLAIN:
        return value
    for name in ("to_pylist", "as_py", "tolist"):
        convert = getattr(value, name, None)
        if convert is not None and not isinstance(value, type):
            value = convert()
            break
    if isinstance(value, tuple):
        return list(value)
    return value


def plain_inside(value: Any) -> Any:
    """Like :func:`plain`, for everything in the value, too."""
    value = plain(value)
    if isinstance(value, list):
        return [plain_inside(inner) for inner in value]
    if isinstance(value, Mapping):
        return {name: plain_inside(inner) for name, inner in value.items()}
    return value


def message_text(content: object) -> str | None:
    """The text of a message's content: itself, or its text parts joined; reasoning is left out.

    Raises:
        ShapeError: for a part that is not a text, and for content of another kind.
    """
    content = plain(content)
    if content is None or isinstance(content, str):
        return content
    if isinstance(content, Mapping):
        content = [content]
    if not isinstance(content, list):
        raise ShapeError(f"a message whose content is {kind_of(content)}, expected text")
    texts = [text for part in content if (text := _part(part)) is not None]
    return "".join(texts) if texts else None


def _part(part: object) -> str | None:
    """The text of one content part; None for reasoning and calls, which are no text."""
    if isinstance(part, str):
        return part
    if isinstance(part, Mapping):
        kind = part.get("type")
        if kind in _REASONING or kind in _CALLS or part.get("thought") is True:
            return None
        for name in ("text", "refusal", "output_text"):
            if isinstance(part.get(name), str):
                return str(part[name])
        if "functionCall" in part or "function_call" in part:
            return None
        if kind not in _TEXT_TYPES:
            raise ShapeError(f"a content part of type {kind!r}, expected text")
    raise ShapeError(f"a content part that is {described(part)}, expected text")


def _of_list(values: Sequence[object]) -> list[str | None]:
    if not values:
        raise ShapeError("an empty list, expected text")
    if all(value is None or isinstance(value, str) for value in values):
        return list(values)  # type: ignore[arg-type]
    if all(isinstance(value, Mapping) for value in values):
        objects: list[Mapping[str, Any]] = list(values)  # type: ignore[arg-type]
        if any("role" in one for one in objects):
            return [_last_assistant(objects)]
        if any(one.get("type") == "message" for one in objects):  # the output of a Responses object
            return [_output(objects)]
        if all("type" in one or "text" in one or "parts" in one for one in objects):
            return [message_text(objects)]
        return [text for one in objects for text in _of_object(one)]
    if all(isinstance(value, list | tuple) for value in values):
        return [text_of(value) for value in values]
    raise ShapeError(f"{described(list(values))}, expected text")


def _last_assistant(messages: Sequence[Mapping[str, Any]]) -> str | None:
    for message in reversed(messages):
        if message.get("role", "assistant") in ("assistant", "model", "BOT", "gpt"):
            return message_text(message.get("content", message.get("parts")))
    raise ShapeError("messages without one of the assistant")


def _output(entries: Sequence[Mapping[str, Any]]) -> str | None:
    """The text of a Responses object's output: its last message."""
    messages = [entry for entry in entries if entry.get("type", "message") == "message"]
    return message_text(messages[-1].get("content")) if messages else None


def _of_object(value: Mapping[str, Any]) -> list[str | None]:
    """The answers in an object, by the names in it."""
    for names, read in _READERS:
        if all(name in value for name in names):
            found: list[str | None] | None = read(value)
            if found is not None:
                return found
    raise ShapeError(f"{described(value)}, expected text or a chat message")


def _choices(value: Mapping[str, Any]) -> list[str | None] | None:
    choices = plain(value["choices"])
    if not isinstance(choices, list):
        return None
    if not choices:
        return [None]
    answers: list[str | None] = []
    for choice in choices:
        if not isinstance(choice, Mapping) or not ("message" in choice or "text" in choice):
            raise ShapeError(f"a choice that is {described(choice)}, expected a message or text")
        message = choice.get("message")
        answers.append(
            text_of(message) if isinstance(message, Mapping) else message_text(choice.get("text", message))
        )
    return answers


def _candidates(value: Mapping[str, Any]) -> list[str | None] | None:
    candidates = value["candidates"]
    if not isinstance(candidates, list):
        return None
    return [text_of(one.get("content")) for one in candidates if isinstance(one, Mapping)] or [None]


def _response(value: Mapping[str, Any]) -> list[str | None] | None:
    """A batch record: the body of its response; null where the request failed."""
    response = value["response"]
    if response is None and value.get("error"):
        return [None]
    if isinstance(response, Mapping) and "body" in response:
        body = response["body"]
        return texts_of(body) if isinstance(body, Mapping) and not body.get("error") else [None]
    return texts_of(response) if isinstance(response, str | Mapping) else None


def _result(value: Mapping[str, Any]) -> list[str | None] | None:
    result = value["result"]
    if not isinstance(result, Mapping):
        return None
    return texts_of(result["message"]) if "message" in result else [None]


def _inner(name: str) -> Any:
    def read(value: Mapping[str, Any]) -> list[str | None] | None:
        inner = plain(value[name])
        return texts_of(inner) if isinstance(inner, str | Mapping | list) or inner is None else None

    return read


def _responses_object(value: Mapping[str, Any]) -> list[str | None] | None:
    output = plain(value["output"])
    if isinstance(output, list) and all(isinstance(one, Mapping) for one in output):
        return [_output(output)] if output else [None]
    return None


def _message(value: Mapping[str, Any]) -> list[str | None] | None:
    return [message_text(value["content"])]


def _parts(value: Mapping[str, Any]) -> list[str | None] | None:
    return [message_text(value["parts"])]


def _text_part(value: Mapping[str, Any]) -> list[str | None] | None:
    return [_part(value)]


def _call_only(_value: Mapping[str, Any]) -> list[str | None] | None:
    return [None]


_READERS: tuple[tuple[tuple[str, ...], Any], ...] = (
    (("choices",), _choices),
    (("candidates",), _candidates),
    (("custom_id", "response"), _response),
    (("custom_id", "result"), _result),
    (("status_code", "body"), lambda value: _response({"response": value})),
    (("body",), _inner("body")),
    (("output_text",), _inner("output_text")),
    (("output",), _responses_object),
    (("outputs",), _inner("outputs")),
    (("message",), _inner("message")),
    (("content",), _message),
    (("parts",), _parts),
    (("text",), _text_part),
    (("type", "refusal"), _text_part),
    (("generated_text",), _inner("generated_text")),
    (("tool_calls",), _call_only),
    (("response",), _response),
)

__all__ = ["ShapeError", "described", "message_text", "plain", "plain_inside", "text_of", "texts_of"]
