"""IFEval-FC: whether the argument of a function call has the format that was asked for.

One prompt is one query with one function. All calls of a response are read from its text;
each must give the chosen parameter a string in the format. A response without a call, one
whose call cannot be read and one without the parameter are told apart from a wrong format.

Source    IFEval-FC (arXiv:2509.18420). The published numbers come from native tool calling;
          here the function is described in the prompt and the call is read from the text.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from immutabledict import immutabledict

from lm_eval_tasks.data.answers import MISSING
from lm_eval_tasks.data.expanded import calls_apart
from lm_eval_tasks.data.rows import RowError
from lm_eval_tasks.data.shapes import ShapeError, text_of
from lm_eval_tasks.data.sources import HubData, Rows
from lm_eval_tasks.instructions.catalogues.ifeval_fc_catalogue import IFEVAL_FC
from lm_eval_tasks.instructions.items import parse_item
from lm_eval_tasks.instructions.model import Catalogue, Item, ItemScore, Prepared, Verdict
from lm_eval_tasks.instructions.scoring.judge import Extracted, Method, received
from lm_eval_tasks.instructions.suites.base import Suite
from lm_eval_tasks.runs.metrics import Metric
from lm_eval_tasks.statistics.estimators import Share
from lm_eval_tasks.text.calls import Call, calls_in, in_channels, looks_like_call

RULES = (
    "You must answer by calling the function described below. Never ask a question back. "
    "If something is not known, fill it in as best you can."
)
FORM = (
    'Answer with one JSON object and nothing else: {"name": "<function>", "arguments": {"<parameter>": ...}}'
)


def prompt_with_function(query: str, schema: Mapping[str, Any]) -> str:
    """The prompt: the rules, the function's schema, the form of the answer, the query."""
    return f"{RULES}\n\nFunction:\n{json.dumps(schema, ensure_ascii=False, indent=1)}\n\n{FORM}\n\n{query}"


def one_row_a_query(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows of the published form (five queries each) as rows of one query each.

    Rows that have an ``instruction_id_list`` are of that form already and pass unchanged.
    """
    single: list[dict[str, Any]] = []
    rows = list(rows)
    names = Counter(_name(row) for row in rows)
    for row in rows:
        queries = row.get("user_queries")
        if "instruction_id_list" in row or not isinstance(queries, list | tuple):
            single.append(dict(row))
            continue
        form, schema = _object(row.get("format")), _object(row.get("fn_schema"))
        name = _name(row)
        if names[name] > 1:  # several formats of one function, or of one parameter
            name = f"{name}__param_{row.get('chosen_param')}__fmt_{form.get('name')}"
        for number, query in enumerate(queries):
            single.append(
                {
                    "key": f"{name}#{number}",
                    "prompt": prompt_with_function(str(query), schema),
                    "instruction_id_list": [form.get("name")],
                    "kwargs": [_object(form.get("args"))],
                    "function": schema.get("name"),
                    "parameter": row.get("chosen_param"),
                }
            )
    return single


def _name(row: Mapping[str, Any]) -> str:
    """The file's name, else the function's."""
    return str(row.get("filename") or _object(row.get("fn_schema")).get("name")).removesuffix(".json")


def _object(value: Any) -> dict[str, Any]:
    """A JSON object, also as text, without nulls; empty for anything else."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return {}
    return _without_nulls(value) if isinstance(value, Mapping) else {}


def _without_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_nulls(inner) for name, inner in value.items() if inner is not None}
    return [_without_nulls(inner) for inner in value] if isinstance(value, list) else value


def parse_call_item(row: Mapping[str, Any], catalogue: Catalogue, edition: str) -> Item:
    """A row with the ``function`` to call and the ``parameter`` that is judged.

    Raises:
        RowError: naming what is wrong.
    """
    item = parse_item(row, catalogue, edition)
    labels = {name: row.get(name) for name in ("function", "parameter")}
    for name, value in labels.items():
        if not isinstance(value, str) or not value:
            raise RowError(f"key {item.key}: no {name}")
    if len(item.instructions) != 1:
        raise RowError(f"key {item.key}: {len(item.instructions)} instructions, expected one")
    return Item(item.key, item.prompt, item.instructions, item.kwargs, item.lang, immutabledict(labels))


def queries_apart(found: Rows) -> Rows:
    """The rows, one query each; line numbers stay where every row was one already."""
    single = tuple(one_row_a_query(found.rows))
    lines = found.lines if len(single) == len(found.rows) else None
    return replace(found, rows=single, lines=lines)


def arguments_of_calls(response: object, item: Item, method: Method) -> Extracted:
    """The argument that is judged, of every call in the response.

    Args:
        response: text, or what a chat log holds (a message or its ``tool_calls``).
        item: its labels name the ``function`` and the ``parameter``.
        method: its ``prepare`` is applied to text before calls are read from it.
    """
    string = ""
    notes: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    if response is None or response is MISSING:
        string, notes = received(response)
    elif not isinstance(response, str):
        calls = calls_in(response)
        response = response if calls or not (text := _text(response)) else text
    if isinstance(response, str):
        # The calls of gpt-oss are in a channel of their own, which is not the answer's.
        prepared = Prepared(response) if in_channels(response) else method.prepare(response, item)
        string, notes = prepared.string, prepared.notes
        if not string.strip() and not notes:
            notes = ("empty",)
        response = string
        calls = calls_in(response)
    function, parameter = item.labels["function"], item.labels["parameter"]
    noted: list[str] = []
    values: list[Any] = []
    instead: Verdict | None = None
    if not calls:
        attempted = response is not MISSING and looks_like_call(response)
        noted.append("unreadable_call" if attempted else "no_call")
        instead = Verdict(False, "a call that cannot be read" if attempted else "no function call")
    elif any(parameter not in call.arguments for call in calls):
        noted.append("no_parameter")
        given = sorted({name for call in calls for name in call.arguments})
        instead = Verdict(False, f"no parameter {parameter!r} among {given}", f"expected {parameter!r}")
    else:
        values = [call.arguments[parameter] for call in calls]
        odd = [value for value in values if not isinstance(value, str)]
        if odd:
            instead = Verdict(False, f"the argument is {type(odd[0]).__name__}", "expected text")
    if any(call.name != function for call in calls):
        noted.append("wrong_function")
    texts = (string,) if instead else tuple(values)
    return Extracted(texts, (*notes, *noted), instead, prepared=string or None)


def _text(response: object) -> str | None:
    """The text of a message without calls as objects; None where it has none."""
    try:
        return text_of(response)
    except ShapeError:
        return None


def _followed(score: ItemScore) -> bool:
    return all(score.strict)


def _followed_by_name(score: ItemScore) -> bool:
    return all(score.strict) and "wrong_function" not in score.notes


def _called(score: ItemScore) -> bool:
    return not {"no_call", "unreadable_call"} & set(score.notes)


def _provided(score: ItemScore) -> bool:
    return _called(score) and "no_parameter" not in score.notes


METRICS = (
    Metric("acc", Share(), _followed),
    Metric("right_function_acc", Share(), _followed_by_name),
    Metric("function_called_rate", Share(), _called),
    Metric("parameter_provided_rate", Share(), _provided),
)

ifeval_fc = Suite(
    answers_in=calls_apart,
    name="ifeval_fc",
    version=2,
    title="IFEval-FC: the format of function-call arguments",
    catalogue=IFEVAL_FC,
    hub=HubData("NikolaiSkripko/IFEval-FC", "train", None, 150),
    sample="ifeval_fc",
    metrics=METRICS,
    extract=arguments_of_calls,
    unfold=queries_apart,
    parse=parse_call_item,
    loose=False,
    max_gen_toks=1280,
)

__all__ = ["ifeval_fc", "prompt_with_function"]
