"""Results as tables for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lm_eval_tasks.instructions.scoring.corrected import flips_by_sample
from lm_eval_tasks.instructions.scoring.results import group
from lm_eval_tasks.text.direction import isolated
from lm_eval_tasks.text.relations import counted

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

FIELD = 9
SHOWN_FLIPS = 20
SHOWN_EXCLUDED = 20
INTERVALS = "95 %, Wilson's; where a prompt has several verdicts, at their effective size (docs/score.md)"


def show_results(console: Console, results: Mapping[str, Any]) -> None:
    """All of a run: metrics, groups and instruction types, the gate, the counts."""
    _head(console, results)
    console.print(_metrics(results["metrics"]))
    if "several" in results:
        _several(console, results["several"])
    _title(console, "By group and instruction type")
    console.print(_breakdown(results))
    if "not_decided" in results:
        _not_decided(console, results)
    if results["gate"]["name"]:
        _gate(console, results)
    _counts(console, results)
    if results["excluded"]:
        _excluded(console, results["excluded"])
    if "corrected" in results:
        _corrected(console, results)
    _field(console, "intervals", INTERVALS)
    _field(console, "signature", results["signature"])


def show_tasks(console: Console, scored: Mapping[str, Mapping[str, Any]]) -> None:
    """The same answers scored as several tasks: a block per task, a line per metric."""
    table = _table("task", "metric", "value", "interval", "passed")
    for task, results in scored.items():
        for name, one in results["metrics"].items():
            table.add_row(task, name, number(one["value"]), interval(one), _of(one))
    console.print(table)


def _table(*columns: str, gap: int = 2) -> Table:
    """A table without lines; all columns but the first are numbers."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="dim")
    for index, column in enumerate(columns):
        table.add_column(column, justify="right" if index else "left", overflow="fold", no_wrap=index > 0)
    return table


def _title(console: Console, text: str) -> None:
    from rich.text import Text

    console.print()
    console.print(Text(text, style="bold"))


def _head(console: Console, results: Mapping[str, Any]) -> None:
    from rich.text import Text

    answers = results.get("answers_per_prompt", 1)
    each = f" with {answers} answers each" if answers > 1 else ""
    prompts = counted(results["n_prompts"], "prompt")
    counts = f"{prompts}{each}, {counted(results['n_instructions'], 'instruction')}"
    console.print(Text.assemble((results["task"], "bold"), f"  {counts}"))
    data, responses = results["data"], results["responses"]
    _field(console, "prompts", f"{data['source']} (sha256 {data['sha256'][:12]})")
    _field(console, "answers", f"{responses['source']} ({responses['answers']})")
    lacking, total = without_answer(results)
    if lacking > total / 2:
        console.print(
            Text(
                f"{lacking} of {total} answers are null, empty or missing; the numbers say little", "bold red"
            )
        )
    console.print()


def without_answer(results: Mapping[str, Any]) -> tuple[int, int]:
    """How many answers are null, empty, missing or reasoning only, and how many there are."""
    counts = results["counts"]
    lacking = sum(counts.get(name) or 0 for name in ("null", "empty", "missing", "unclosed_thinking"))
    return lacking, results.get("n_answers", results["n_prompts"])


def _field(console: Console, name: str, text: str) -> None:
    """A name and a text in one line, whatever its length, so that it can be copied."""
    from rich.text import Text

    console.print(Text.assemble((f"{name:<{FIELD}}  ", "dim"), isolated(text)), soft_wrap=True)


def _listed(console: Console, entries: Sequence[tuple[str, str]], indent: int = 2) -> None:
    """Labels, each with a text that wraps beside it."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for label, text in entries:
        grid.add_row(Text(label, style="dim"), Text(isolated(text)))
    console.print(Padding(grid, (0, 0, 0, indent), expand=False))


def _metrics(metrics: Mapping[str, Mapping[str, Any]]) -> Table:
    table = _table("metric", "value", "passed", "95 % interval")
    for name, one in metrics.items():
        table.add_row(name, number(one["value"]), _of(one), interval(one))
    return table


def _several(console: Console, several: Mapping[str, Any]) -> None:
    """Pass@k and all@k, a row for each metric, and the best answer's share of instructions."""
    count = several["answers_per_prompt"]
    _title(console, f"{count} answers per prompt")
    table = _table("metric", "at k", "any follows", "95 %", "all follow", "95 %")
    for name, one in several["metrics"].items():
        for k, any_follows in one["pass_at"].items():
            all_follow = one["all_at"][k]
            table.add_row(
                name if k == "1" else "",
                k,
                number(any_follows["value"]),
                interval(any_follows, 2),
                number(all_follow["value"]),
                interval(all_follow, 2),
            )
    console.print(table)
    for name, one in several["metrics"].items():
        if one["best_of_k"]:
            best = f"{number(one['best_of_k']['value'])} ({interval(one['best_of_k'])})"
            console.print(f"best of {count} by share of instructions, {name}: {best}", highlight=False)


def _breakdown(results: Mapping[str, Any]) -> Table:
    groups, instructions = results["by_group"], results["by_instruction"]
    kinds = [kind for kind in ("strict", "loose") if any(kind in one for one in groups.values())]
    headings = [heading for kind in kinds for heading in (kind, "passed", "95 %")]
    table = _table("", *headings, gap=1)
    for family in groups:
        members = [name for name in instructions if group(name) == family]
        table.add_row(family, *_cells(groups[family], kinds), style="bold")
        for name in members:
            if name != family:
                table.add_row(f"  {name.rpartition(':')[2]}", *_cells(instructions[name], kinds))
    return table


def _not_decided(console: Console, results: Mapping[str, Any]) -> None:
    """The verdicts that were not decided: by type, in all, and how much of each metric they are."""
    counts = [f"{one['verdicts'].get('strict', 0)} {doubt}" for doubt, one in results["not_decided"].items()]
    _title(console, f"Not decided, counted as not followed: {', '.join(counts)} (strict)")
    kinds = [kind for kind in ("strict", "loose") if any(kind in one for one in results["by_group"].values())]
    table = _table("", "", "undecided", "crashed", "of")
    total: dict[str, list[int]] = {kind: [0, 0, 0] for kind in kinds}
    for name, shares in results["by_instruction"].items():
        for kind, one in shares.items():
            row = [one.get("undecided", 0), one.get("crashed", 0), one["total"]]
            total[kind] = [was + more for was, more in zip(total[kind], row, strict=True)]
            if any(row[:2]):
                table.add_row(name, kind, *map(str, row))
    for kind, row in total.items():
        table.add_row("all", kind, *map(str, row), style="bold")
    console.print(table)
    effects = _table("if all of them were followed", "undecided", "crashed")
    found = {doubt: one["effect"] for doubt, one in results["not_decided"].items()}
    for name in results["metrics"]:
        if any(name in one for one in found.values()):
            gains = [found.get(doubt, {}).get(name) for doubt in ("undecided", "crashed")]
            effects.add_row(name, *("" if gain is None else f"{gain:+.3f}" for gain in gains))
    if effects.row_count:
        console.print()
        console.print(effects)


def _cells(shares: Mapping[str, Mapping[str, Any]], kinds: Sequence[str]) -> list[str]:
    cells = []
    for kind in kinds:
        one = shares.get(kind)
        cells += [number(one["value"]), _of(one), interval(one, 2)] if one else ["", "", ""]
    return cells


def _gate(console: Console, results: Mapping[str, Any]) -> None:
    gate = results["gate"]
    prompts = counted(results["n_prompts"], "answer")
    _title(console, f"The gate {gate['name']} refused {gate['refused']} of {prompts}")
    if gate["reasons"]:
        table = _table("reason", "answers")
        for reason, count in gate["reasons"].items():
            table.add_row(reason, str(count))
        console.print(table)


def _counts(console: Console, results: Mapping[str, Any]) -> None:
    noted = [f"{count} {name.replace('_', ' ')}" for name, count in results["counts"].items() if count]
    console.print()
    _field(console, "noted", ", ".join(noted) if noted else "nothing; every prompt has an answer of text")


def _excluded(console: Console, excluded: Mapping[str, str]) -> None:
    _title(console, f"{counted(len(excluded), 'prompt')} excluded, which no answer can be judged fairly on")
    _listed(console, [(f"key {key}", reason) for key, reason in list(excluded.items())[:SHOWN_EXCLUDED]])
    if len(excluded) > SHOWN_EXCLUDED:
        console.print(f"  and {len(excluded) - SHOWN_EXCLUDED} more")


def _corrected(console: Console, results: Mapping[str, Any]) -> None:
    part = results["corrected"]
    _title(console, f"Corrected: {part['task']}, {counted(part['n_prompts'], 'prompt')}")
    table = _table("metric", "official", "same prompts", "corrected", "difference")
    for name, one in part["metrics"].items():
        if name in results["metrics"]:
            difference = part["difference"]["metrics"].get(name)
            table.add_row(
                name,
                number(results["metrics"][name]["value"]),
                number(part["official_on_same_prompts"][name]),
                number(one["value"]),
                "-" if difference is None else f"{difference:+.3f}",
            )
    console.print(table)
    if part["excluded"]:
        _excluded(console, part["excluded"])
    changed = part["difference"]["by_instruction"]
    _title(console, f"{counted(len(part['flipped']), 'verdict')} changed")
    if changed:
        _changed(console, changed)
        _flips(console, flips_by_sample(part))
    console.print()


def _changed(console: Console, changed: Mapping[str, Mapping[str, Mapping[str, int]]]) -> None:
    """How many verdicts each instruction type gained and lost."""
    kinds = [kind for kind in ("strict", "loose") if any(kind in one for one in changed.values())]
    table = _table("", *kinds)
    for name, tallies in changed.items():
        cells = [
            f"+{tally['gained']} / -{tally['lost']}" if (tally := tallies.get(kind)) else "" for kind in kinds
        ]
        table.add_row(name, *cells)
    console.print(table)


def _flips(console: Console, flips: Sequence[Mapping[str, Any]]) -> None:
    """The flipped verdicts, each with both reasons."""
    for one in flips[:SHOWN_FLIPS]:
        verdict = "now followed" if one["corrected"] else "no longer followed"
        answer = f", answer {one['answer']}" if "answer" in one else ""
        head = f"key {one['key']}{answer}, {one['instruction_id']}: {verdict} ({', '.join(one['kinds'])})"
        console.print()
        console.print(head, markup=False)
        _listed(console, [("official", one["why_official"]), ("corrected", one["why_corrected"])])
    if len(flips) > SHOWN_FLIPS:
        console.print(f"\nand {len(flips) - SHOWN_FLIPS} more, all of them in results.json and with --json")


def number(value: float | None, digits: int = 3) -> str:
    """A share with three decimals; a dash for no data."""
    return "-" if value is None else f"{value:.{digits}f}"


def interval(one: Mapping[str, Any], digits: int = 3) -> str:
    """The bounds of a stored share."""
    low, high = one["ci95"]
    return f"{low:.{digits}f}-{high:.{digits}f}"


def _of(one: Mapping[str, Any]) -> str:
    return "" if one["passed"] is None else f"{one['passed']}/{one['total']}"
