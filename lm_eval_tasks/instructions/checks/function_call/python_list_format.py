"""``function_call:python_list_format``: a Python list of strings.

Asks      that the argument is a Python list whose items are all strings.
Decides   by reading it as a Python literal after a code fence is removed.
Quirks    The empty list passes; adjacent literals are one string.
Source    IFEval-FC (arXiv:2509.18420).
Example   {}
followed      "['red', 'green']"
not followed  "[1, 2]"
"""

from __future__ import annotations

import ast

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

LONGEST = 100_000
"""Characters; the parser is not asked to read more."""


def official(text: Text, want: NoParameters) -> Verdict:
    """Read as a literal."""
    value = text.string.strip()
    for fence in ("```python", "```Python", "```PYTHON", "```"):
        if value.startswith(fence):
            value = value[len(fence) :]
            break
    value = value.removesuffix("```").strip()
    if len(value) > LONGEST:
        return Verdict(False, f"{len(value)} characters, too long to read as Python")
    try:
        # A literal is parsed here, never run.
        found = ast.literal_eval(value)
    except SyntaxError as error:
        return Verdict(False, f"no Python literal: {error.msg} at line {error.lineno}")
    except (ValueError, TypeError, MemoryError, RecursionError):
        return Verdict(False, "no Python literal: something in it would have to be run or is too deep")
    if not isinstance(found, list):
        return Verdict(False, f"a Python {type(found).__name__}", "expected a list of strings")
    other = next((item for item in found if not isinstance(item, str)), None)
    if other is not None or None in found:
        return Verdict(False, f"item {other!r}", "expected strings only")
    return Verdict(True, f"a list of {len(found)} strings")


python_list_format: Check = check("function_call:python_list_format", NoParameters, official)
