"""From a row of a data set to an item, or to a sentence that says what is wrong with it.

Source    own; the rows are those of google/IFEval and its relatives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, get_args, get_origin

import msgspec

from lm_eval_tasks.data.rows import COLUMNS, ColumnError, RowError, decoded_json, kind_of
from lm_eval_tasks.errors import DataError, instead, nearest
from lm_eval_tasks.instructions.model import Catalogue, Check, Instruction, Item, Parameters


def parse_item(row: Mapping[str, Any], catalogue: Catalogue, edition: str) -> Item:
    """The row as a validated :class:`Item`.

    Args:
        row: needs ``key``, ``prompt``, ``instruction_id_list`` and ``kwargs``; ``kwargs`` is a
            list of objects, with or without null padding, or a JSON string of one; ``lang``
            is optional.
        catalogue: the checks the ids are looked up in.
        edition: which reading of each check judges.

    Raises:
        RowError: with the key, the instruction and the nearest valid name.
    """
    for column in COLUMNS:
        if column not in row:
            named = f"key {row['key']}: " if "key" in row else ""
            raise RowError(f"{named}no column {column!r}.{instead(column, map(str, row))}")
    key = _key(row["key"])
    prompt = row["prompt"]
    if not isinstance(prompt, str):
        raise RowError(f"key {key}: prompt is {kind_of(prompt)}, expected text")
    ids = _decoded(row["instruction_id_list"], f"key {key}: instruction_id_list")
    if not ids:
        raise RowError(f"key {key}: instruction_id_list is empty")
    kwargs = _decoded(row["kwargs"], f"key {key}: kwargs")
    if len(ids) != len(kwargs):
        raise RowError(f"key {key}: {len(ids)} instruction ids but {len(kwargs)} kwargs")
    pairs = [
        _instruction(name, given, catalogue, edition, f"key {key}")
        for name, given in zip(ids, kwargs, strict=True)
    ]
    return Item(
        key,
        prompt,
        tuple(instruction for instruction, _ in pairs),
        tuple(given for _, given in pairs),
        _languages(row.get("lang"), key),
    )


def parse_items(
    rows: Iterable[Mapping[str, Any]],
    parse: Callable[[Mapping[str, Any]], Item],
    *,
    source: str = "",
    lines: Sequence[int] | None = None,
) -> list[Item]:
    """All rows as items, or one error that names every bad row.

    Args:
        rows: the rows.
        parse: makes an item of a row, or raises :class:`RowError`.
        source: what the rows come from, for the error.
        lines: the line number of each row; None where the rows are in no lines (they are then
            counted from 1 and called rows).

    Raises:
        DataError: with up to twenty problems: line, key, instruction, nearest name.
    """
    items, problems = sorted_out(rows, parse, lines=lines)
    if problems:
        raise DataError(list(problems.values()), source)
    if not items:
        raise DataError(["no rows"], source)
    return items


def sorted_out(
    rows: Iterable[Mapping[str, Any]],
    parse: Callable[[Mapping[str, Any]], Item],
    *,
    lines: Sequence[int] | None = None,
    all_columns: bool = True,
) -> tuple[list[Item], dict[int, str]]:
    """The rows that can be scored, as items, and what is wrong with the others, by position.

    Args:
        rows: the rows.
        parse: makes an item of a row, or raises :class:`RowError`.
        lines: the line number of each row, see :func:`parse_items`.
        all_columns: end at a row that lacks a column, since the others probably lack it, too.
    """
    items: list[Item] = []
    problems: dict[int, str] = {}
    seen: dict[str, str] = {}  # answers name 12 and "12" alike
    for position, row in enumerate(rows):
        place = f"line {lines[position]}" if lines else f"row {position + 1}"
        try:
            item = parse(row)
        except RowError as problem:
            problems[position] = f"{place}, {problem}"
            if all_columns and isinstance(problem, ColumnError):
                break
            continue
        name = str(item.key)
        if name in seen:
            problems[position] = f"{place}, key {name}: the key is that of {seen[name]} too"
            continue
        seen[name] = place
        items.append(item)
    return items, problems


def parse_batch(
    rows: Iterable[Mapping[str, Any]], parse: Callable[[Mapping[str, Any]], Item], source: str
) -> list[Item]:
    """The rows of a batch as items; keys may come again. Rows are counted from 0, like a batch's lists.

    Raises:
        DataError: naming every bad row.
    """
    items: list[Item] = []
    problems: list[str] = []
    for position, row in enumerate(rows):
        try:
            items.append(parse(row))
        except RowError as problem:
            problems.append(f"row {position}, {problem}")
    if problems:
        raise DataError(problems, source)
    return items


def parse_parameters(
    check: Check, given: Mapping[str, Any], catalogue: Catalogue, name: str | None = None
) -> Parameters:
    """``given`` as the check's typed parameters; ``name`` is the check's id in the catalogue.

    Raises:
        RowError: an unknown or missing parameter, a wrong type or value.
    """
    fields = _fields(check.parameters)
    kept = {name: _plain(value) for name, value in given.items() if value is not None}
    for one in kept:
        if one not in fields:
            raise RowError(f"unknown parameter {one!r}.{nearest(str(one), fields) or ' It takes none.'}")
    for one, field in fields.items():
        if field.required and one not in kept:
            raise RowError(f"parameter {one!r} is missing")
    for one in kept:
        if one.endswith("relation") and not _is_text(fields[one].type):
            word = kept[one]
            if not isinstance(word, str) or word not in catalogue.relations:
                known = ", ".join(repr(known) for known in catalogue.relations)
                raise RowError(f"parameter {one!r} is {word!r}; known: {known}")
            kept[one] = catalogue.relations[word]
    try:
        try:
            parameters = msgspec.convert(kept, check.parameters)
        except UnicodeEncodeError:  # half a surrogate pair, where something other than text is expected
            parameters = msgspec.convert(_whole(kept), check.parameters)
    except msgspec.ValidationError as error:
        raise RowError(_said_of_parameters(str(error))) from None
    objection = catalogue.objections.get(name or check.id)
    fault = objection(parameters) if objection else None
    if fault:
        raise RowError(fault)
    return parameters


@cache
def _fields(parameters: type[Parameters]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The fields by name; msgspec reads their annotations anew each time."""
    return {field.name: field for field in msgspec.structs.fields(parameters)}


def _is_text(kind: Any) -> bool:
    """Whether a field's type is any text, so that its check decides which relations there are."""
    return get_origin(kind) is Annotated and get_args(kind)[0] is str


def _instruction(
    name: Any, given: Any, catalogue: Catalogue, edition: str, where: str
) -> tuple[Instruction, Mapping[str, Any]]:
    check = catalogue.checks.get(name) if isinstance(name, str) else None
    if check is None:
        raise RowError(f"{where}: unknown instruction {name!r}.{nearest(str(name), catalogue.checks)}")
    place = f"{where}, instruction {name!r}"
    if given is None:
        given = {}
    if isinstance(given, str):
        given = decoded_json(given, place)
    if not isinstance(given, Mapping):
        raise RowError(f"{place}: kwargs is {kind_of(given)}, expected an object")
    try:
        parameters = parse_parameters(check, given, catalogue, name)
    except RowError as problem:
        raise RowError(f"{place}: {problem}") from None
    kept = {parameter: value for parameter, value in given.items() if value is not None}
    # The data's own name for it: a catalogue may know a check under another id than its own.
    return Instruction(name, parameters, check.reading(edition)), kept


def _key(key: Any) -> str | int:
    if isinstance(key, bool) or not isinstance(key, int | str):
        raise RowError(f"key is {kind_of(key)}, expected a whole number or text")
    return key


def _decoded(value: Any, where: str) -> list[Any]:
    """A list, also when it comes as JSON text; never evaluated."""
    if isinstance(value, str):
        value = decoded_json(value, where)
    if not isinstance(value, list | tuple):
        raise RowError(f"{where} is {kind_of(value)}, expected a list")
    return list(value)


def _languages(lang: Any, key: str | int) -> tuple[str, ...]:
    if lang is None:
        return ()
    if isinstance(lang, str):
        lang = [lang]
    if not isinstance(lang, list | tuple) or not all(isinstance(code, str) for code in lang):
        raise RowError(f"key {key}: lang is {lang!r}, expected a list of language codes")
    return tuple(lang)


def _plain(value: Any) -> Any:
    """Whole floats (3.0, which columnar stores make of integers) as integers."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _whole(value: Any) -> Any:
    """``value`` with question marks for what UTF-8 cannot hold, so that msgspec can say what is wrong."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, Mapping):
        return {_whole(name): _whole(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_whole(inner) for inner in value]
    return value


def _said_of_parameters(message: str) -> str:
    """Msgspec's ``Expected `int`, got `str` - at `$.num_words``` in this project's words."""
    text, _, path = message.partition(" - at `$.")
    name = path.rstrip("`")
    text = text.replace("`", "")
    said = text[:1].lower() + text[1:]
    return f"parameter {name!r}: {said}" if name else said
