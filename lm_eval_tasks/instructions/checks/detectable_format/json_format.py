r"""``detectable_format:json_format``: the whole response is JSON.

Asks      that the whole response is JSON.
Decides   by parsing it after one leading code fence (plain or labelled json) and one trailing
          fence are removed.
Corrected The JSON is an object or a list, without ``NaN`` and infinities. The fence may be of
          backticks or tildes and labelled ``json`` in any case; a byte-order mark is skipped.
Quirks    A bare number, string, ``null`` or ``NaN`` is JSON to the parser. JSON nested deeper
          than the parser allows is not followed; the reference raises.
Source    google-research, instruction_following_eval.
Example   {}
followed      "```json\n{\"ripe\": true}\n```"
not followed  "Here it is: {\"ripe\": true}"
"""

from __future__ import annotations

import json

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.markdown import fenced

_FENCES = ("```json", "```Json", "```JSON", "```")


def unfenced(text: str) -> str:
    """The text without outer whitespace and without one fence at each end."""
    text = text.strip()
    for fence in _FENCES:
        text = text.removeprefix(fence)
    return text.removesuffix("```").strip()


def official(text: Text, want: NoParameters) -> Verdict:
    """Parse with the standard library."""
    try:
        json.loads(unfenced(text.string))
    except json.JSONDecodeError as error:
        return Verdict(False, f"no JSON: {error.msg} at line {error.lineno}, column {error.colno}")
    except ValueError as error:
        return Verdict(False, f"no JSON: {error}")
    except RecursionError:
        return Verdict(False, "JSON nested too deeply to read")
    return Verdict(True, "valid JSON")


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Parse what the fence holds, by the letter of the standard."""
    string = text.string.strip().lstrip("\ufeff").strip()
    label, inner = fenced(string) or ("", unfenced(string))
    if not label or label.lower().startswith("json"):
        string = inner
    try:
        value = json.loads(string, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        return Verdict(False, f"no JSON: {error.msg} at line {error.lineno}, column {error.colno}")
    except ValueError as error:
        return Verdict(False, f"no JSON: {error}")
    except RecursionError:
        return Verdict(False, "JSON nested too deeply to read")
    if isinstance(value, dict | list):
        return Verdict(True, "a JSON " + ("object" if isinstance(value, dict) else "list"))
    return Verdict(False, "a bare JSON value", "expected an object or a list")


json_format: Check = check("detectable_format:json_format", NoParameters, official, corrected=corrected)
