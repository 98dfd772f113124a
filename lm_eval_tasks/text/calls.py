r"""Function calls in a text, in the forms models write them.

Read, in this order: ``tool_calls`` of a chat log, ``<tool_call>`` blocks, ``[TOOL_CALLS]``
lists, JSON objects (alone, in a fence, in running text), Python-like calls. Nothing is run.

Source    own; the forms are those of the OpenAI, Hermes, Mistral and Llama chat templates.
"""

from __future__ import annotations

import ast
import json
import re
import string
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

LONGEST = 100_000
"""Characters of a text that are looked at as Python."""
MOST_STARTS = 200
"""How many opening braces of running text are tried as the start of JSON."""

_BLOCK = re.compile(r"<tool_call>(.*?)(?:</tool_call>|\Z)", re.DOTALL)
_PYTHON_CALL = re.compile(r"(?<![\w.])([A-Za-z_][\w.]*)\(")
_DECODER = json.JSONDecoder()
_PUNCTUATION = str.maketrans(string.punctuation, " " * len(string.punctuation))


class Call(msgspec.Struct, frozen=True):
    """One call: the function's name and its arguments by name."""

    name: str
    arguments: Mapping[str, Any]


def spread_words(text: str) -> list[str]:
    """Words when every ASCII punctuation mark is a blank."""
    return text.translate(_PUNCTUATION).split()


def calls_in(response: object) -> tuple[Call, ...]:
    """All calls of the first form that has any; empty where there is none.

    Args:
        response: text, or what a chat log holds: a message, or its ``tool_calls``.
    """
    if not isinstance(response, str):
        return tuple(_from_json(response))
    for form in (_blocks, _mistral, _whole_json, _embedded_json, _python):
        calls = tuple(form(response))
        if calls:
            return calls
    return ()


def looks_like_call(response: object) -> bool:
    """Whether a text without readable calls seems to attempt one."""
    if not isinstance(response, str):
        return response is not None
    return any(mark in response for mark in ("<tool_call>", "[TOOL_CALLS]", '"arguments"', '"parameters"'))


def _from_json(value: Any) -> Iterator[Call]:
    """Calls in decoded JSON: an object, a list of them, or a message with ``tool_calls``."""
    if isinstance(value, list | tuple):
        for inner in value:
            yield from _from_json(inner)
        return
    if not isinstance(value, Mapping):
        return
    if value.get("tool_calls"):
        yield from _from_json(value["tool_calls"])
        return
    if isinstance(value.get("function"), Mapping):
        value = value["function"]
    name = value.get("name")
    arguments = value.get("arguments", value.get("parameters"))
    if isinstance(arguments, str):
        arguments = _decoded(arguments)
    if isinstance(name, str) and isinstance(arguments, Mapping):
        yield Call(name, arguments)


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _blocks(text: str) -> Iterator[Call]:
    if "<tool_call>" in text:
        for block in _BLOCK.findall(text):
            yield from _from_json(_decoded(block))


def _mistral(text: str) -> Iterator[Call]:
    _, mark, rest = text.partition("[TOOL_CALLS]")
    if mark:
        try:
            value, _ = _DECODER.raw_decode(rest.lstrip())
        except (ValueError, RecursionError):
            return
        yield from _from_json(value)


def _unfenced(text: str) -> str:
    """The inside of a text that is one code fence, else the text."""
    text = text.strip()
    if text.startswith("```") and text.endswith("```") and len(text) > 6:
        first, newline, rest = text[3:-3].partition("\n")
        return rest if (newline and first.strip().isalnum()) or not first.strip() else text[3:-3]
    return text


def _whole_json(text: str) -> Iterator[Call]:
    inner = _unfenced(text)
    if inner.lstrip()[:1] in ("{", "["):
        yield from _from_json(_decoded(inner))


def _embedded_json(text: str) -> Iterator[Call]:
    at, tried = text.find("{"), 0
    while at >= 0 and tried < MOST_STARTS:
        tried += 1
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        yield from _from_json(value)
        at = text.find("{", end)


def _python(text: str) -> Iterator[Call]:
    """``name(parameter="value")``, alone or in a list or a fence; literals only."""
    inner = _unfenced(text)[:LONGEST].strip()
    # Only what starts like a call is parsed: the parser warns about oddities in running text.
    tree = _parsed(inner) if _PYTHON_CALL.match(inner.lstrip("[( \n")) else None
    if tree is None:
        match = _PYTHON_CALL.search(inner)
        tree = _parsed(inner[match.start() :].split("\n", 1)[0].strip()) if match else None
    if tree is None:
        return
    nodes = tree.body.elts if isinstance(tree.body, ast.List | ast.Tuple) else [tree.body]
    for node in nodes:
        if isinstance(node, ast.Call):
            try:
                arguments = {
                    keyword.arg: ast.literal_eval(keyword.value) for keyword in node.keywords if keyword.arg
                }
                yield Call(ast.unparse(node.func), arguments)
            except (ValueError, TypeError, MemoryError, RecursionError):
                continue


def _parsed(text: str) -> ast.Expression | None:
    try:
        return ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
