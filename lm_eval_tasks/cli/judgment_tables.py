"""Tables of rankings and agreement, 80 columns wide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

CATEGORIES_SHOWN = 12


def show_ranking(console: Console, found: Mapping[str, Any]) -> None:
    """The ratings or the leaderboard, win rates, consistency, length, tests and the plan."""
    console.print(
        f"{_counted(len(found['models']), 'model')}, {_counted(found['battles'], 'battle')}, "
        f"{_counted(found['prompts'], 'prompt')}"
        + (f", judged by {', '.join(found['judges'][:4])}" if found["judges"] else ""),
        markup=False,
    )
    if found["protocol"]:
        _leaderboard(console, found["leaderboard"])
    for pool in found.get("pools", ()):
        _pool(console, found, pool)
    for text in found.get("rating_notes", ()):
        console.print(f"  {text}", markup=False)
    _win_rates(console, found)
    _consistency(console, found["consistency"])
    _length(console, found["length"])
    for one in found.get("versus", ()):
        _versus(console, one)
    if "plan" in found:
        _plan(console, found["plan"])


def show_agreement(console: Console, found: Mapping[str, Any]) -> None:
    """What ``agree`` found, the measure of chance beside every number."""
    for judge, one in found["judges"].items():
        _judge(console, judge, one)
    if found.get("people"):
        people = found["people"]
        table = _table("votes of people on the same pair", ("rule", "pairs", "agreed", "share"))
        for name, pairs, agreed in (
            ("agreement", people["pairs"], people["agreed"]),
            ("agreement_decisive", people["pairs_decisive"], people["agreed_decisive"]),
        ):
            table.add_row(name, f"{pairs}", f"{agreed}", _percent(agreed / pairs if pairs else None))
        console.print(table)


def _judge(console: Console, judge: str, found: Mapping[str, Any]) -> None:
    whole = found["all"]
    table = _table(f"judge {judge or '(unnamed)'} against gold", ("number", "value", "95 % interval", "n"))
    for name, key, bounds, n in (
        ("agreement", "agreement", "interval", "n"),
        ("agreement_decisive (no ties)", "agreement_decisive", "decisive_interval", "n_decisive"),
        ("agreement_all (undecided wrong)", "agreement_all", "", ""),
        ("half_credit", "half_credit", "", "n"),
    ):
        number = whole[n] if n else whole["n"] + whole["undecided"]
        table.add_row(name, _percent(whole[key]), _range(whole.get(bounds)), f"{number}")
    table.add_row("kappa", _plain(whole["kappa"]), _range(whole["kappa_interval"], 1), f"{whole['n']}")
    for label, share in sorted(whole["constant"].items(), key=lambda pair: -pair[1])[:1]:
        table.add_row(f"always answering {label}", _percent(share), "", f"{whole['n']}")
    if whole["longer"] is not None:
        table.add_row("always the longer answer", _percent(whole["longer"]), "", "")
    table.add_row(
        "ties: judge, gold", _percent(whole["tie_rate_judge"]), _percent(whole["tie_rate_gold"]), ""
    )
    for name, value in (found.get("two_orders") or {}).items():
        if name.startswith("accuracy"):
            table.add_row(name, _percent(value), "", f"{found['two_orders']['n']}")
    console.print(table)
    _confusion(console, whole["confusion"])
    if found["categories"]:
        table = _table("by category", ("category", "n", "agreement", "decisive", "kappa"))
        for name, one in list(found["categories"].items())[:CATEGORIES_SHOWN]:
            decisive = _percent(one["agreement_decisive"])
            table.add_row(name, f"{one['n']}", _percent(one["agreement"]), decisive, _plain(one["kappa"]))
        console.print(table)
    if len(found["strengths"]) > 1:
        table = _table("by the verdict's strength", ("strength", "n", "share", "right", "95 % interval"))
        for one in found["strengths"]:
            bounds = _range((one["low"], one["high"]))
            table.add_row(
                one["word"], f"{one['n']}", _percent(one["share"]), _percent(one["accuracy"]), bounds
            )
        console.print(table)
    _consistency(console, found["consistency"])
    if found["repeatability"]["pairs"]:
        repeats = found["repeatability"]
        console.print(
            f"repeatability: {_percent(repeats['share'])} % of {repeats['pairs']} pairs of repeats are equal",
            markup=False,
        )
    _length(console, found["length"])
    gold = found["length_against_gold"]
    if gold:
        console.print(
            "errors where the right answer is the longer one: "
            f"{_percent(gold['error_when_gold_is_longer'])} of {gold['n_longer']}; the shorter one: "
            f"{_percent(gold['error_when_gold_is_shorter'])} of {gold['n_shorter']}",
            markup=False,
        )
    _favour(console, found.get("self_preference"))


def _favour(console: Console, found: Mapping[str, Any] | None) -> None:
    if not found:
        return
    table = _table(
        "win rates by judge and by gold", ("model", "n", "gold", "judge", "excess", "95 % interval")
    )
    for one in found["table"]:
        table.add_row(
            one["model"],
            f"{one['n']}",
            _percent(one["gold_win_rate"]),
            _percent(one["judge_win_rate"]),
            _signed(one["excess"]),
            _range((one["excess_low"], one["excess_high"])),
        )
    console.print(table)
    if found["families"]:
        table = _table("favour, decisiveness held equal", ("family", "", "points of Elo", "95 % interval"))
        for one in found["families"]:
            scale = one["elo"] / one["favour"] if one["favour"] else 0.0
            bounds = [None if one[key] is None else one[key] * scale for key in ("low", "high")]
            own = "own" if one["own"] else "placebo"
            table.add_row(one["name"], own, f"{one['elo']:+.0f}", _range(bounds, 1, 0))
        console.print(table)
    for text in found["notes"]:
        console.print(f"  {text}", markup=False)


def _confusion(console: Console, found: Mapping[str, Mapping[str, int]]) -> None:
    labels = list(found)
    table = _table("judge (rows) against gold (columns)", ("", *labels))
    for said, row in found.items():
        table.add_row(said, *(f"{row[gold]}" for gold in labels))
    console.print(table)


def _pool(console: Console, found: Mapping[str, Any], pool: Mapping[str, Any]) -> None:
    held = f", {found['control']} held equal" if found["control"] else ""
    way = {"bt": "Bradley-Terry", "elo": "online Elo"}[found["by"]]
    table = _table(
        f"{way}{held}; {pool['anchor']}; pool of {len(pool['ratings'])}",
        ("model", "rating", "95 % interval", "battles"),
    )
    for one in pool["ratings"]:
        battles = f"{found['win_rates'][one['model']]['battles']:g}"
        if one["rating"] is None:
            table.add_row(one["model"], "-", one["why"].removeprefix("no finite rating: "), battles)
        else:
            table.add_row(one["model"], f"{one['rating']:.1f}", _bounds(one, found["by"]), battles)
    console.print(table)
    if pool["unfinished"]:
        console.print(
            f"  {pool['unfinished']} of {found['rounds']} resamples have no finite rating for some model; "
            "they count as unbounded",
            markup=False,
        )
    if pool["coefficients"]:
        table = _table("what style adds, in log odds", ("trait", "coefficient", "95 % interval"))
        for name, one in pool["coefficients"].items():
            table.add_row(name, f"{one['value']:+.4f}", _range((one["low"], one["high"]), 1))
        console.print(table)


def _bounds(one: Mapping[str, Any], by: str) -> str:
    if by == "elo":
        return ""
    low, high = one["low"], one["high"]
    if low is None and high is None:
        return "unbounded"
    return f"{'-inf' if low is None else f'{low:.1f}'} to {'inf' if high is None else f'{high:.1f}'}"


def _leaderboard(console: Console, board: Mapping[str, Any]) -> None:
    against = f", baseline {board['baseline']}" if board["baseline"] else ""
    table = _table(f"{board['protocol']}: {board['unit']}{against}", ("model", "score", "interval", "n"))
    for one in board["rows"]:
        bounds = "" if one["low"] is None else f"{one['low']:g} to {one['high']:g}"
        table.add_row(one["model"], f"{round(one['score'], 4):g}", bounds, f"{one['n']}")
    console.print(table)
    for name, value in board["coefficients"].items():
        console.print(f"  {name:<10} {value:+.6f}", markup=False)
    for text in board["notes"]:
        console.print(f"  {text}", markup=False)


def _win_rates(console: Console, found: Mapping[str, Any]) -> None:
    columns = ("model", "won", "lost", "tied", "no tie", "half", "95 %", "of all")
    table = _table("win rates, in per cent: without ties, ties as half, wins of all", columns)
    for model, one in found["win_rates"].items():
        table.add_row(
            model,
            *(f"{one[key]:g}" for key in ("wins", "losses", "ties")),
            _percent(one["win_rate_no_ties"]),
            _percent(one["win_rate_ties_half"]),
            _range((one["low"], one["high"])).replace(" to ", "-"),
            _percent(one["wins_of_all"]),
        )
    console.print(table)


def _consistency(console: Console, found: Mapping[str, Any]) -> None:
    whole = found["all"]
    if not whole["pairs"]:
        console.print("position consistency: not known, no pair was judged in both orders", markup=False)
        return
    rows = [("all", whole), *list(found["categories"].items())[:CATEGORIES_SHOWN]]
    columns = ("category", "pairs", "consistent", "first won both", "second won both", "one tie")
    table = _table("both orders of a pair", columns)
    for name, one in rows:
        table.add_row(
            name,
            f"{one['pairs']}",
            _percent(one["position_consistency"]),
            *(f"{one[key]}" for key in ("first_both", "second_both", "one_tie")),
        )
    console.print(table)
    if found["first_preference_p"] is not None:
        low, high = found["first_preference_interval"]
        console.print(
            f"of contradictions, {_percent(whole['first_preference'])} % prefer the answer shown first "
            f"(95 %: {100 * low:.1f} to {100 * high:.1f}, p {found['first_preference_p']:.2g})",
            markup=False,
        )


def _length(console: Console, found: Mapping[str, Any] | None) -> None:
    if not found:
        return
    table = _table(
        f"win rate by length in {found['unit']}: (own - other's) / (sum + 1)",
        ("length", "n", "win rate", "95 %"),
    )
    for name, one in found["bins"].items():
        if one["n"]:
            table.add_row(name, f"{one['n']}", _percent(one["mean"]), _range((one["low"], one["high"])))
    console.print(table)
    console.print("  an association, not a bias: longer answers may be better", markup=False)


def _versus(console: Console, one: Mapping[str, Any]) -> None:
    console.print(
        f"{one['model']} less {one['other']}, {one['how']}: {_signed(one['difference'])} points "
        f"(95 %: {_signed(one['low'])} to {_signed(one['high'])}, p {one['p']:.2g}, "
        f"{one['prompts']} prompts; smallest difference they tell: {100 * one['smallest_difference']:.1f})",
        markup=False,
    )


def _plan(console: Console, plan: Mapping[str, Any]) -> None:
    table = _table(
        "prompts needed, for a power of 80 % at 5 %", ("points", "against one opponent", "between two models")
    )
    for one in plan["needed"]:
        counts = (f"{one['against_one_opponent']:,}", f"{one['between_two_models']:,}")
        table.add_row(f"{100 * one['difference']:g}", *counts)
    console.print(table)
    console.print(
        f"  spread of one prompt {plan['sd_per_prompt']:.3f} (measured), correlation of two models "
        f"{plan['correlation']:g} (assumed)\n  the {plan['prompts']} prompts of a model here tell "
        f"{100 * plan['smallest_against_one_opponent']:.1f} points against one opponent, "
        f"{100 * plan['smallest_between_two_models']:.1f} between two models",
        markup=False,
    )


def _table(title: str, columns: Sequence[str]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    class Plain(Table):
        """A table whose cells are text: names of models are not markup."""

        def add_row(self, *cells: Any, **settings: Any) -> None:
            super().add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in cells), **settings)

    table = Plain(
        title=Text(title), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1)
    )
    for place, name in enumerate(columns):
        table.add_column(
            Text(name),
            justify="left" if not place else "right",
            overflow="fold",
            max_width=None if place else 30,
        )
    return table


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}"


def _plain(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"


def _range(bounds: Sequence[float | None] | None, factor: float = 100, digits: int | None = None) -> str:
    if not bounds or None in bounds:
        return ""
    places = digits if digits is not None else 1 if factor == 100 else 3
    low, high = (factor * (one or 0.0) for one in bounds)
    return f"{low:.{places}f} to {high:.{places}f}"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
