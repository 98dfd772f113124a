r"""``detectable_format:json_format``: the whole response is JSON.

Asks      that the whole response is JSON.
Decides   by parsing it after one leading code fence (plain or labelled json) and one trailing
          fence are taken off.
Quirks    A bare number, string, ``null`` or ``NaN`` is JSON to the parser. JSON nested deeper
          than the parser goes is not followed; the reference raises.
Source    google-research, instruction_following_eval.
Example   {}
followed      "```json\n{\"ripe\": true}\n```"
not followed  "Here it is: {\"ripe\": true}"
"""

from __future__ import annotations

import json

from lm_eval_tasks.model import Check, NoParameters, Text, Verdict, check

_FENCES = ("```json", "```Json", "```JSON", "```")


def unfenced(text: str) -> str:
    """The text without outer white space and without one fence at each end."""
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


json_format: Check = check("detectable_format:json_format", NoParameters, official)
