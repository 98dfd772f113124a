"""One HTML page of one or several scored runs, everything it needs inside.

The summary is plain HTML and SVG; the samples are embedded as JSON and shown by a small
script, a page at a time. Equal runs give equal pages: nothing in it depends on the clock.
"""

from __future__ import annotations

import base64
import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from lm_eval_tasks._version import __version__
from lm_eval_tasks.report.browser import browsable, script_json
from lm_eval_tasks.report.charts import Bar, bars
from lm_eval_tasks.report.runs import Run, differences, read_runs
from lm_eval_tasks.runs.records import NO_SHARE, Breakdown, MetricResult, Share
from lm_eval_tasks.statistics.intervals import normal_quantile, wilson
from lm_eval_tasks.text.variants import VARIANT_NAMES

MOST_CARDS = 6
"""Headline numbers shown large; a task with more has only the first ones so."""
FIRST_CARDS = 4

COUNTS = {
    "empty": "Empty answers",
    "null": "No text (null)",
    "missing": "Missing answers",
    "unclosed_thinking": "Thinking never closed",
    "probably_truncated": "Probably cut off at the token limit",
    "crashed": "A check crashed",
    "undecided": "Not decided for lack of a package",
    "excluded": "Prompts that do not count",
}

_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\ufffe\uffff]"
)


def make_page(folders: Sequence[Path], title: str = "Instruction following") -> str:
    """The page for the runs in ``folders``.

    Args:
        folders: what ``lm-eval-tasks score --output`` wrote, at most eight.
        title: the heading.

    Raises:
        MissingDataError: a folder that holds no run.
        DataError: a run that cannot be read.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    runs = read_runs(folders)
    style, script = _asset("page.css"), _asset("page.js")
    metrics = _metrics(runs)
    environment = Environment(
        loader=PackageLoader("lm_eval_tasks.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: value if isinstance(value, Markup) else seen(str(value)),
    )
    return environment.get_template(
        "page.html.j2"
    ).render(
        title=title,
        version=__version__,
        style=Markup(style),  # noqa: S704 (a file of this package)
        style_hash=_digest(style),
        script=Markup(script),  # noqa: S704 (a file of this package)
        script_hash=_digest(script),
        data=Markup(script_json(browsable(runs))),  # noqa: S704 (escaped there)
        runs=runs,
        several=len(runs) > 1,
        warnings=differences(runs),
        metrics=metrics if len(metrics) <= MOST_CARDS else metrics[:FIRST_CARDS],
        further=[] if len(metrics) <= MOST_CARDS else metrics[FIRST_CARDS:],
        loosened=_loosened(runs),
        variants=_variants(runs),
        families=_families(runs),
        reasons=_reasons(runs),
        doubts=_doubts(runs),
        counts=_counts(runs),
    )


def seen(text: str) -> str:
    """``text`` with characters that cannot be seen, or not be stored, written as U+XXXX."""
    return _UNSEEN.sub(lambda match: f"[U+{ord(match.group()):04X}]", text)


def percent(share: float) -> str:
    """A share as a percentage with one decimal."""
    return f"{share * 100:.1f}"


def _asset(name: str) -> str:
    return files("lm_eval_tasks.report").joinpath(name).read_text(encoding="utf-8").strip()


def _digest(text: str) -> str:
    """The hash by which the page's own policy admits its style and its script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _number(value: Any) -> float | None:
    """``value`` where it is a finite number, else None."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return value


def _svg(several: Sequence[Bar]) -> Any:
    from markupsafe import Markup

    return Markup(bars(several))  # noqa: S704 (numbers only)


def _interval(metric: MetricResult | Share) -> tuple[float, float] | None:
    """The stored 95 % interval, else one made of the standard error, else of the counts."""
    if metric.ci95 is not None:
        return metric.ci95
    error = metric.stderr if isinstance(metric, MetricResult) else None
    if error is not None and metric.value is not None:
        margin = normal_quantile(0.975) * error
        return max(0.0, metric.value - margin), min(1.0, metric.value + margin)
    if metric.passed is not None and metric.total:
        interval = wilson(metric.passed, metric.total)
        return interval.low, interval.high
    return None


def _of_total(entry: MetricResult | Share) -> str:
    return "" if entry.passed is None or entry.total is None else f"{entry.passed} of {entry.total}"


def _metrics(runs: Sequence[Run]) -> list[dict[str, Any]]:
    """Each headline number with a row a run."""
    found = []
    for name in _union(run.numbers for run in runs):
        rows = []
        for run in runs:
            metric = run.numbers.get(name, MetricResult())
            value = _number(metric.value)
            if value is None:
                continue
            interval = _interval(metric)
            low, high = interval or (None, None)
            shown = " – ".join(map(percent, interval)) if interval else "–"
            rows.append(
                {
                    "run": run,
                    "value": percent(value),
                    "interval": shown,
                    "passed": _of_total(metric),
                    "bars": [Bar(value, run.colour, low, high)],
                    "svg": _svg([Bar(value, run.colour, low, high)]),
                }
            )
        if rows:
            svg = _svg([bar for row in rows for bar in row["bars"]])
            found.append({"name": name, "title": _title(name), "rows": rows, "svg": svg})
    return found


def _title(metric: str) -> str:
    if metric == "acc":
        return "Accuracy"
    words = metric.removesuffix("_acc").replace("inst_level", "instruction_level").split("_")
    return " ".join(words).capitalize()


def _loosened(runs: Sequence[Run]) -> list[dict[str, Any]]:
    """Strict beside loose, for every pair of metrics that differ only in that word."""
    rows = []
    for name in _union(run.results.metrics for run in runs):
        if "strict" not in name:
            continue
        for run in runs:
            metrics, none = run.results.metrics, MetricResult()
            strict = _number(metrics.get(name, none).value)
            loose = _number(metrics.get(name.replace("strict", "loose"), none).value)
            if strict is not None and loose is not None:
                rows.append(
                    {
                        "level": _title(name).replace(" strict", ""),
                        "run": run,
                        "strict": percent(strict),
                        "loose": percent(loose),
                        "gain": f"{(loose - strict) * 100:+.1f}",
                        "svg": _svg([Bar(strict, run.colour, extended=loose)]),
                    }
                )
    return rows


def _variants(runs: Sequence[Run]) -> list[dict[str, Any]]:
    """How many instructions each loose variant let pass that were not followed strictly."""
    counted = [
        Counter(
            name
            for sample in run.samples
            for name, strict in zip(sample.loose_variant or (), sample.strict, strict=False)
            if name and not strict
        )
        for run in runs
    ]
    return [
        {"name": name, "counts": [count[name] for count in counted]}
        for name in VARIANT_NAMES[1:]
        if any(count[name] for count in counted)
    ]


def _families(runs: Sequence[Run]) -> list[dict[str, Any]]:
    """Instruction types by family, each with strict, loose and an interval a run."""
    types = [run.results.by_instruction or {} for run in runs]
    groups = [run.results.by_group or {} for run in runs]
    ids = _union(types)
    families: dict[str, list[dict[str, Any]]] = {}
    for name in ids:
        family = name.rpartition(":")[0]
        families.setdefault(family, []).append(
            {
                "name": name,
                "short": name.removeprefix(f"{family}:"),
                **_row(runs, types, name),
            }
        )
    return [{"name": family, "rows": rows, **_row(runs, groups, family)} for family, rows in families.items()]


def _row(runs: Sequence[Run], tables: Sequence[Breakdown], name: str) -> dict[str, Any]:
    """One line of the chart: bars of all runs and their numbers."""
    several, cells = [], []
    for run, table in zip(runs, tables, strict=True):
        entry = table.get(name, {})
        strict, loose = entry.get("strict", NO_SHARE), entry.get("loose", NO_SHARE)
        share, more = _number(strict.value), _number(loose.value)
        if share is None:
            several.append(Bar(0.0, run.colour))
            cells.append({"run": run, "value": "–", "loose": "", "passed": ""})
            continue
        low, high = _interval(strict) or (None, None)
        several.append(Bar(share, run.colour, low, high, more))
        cells.append(
            {
                "run": run,
                "value": percent(share),
                "loose": percent(more) if more is not None else "",
                "passed": _of_total(strict),
            }
        )
    return {"svg": _svg(several), "cells": cells}


def _reasons(runs: Sequence[Run]) -> list[dict[str, Any]]:
    """Answers each gate reason cost, a count a run (None where the run has no gate)."""
    tables = [run.gate.reasons for run in runs]
    rows = []
    for name in _union(tables):
        counts = [
            table.get(name, 0) if run.gate.name else None for run, table in zip(runs, tables, strict=True)
        ]
        shares = [
            Bar(count / max(1, len(run.samples)), run.colour)
            for count, run in zip(counts, runs, strict=True)
            if count is not None
        ]
        rows.append({"name": name, "counts": counts, "svg": _svg(shares)})
    return rows


def _doubts(runs: Sequence[Run]) -> list[dict[str, Any]]:
    """The verdicts that were not decided, a cell per run: by reason, instruction type and metric."""
    rows: dict[str, list[str]] = {}

    def add(name: str, at: int, text: str) -> None:
        cells = rows.setdefault(name, ["" for _ in runs])
        cells[at] += f", {text}" if cells[at] else text

    for at, run in enumerate(runs):
        not_decided = run.results.not_decided or {}
        for (name, kind, doubt), count in run.doubts_told.items():
            add(name, at, f"{count} {doubt} ({kind})")
        for doubt, one in not_decided.items():
            for kind, count in one.verdicts.items():
                add("All instructions", at, f"{count} {doubt} ({kind})")
        for name, shares in (run.results.by_instruction or {}).items():
            for kind, share in shares.items():
                for doubt, count in (("undecided", share.undecided), ("crashed", share.crashed)):
                    if count:
                        add(name, at, f"{count} of {share.total} {doubt} ({kind})")
        for doubt, one in not_decided.items():
            for name, effect in one.effect.items():
                add(f"{_title(name)}, if they were followed", at, f"{effect * 100:+.1f} ({doubt})")
    return [{"name": name, "cells": cells} for name, cells in rows.items()]


def _counts(runs: Sequence[Run]) -> list[dict[str, Any]]:
    """What was counted separately from verdicts, a number per run."""
    tables = []
    for run in runs:
        excluded = len(run.results.excluded or ())
        tables.append((run.results.counts or {}) | ({"excluded": excluded} if excluded else {}))
    names = _union(tables)
    known = [name for name in COUNTS if name in names]
    return [
        {
            "title": COUNTS.get(name, name.replace("_", " ").capitalize()),
            "counts": [table.get(name, 0 if name == "excluded" else None) for table in tables],
        }
        for name in known + [name for name in names if name not in COUNTS]
    ]


def _union(tables: Iterable[Mapping[str, Any]]) -> list[str]:
    """The keys of all tables, in the order they first come."""
    return list(dict.fromkeys(str(name) for table in tables for name in table))
