"""Judgments in this package's own words: the fields of a record, as JSONL or CSV.

A row needs ``model_a`` and one of ``outcome``, ``score`` or ``undecided``. ``convert`` writes this form.
A ``winner`` may stand for the outcome, where the row has another field of a record, such as ``item``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from lm_eval_tasks.judgments.forms.collected import Collected, Form, Row, number, outcome_of, quoted, text
from lm_eval_tasks.judgments.records import Judgment, Style

_STYLE = tuple(Style.__struct_fields__)
_NUMBERS = ("outcome", "score", "weight", "gold", "timestamp")
_WHOLE = ("turn", "game", "repeat")
_OURS = ("item", "cluster", "game", "first")
"""Fields that votes of other sources do not have; they would be lost if the row were read as a vote."""


def fits(row: Mapping[str, Any]) -> bool:
    """Whether it has a model and one of the fields that hold a verdict, or a winner and a field of ours."""
    if "model_a" in row and "winner" in row:
        return any(name in row for name in _OURS)
    return "model_a" in row and any(name in row for name in ("outcome", "score", "undecided"))


def read(rows: Sequence[Row], out: Collected) -> None:
    """Rows of records; numbers may be text, as CSV has them."""
    unknown: set[str] = set()
    for position, (place, row) in enumerate(rows):
        unknown |= set(row) - set(Judgment.__struct_fields__) - _FLAT - {"winner"}
        fields = {name: value for name, value in _fields(row).items() if value is not None}
        if "winner" in row and "outcome" not in fields:
            won, why = outcome_of(row["winner"], text(row.get("model_a")), text(row.get("model_b")))
            if won is None:
                out.drop(why, place)
                continue
            fields["outcome"] = won
        fields.setdefault("item", fields.get("cluster", f"row {position + 1}"))
        fields.setdefault("cluster", fields["item"])
        outcome = number(fields.get("outcome"))
        if outcome is not None and not 0 <= outcome <= 1:
            out.drop(f"an outcome outside of 0 to 1: {quoted(row['outcome'])}", place)
            continue
        if not {"outcome", "score", "undecided"} & set(fields):
            fields["undecided"] = "no verdict"
        try:
            out.add(
                msgspec.convert({**fields, "place": fields.get("place") or place}, Judgment, strict=False)
            )
        except msgspec.ValidationError as error:
            out.drop(f"a field of another type: {error}", place)
    if unknown:
        out.note(f"columns that say nothing here: {', '.join(quoted(one) for one in sorted(unknown)[:12])}")


_FLAT = frozenset(f"{name}_{side}" for side in "ab" for name in _STYLE)


def _fields(row: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a record; the style may be nested, or flat as ``characters_a``; an empty cell is none."""
    fields: dict[str, Any] = {}
    for name in Judgment.__struct_fields__:
        value = row.get(name)
        if value is None or value == "":
            continue
        if name in ("style_a", "style_b") and isinstance(value, Mapping):
            fields[name] = {key: one for key, one in value.items() if key in _STYLE}
        else:
            fields[name] = value if name in _NUMBERS or name in _WHOLE else text(value)
    for side in "ab":
        flat = {name: row[f"{name}_{side}"] for name in _STYLE if row.get(f"{name}_{side}") not in (None, "")}
        if flat:
            fields.setdefault(f"style_{side}", flat)
    return fields


def write(judgments: Sequence[Judgment]) -> Iterator[dict[str, Any]]:
    """The records as they are."""
    for one in judgments:
        yield msgspec.to_builtins(one)


RECORDS = Form(
    "judgments",
    "judgments of this package",
    "model_a with outcome, score or undecided; or with winner and item, cluster, game or first",
    fits,
    read,
    True,
    write,
)
