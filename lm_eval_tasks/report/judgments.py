"""One HTML page of a ranking: ratings, win rates, consistency, length, style, and every battle."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from lm_eval_tasks._version import __version__
from lm_eval_tasks.judgments.battles import Orders, battles_of
from lm_eval_tasks.judgments.records import Judgment, Judgments
from lm_eval_tasks.report.charts import Bar, bars

SHADES = 10
LONGEST = 20_000
"""Characters of an answer or reply that the page holds; the rest is in the file."""
MATRIX = 40
"""Models in the matrix; the table of win rates has all."""


def ranking_page(found: Mapping[str, Any], read: Judgments) -> str:
    """The page of what :func:`lm_eval_tasks.judgments.ranking.ranking` found, and of its judgments."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    style = _asset("page.css") + _asset("judgments.css")
    script = _asset("judgments.js")
    environment = Environment(
        loader=PackageLoader("lm_eval_tasks", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("judgments.html.j2").render(
        found=found,
        forests=[_forest(pool) for pool in found.get("pools", ())],
        coefficients=[_coefficients(pool) for pool in found.get("pools", ()) if pool["coefficients"]],
        board=_board(found["leaderboard"]) if found["protocol"] else None,
        wins=[_win(name, one) for name, one in found["win_rates"].items()],
        matrix=_matrix(found),
        consistency=_consistency(found["consistency"]),
        preference=_preference(found["consistency"]),
        lengths=_lengths(found["length"]),
        categories=_categories(found),
        battles=Markup(_data(found, read)),  # noqa: S704 - JSON with every "<" escaped
        style=Markup(style),  # noqa: S704 - a file of this package
        script=Markup(script),  # noqa: S704 - a file of this package
        style_hash=_digest(style),
        script_hash=_digest(script),
        version=__version__,
    )


def _forest(pool: Mapping[str, Any]) -> dict[str, Any]:
    rated = [one for one in pool["ratings"] if one["rating"] is not None]
    ends = [one[key] for one in rated for key in ("low", "rating", "high") if one[key] is not None]
    scale = _Scale(ends)
    rows = [
        {
            "model": one["model"],
            "value": "" if one["rating"] is None else f"{one['rating']:.1f}",
            "interval": _span(one["low"], one["high"]) if one["rating"] is not None else one["why"],
            "svg": _whisker(scale, one["rating"], one["low"], one["high"]),
        }
        for one in pool["ratings"]
    ]
    return {"anchor": pool["anchor"], "rows": rows, "size": len(rows)}


def _coefficients(pool: Mapping[str, Any]) -> list[dict[str, Any]]:
    values = pool["coefficients"]
    ends = [0.0, *(one[k] for one in values.values() for k in ("low", "value", "high") if one[k] is not None)]
    scale = _Scale(ends)
    return [
        {
            "model": name,
            "value": f"{one['value']:+.3f}",
            "interval": _span(one["low"], one["high"], 3),
            "svg": _whisker(scale, one["value"], one["low"], one["high"], zero=True),
        }
        for name, one in values.items()
    ]


class _Scale:
    """Places of numbers on a field 100 wide."""

    def __init__(self, ends: Sequence[float]) -> None:
        self.low, self.high = (min(ends), max(ends)) if ends else (0.0, 1.0)
        if self.high - self.low < 1e-9:
            self.low, self.high = self.low - 1, self.high + 1

    def place(self, value: float) -> str:
        """Between 2 and 98, so that nothing is cut off."""
        return f"{2 + 96 * (value - self.low) / (self.high - self.low):.2f}"


def _whisker(
    scale: _Scale, value: float | None, low: float | None, high: float | None, zero: bool = False
) -> Any:
    from markupsafe import Markup

    if value is None:
        return ""
    line = ""
    if low is not None or high is not None:
        start = "0" if low is None else scale.place(low)
        end = "100" if high is None else scale.place(high)
        line = f'<path class="whisker" d="M{start} 8H{end}"/>'
    axis = f'<path class="axis" d="M{scale.place(0.0)} 0V16"/>' if zero else ""
    return Markup(  # noqa: S704 - numbers only
        '<svg class="bars forest" viewBox="0 0 100 16" height="16" preserveAspectRatio="none" '
        f'aria-hidden="true" focusable="false">{axis}{line}'
        f'<path class="dot" d="M{scale.place(value)} 3v10"/></svg>'
    )


def _board(board: Mapping[str, Any]) -> dict[str, Any]:
    rows = board["rows"]
    scale = _Scale([one[key] for one in rows for key in ("low", "score", "high") if one[key] is not None])
    return {
        **board,
        "lines": [
            {
                "model": one["model"],
                "value": f"{round(one['score'], 4):g}",
                "interval": _span(one["low"], one["high"], 2),
                "svg": _whisker(scale, one["score"], one["low"], one["high"]),
            }
            for one in rows
        ],
    }


def _win(name: str, one: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "model": name,
        "counts": " / ".join(f"{one[key]:g}" for key in ("wins", "losses", "ties")),
        "no_ties": _percent(one["win_rate_no_ties"]),
        "half": _percent(one["win_rate_ties_half"]),
        "all": _percent(one["wins_of_all"]),
        "svg": _bar(one["win_rate_ties_half"], one["low"], one["high"]),
    }


def _matrix(found: Mapping[str, Any]) -> dict[str, Any]:
    order = [one["model"] for pool in found.get("pools", ()) for one in pool["ratings"]]
    names = (order or list(found["win_rates"]))[:MATRIX]
    rows = []
    for model in names:
        cells = []
        for other in names:
            one = found["matrix"].get(model, {}).get(other)
            rate = one["win_rate_ties_half"] if one else None
            n = f"{one['battles']:g} battles" if one else "never met"
            cells.append({"shade": _shade(rate), "text": _percent(rate, 0) if one else "", "title": n})
        rows.append({"model": model, "cells": cells})
    return {"names": names, "rows": rows, "left": len(found["win_rates"]) - len(names)}


def _consistency(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    if not found["all"]["pairs"]:
        return []
    rows = [("all", found["all"]), *found["categories"].items()]
    return [
        {
            "name": name,
            "pairs": one["pairs"],
            "share": _percent(one["position_consistency"]),
            "first": one["first_both"],
            "second": one["second_both"],
            "tie": one["one_tie"],
            "svg": _bar(one["position_consistency"], *(one["interval"] or (None, None))),
        }
        for name, one in rows
    ]


def _preference(found: Mapping[str, Any]) -> str:
    """The sentence about the first answer."""
    if found["first_preference_p"] is None:
        return ""
    low, high = found["first_preference_interval"]
    return (
        "Of the pairs in which both orders name different winners, "
        f"{_percent(found['all']['first_preference'])} % "
        f"prefer the answer shown first (95 %: {100 * low:.1f} to {100 * high:.1f}, "
        f"p {found['first_preference_p']:.2g}). 50 % is no preference."
    )


def _lengths(found: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if not found:
        return None
    rows = [
        {
            "name": name,
            "n": one["n"],
            "rate": _percent(one["mean"]),
            "svg": _bar(one["mean"], one["low"], one["high"]),
        }
        for name, one in found["bins"].items()
        if one["n"]
    ]
    return {"unit": found["unit"], "rows": rows, "longer": _percent(found["longer_wins"]["mean"])}


def _categories(found: Mapping[str, Any]) -> dict[str, Any]:
    names = list(found["categories"])
    rows = []
    for model in found["win_rates"]:
        cells = []
        for name in names:
            one = found["categories"][name].get(model)
            rate = one["win_rate_ties_half"] if one else None
            title = f"{one['battles']:g} battles" if one else "no battle"
            cells.append({"shade": _shade(rate), "text": _percent(rate, 0) if one else "", "title": title})
        rows.append({"model": model, "cells": cells})
    return {"names": names, "rows": rows}


def _data(found: Mapping[str, Any], read: Judgments) -> str:
    """Every battle with its judgments, as JSON that cannot end the script element."""
    orders: Orders = found["orders"]
    chosen = [one for one in read.judgments if found["category"] in ("", one.category)]
    rows = [
        {
            "a": one.model_a,
            "b": one.model_b,
            "o": one.outcome,
            "w": one.weight,
            "i": one.judgments[0].item,
            "c": one.category,
            "p": one.judgments[0].prompt[:LONGEST],
            "x": one.judgments[0].answer_a[:LONGEST],
            "y": one.judgments[0].answer_b[:LONGEST],
            "g": [_game(game) for game in one.judgments],
        }
        for one in battles_of(chosen, orders).battles
    ]
    rows += [
        {
            "a": one.model_a,
            "b": one.model_b,
            "o": None,
            "w": one.weight,
            "i": one.item,
            "c": one.category,
            "p": one.prompt[:LONGEST],
            "x": one.answer_a[:LONGEST],
            "y": one.answer_b[:LONGEST],
            "g": [_game(one)],
        }
        for one in chosen
        if one.outcome is None and one.model_b
    ]
    return json.dumps(rows).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _game(one: Judgment) -> dict[str, Any]:
    shown = {"a": one.model_a, "b": one.model_b}.get(one.first, "")
    return {
        "j": one.judge,
        "f": shown,
        "l": one.label,
        "u": one.undecided,
        "r": one.reply[:LONGEST],
        "s": one.strength,
        "at": one.place,
    }


def _bar(share: float | None, low: float | None, high: float | None) -> Any:
    from markupsafe import Markup

    if share is None:
        return ""
    return Markup(bars([Bar(share, 0, low, high)]))  # noqa: S704 - numbers only


def _shade(rate: float | None) -> str:
    return "none" if rate is None else f"w{round(rate * SHADES)}"


def _percent(share: float | None, digits: int = 1) -> str:
    return "-" if share is None else f"{100 * share:.{digits}f}"


def _span(low: float | None, high: float | None, digits: int = 1) -> str:
    if low is None and high is None:
        return ""
    return (
        f"{'-∞' if low is None else f'{low:.{digits}f}'} to {'∞' if high is None else f'{high:.{digits}f}'}"
    )


def _asset(name: str) -> str:
    return files("lm_eval_tasks.report").joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


__all__ = ["ranking_page"]
