r"""Function calls in a text, in the forms models write them.

Objects: ``tool_calls`` of OpenAI (both APIs), Mistral, LangChain (``args``) and Ollama, ``tool_use`` of
Anthropic (``input``), ``functionCall`` of Gemini (``args``), and whole completions of these. Text, in this
order: ``<tool_call>`` blocks (JSON of Hermes and Qwen, XML of Qwen3-Coder, keys and values of GLM-4.5),
``[TOOL_CALLS]`` of Mistral (a list, or ``name[ARGS]``), the sections of Kimi K2 and DeepSeek, the
channels of gpt-oss, JSON objects (alone, in a fence, in running text), Python-like calls. Nothing is run.

Source    own; the forms are those of the vendors' APIs and of the models' chat templates.
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
_FUNCTION = re.compile(r"<function=([^>\n]+)>")
_PARAMETER = re.compile(
    r"<parameter=([^>\n]+)>(.*?)(?:</parameter>|(?=<parameter=)|(?=</function>)|\Z)", re.DOTALL
)
_ARGUMENT = re.compile(r"<arg_key>(.*?)</arg_key>\s*<arg_value>(.*?)(?:</arg_value>|\Z)", re.DOTALL)
_MISTRAL = re.compile(r"([A-Za-z_][\w.-]*)\s*(?:\[CALL_ID\][^\[]*)?(?:\[ARGS\])?\s*(?=\{)")
_KIMI = re.compile(
    r"<\|tool_call_begin\|>\s*([^\s<]+?)(?::\d+)?\s*<\|tool_call_argument_begin\|>(.*?)"
    r"(?:<\|tool_call_end\|>|\Z)",
    re.DOTALL,
)
_DEEPSEEK = re.compile(
    r"<｜tool▁call▁begin｜>(?!function<)([^<]+)<｜tool▁sep｜>(.*?)(?:<｜tool▁call▁end｜>|\Z)", re.DOTALL
)
_DEEPSEEK_FENCED = re.compile(
    r"<｜tool▁call▁begin｜>function<｜tool▁sep｜>([^\n]+)\n(.*?)(?:<｜tool▁call▁end｜>|\Z)", re.DOTALL
)
_CHANNEL = re.compile(r"\bto=functions\.([\w.-]+)(?:[^{<]|<\|(?:constrain|channel|message)\|>){0,200}(?=\{)")
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
        response: text, or what a chat log or an API gives: a message, its calls, or a completion.
    """
    if not isinstance(response, str):
        return tuple(_from_json(response))
    for form in (_blocks, _mistral, _sections, _channels, _whole_json, _embedded_json, _python):
        calls = tuple(form(response))
        if calls:
            return calls
    return ()


def in_channels(text: str) -> bool:
    """Whether a text calls a function as gpt-oss does."""
    return _CHANNEL.search(text) is not None


def looks_like_call(response: object) -> bool:
    """Whether a text without readable calls seems to attempt one."""
    if not isinstance(response, str):
        return response is not None
    return any(mark in response for mark in _SIGNS)


_SIGNS = (
    "<tool_call",
    "[TOOL_CALLS]",
    "<function=",
    "<|tool_call",
    "<｜tool▁call",
    " to=functions.",
    '"arguments"',
    '"parameters"',
    '"functionCall"',
    '"tool_use"',
)


def _from_json(value: Any) -> Iterator[Call]:
    """Calls in decoded JSON: an object, a list of them, a message with calls, or a completion."""
    if isinstance(value, list | tuple):
        for inner in value:
            yield from _from_json(inner)
        return
    if not isinstance(value, Mapping):
        return
    if value.get("type") in _NOT_CALLS:
        return
    inside = [value[name] for name in _HOLDERS if isinstance(value.get(name), list | tuple) and value[name]]
    inside += [value[name] for name in _WRAPPERS if isinstance(value.get(name), Mapping)]
    name = value.get("name")
    if not isinstance(name, str) and inside:
        for inner in inside:
            yield from _from_json(inner)
        return
    given = next((value[field] for field in _ARGUMENTS if field in value), None)
    arguments = _decoded(given) if isinstance(given, str) else given
    if isinstance(name, str) and isinstance(arguments, Mapping):
        yield Call(name, arguments)


_HOLDERS = ("tool_calls", "choices", "candidates", "parts", "content", "output")
"""Names of lists with calls in them."""
_WRAPPERS = ("function", "functionCall", "function_call", "message", "content", "llm_response", "response")
"""Names of objects with a call in them."""
_ARGUMENTS = ("arguments", "parameters", "args", "input")
_NOT_CALLS = ("text", "thinking", "reasoning", "tool_result", "output_text")


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _blocks(text: str) -> Iterator[Call]:
    """``<tool_call>`` blocks: JSON, Qwen3-Coder's XML or GLM's keys and values."""
    if "<tool_call>" in text:
        for block in _BLOCK.findall(text):
            yield from _from_json(_decoded(block)) if block.lstrip()[:1] in ("{", "[") else _tagged(block)
    elif "<function=" in text:
        yield from _tagged(text)


def _tagged(block: str) -> Iterator[Call]:
    """``<function=name><parameter=p>value</parameter>``, or ``name <arg_key>p</arg_key> <arg_value>…``."""
    functions = list(_FUNCTION.finditer(block))
    for place, function in enumerate(functions):
        end = functions[place + 1].start() if place + 1 < len(functions) else len(block)
        inside = block[function.end() : end]
        if inside.lstrip().startswith("{"):  # Llama's <function=name>{…}</function>
            decoded = _decoded(inside.partition("</function>")[0])
            if isinstance(decoded, Mapping):
                yield Call(function.group(1).strip(), decoded)
            continue
        yield Call(
            function.group(1).strip(),
            {found.group(1).strip(): _unframed(found.group(2)) for found in _PARAMETER.finditer(inside)},
        )
    if functions:
        return
    name = block.partition("<arg_key>")[0].strip()
    if name and ("<arg_key>" in block or "\n" not in name):
        given = {key.strip(): _value(value) for key, value in _ARGUMENT.findall(block)}
        if given:
            yield Call(name, given)


def _unframed(value: str) -> str:
    """A value without the one line feed that templates put on each side."""
    return value.removeprefix("\n").removesuffix("\n")


def _value(text: str) -> Any:
    """A value of GLM's: text as it is, everything else as JSON."""
    decoded = _decoded(text)
    return text if decoded is None or isinstance(decoded, str) else decoded


def _mistral(text: str) -> Iterator[Call]:
    """``[TOOL_CALLS][{…}]``, or ``[TOOL_CALLS]name[ARGS]{…}`` once or more."""
    for part in text.split("[TOOL_CALLS]")[1:]:
        rest = part.lstrip()
        named = _MISTRAL.match(rest)
        try:
            value, _ = _DECODER.raw_decode(rest, named.end() if named else 0)
        except (ValueError, RecursionError):
            continue
        if not named:
            yield from _from_json(value)
        elif isinstance(value, Mapping):
            yield Call(named.group(1), value)


def _sections(text: str) -> Iterator[Call]:
    """The calls of Kimi K2 (``functions.name:0``) and of DeepSeek (V3 with a fence, V3.1 without)."""
    for pattern in (_KIMI, _DEEPSEEK, _DEEPSEEK_FENCED):
        for found in pattern.finditer(text):
            arguments = _decoded(_unfenced(found.group(2)))
            if isinstance(arguments, Mapping):
                yield Call(found.group(1).strip().removeprefix("functions."), arguments)


def _channels(text: str) -> Iterator[Call]:
    """gpt-oss: a message to ``functions.name`` in the commentary channel."""
    for found in _CHANNEL.finditer(text):
        try:
            arguments, _ = _DECODER.raw_decode(text, found.end())
        except (ValueError, RecursionError):
            continue
        if isinstance(arguments, Mapping):
            yield Call(found.group(1), arguments)


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
