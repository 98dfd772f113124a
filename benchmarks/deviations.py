"""How much the corrected edition differs from the official one on real answer sets.

    python benchmarks/deviations.py [ANSWERS] [--page docs/deviations.md] [--check]

Scores every answer set (``ANSWERS/prompts.jsonl`` and ``ANSWERS/responses/*.jsonl``, each line with
``prompt`` and ``response``) in both editions and writes the tables of ``docs/deviations.md`` anew.
``ANSWERS`` is by default ``ifeval`` in the folder that LM_EVAL_TASKS_REFERENCE_DATA names. With
``--check`` nothing is written; the exit code is 1 when the page is out of date.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lm_eval_tasks import get_suite
from lm_eval_tasks.model import ItemScore
from lm_eval_tasks.suites import Suite
from lm_eval_tasks.text.thinking import after_leading_thinking, after_thinking
from lm_eval_tasks.text.variants import loose_variants, variants_set_apart

ROOT = Path(__file__).resolve().parents[1]
METRICS = (
    "prompt_level_strict_acc",
    "inst_level_strict_acc",
    "prompt_level_loose_acc",
    "inst_level_loose_acc",
)
SHORT = ("prompt strict", "inst strict", "prompt loose", "inst loose")

OFFICIAL = get_suite("ifeval")
CORRECTED = get_suite("ifeval_corrected")
SUITES: Mapping[str, Suite] = {
    "official": OFFICIAL,
    "corrected": CORRECTED,
    "official, lines set apart": replace(OFFICIAL, variants=variants_set_apart),
    "corrected, eight variants": replace(CORRECTED, variants=loose_variants),
}


@dataclass(frozen=True)
class Answers:
    """The scores of one model's answers: by way of scoring, in the order of the prompts."""

    model: str
    scores: Mapping[str, Sequence[ItemScore]]
    counts: Sequence[bool]
    other_answer: int
    """Answers that the two editions cut out differently behind the thinking."""


def lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def scored(folder: Path) -> list[Answers]:
    """Every answer set of the folder; a prompt without an answer counts as an empty one."""
    rows = lines(folder / "prompts.jsonl")
    items = {name: [suite.item(row) for row in rows] for name, suite in SUITES.items()}
    found = []
    for file in sorted((folder / "responses").glob("*.jsonl")):
        answers = {line["prompt"]: line["response"] for line in lines(file)}
        responses = [answers.get(row["prompt"], "") for row in rows]
        scores = {
            name: [suite.score(item, response) for item, response in zip(items[name], responses, strict=True)]
            for name, suite in SUITES.items()
        }
        other = sum(
            after_thinking(response).string != after_leading_thinking(response).string
            for response in responses
            if isinstance(response, str)
        )
        model = file.stem.replace("__", "/")
        found.append(Answers(model, scores, [CORRECTED.counts(item) for item in items["corrected"]], other))
    return found


Verdicts = list[tuple[tuple[bool, ...], tuple[bool, ...]]]
"""Strict and loose verdicts of each prompt."""


def verdicts(scores: Sequence[ItemScore], kept: Sequence[bool] | None = None) -> Verdicts:
    """The verdicts of the prompts that count (all without ``kept``)."""
    chosen = scores if kept is None else [one for one, keep in zip(scores, kept, strict=True) if keep]
    return [(one.strict, one.loose or ()) for one in chosen]


def metrics(found: Verdicts) -> tuple[float, float, float, float]:
    """The four metrics, in percent."""
    strict = [one for per_prompt, _ in found for one in per_prompt]
    loose = [one for _, per_prompt in found for one in per_prompt]
    return (
        100 * sum(all(per_prompt) for per_prompt, _ in found) / len(found),
        100 * sum(strict) / len(strict),
        100 * sum(all(per_prompt) for _, per_prompt in found) / len(found),
        100 * sum(loose) / len(loose),
    )


def with_type(answers: Answers, name: str) -> Verdicts:
    """Official verdicts, except that one type is read as the corrected edition reads it."""
    mixed = []
    pairs = zip(answers.scores["official"], answers.scores["corrected, eight variants"], strict=True)
    for official, corrected in pairs:
        assert official.loose is not None
        assert corrected.loose is not None
        ids = official.instruction_ids
        mixed.append(
            tuple(
                tuple(c if one == name else o for one, o, c in zip(ids, old, new, strict=True))
                for old, new in ((official.strict, corrected.strict), (official.loose, corrected.loose))
            )
        )
    return mixed  # type: ignore[return-value]


def flips(sets: Sequence[Answers]) -> dict[str, list[int]]:
    """By type: verdicts, then strict fail to pass, pass to fail, and the same loose; rows that count."""
    found: dict[str, list[int]] = {name: [0] * 5 for name in OFFICIAL.catalogue.checks}
    for answers in sets:
        pairs = zip(answers.scores["official"], answers.scores["corrected"], answers.counts, strict=True)
        for official, corrected, counts in pairs:
            if not counts:
                continue
            assert official.loose is not None
            assert corrected.loose is not None
            for position, name in enumerate(official.instruction_ids):
                found[name][0] += 1
                for at, old, new in (
                    (1, official.strict[position], corrected.strict[position]),
                    (3, official.loose[position], corrected.loose[position]),
                ):
                    if old != new:
                        found[name][at + (old and not new)] += 1
    return found


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table; all but the first column to the right."""
    out = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    out += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(out)


def average(per_set: Sequence[Sequence[float]]) -> list[float]:
    """The mean over the answer sets, metric by metric."""
    return [sum(column) / len(column) for column in zip(*per_set, strict=True)]


def signed(value: float) -> str:
    """A difference in points, with its sign; zero bare."""
    return "0" if abs(value) < 0.005 else f"{value:+.2f}"


def deviation_table(sets: Sequence[Answers]) -> str:
    """What each deviation alone does to the mean of the four metrics."""
    base = average([metrics(verdicts(one.scores["official"])) for one in sets])
    changed: list[tuple[str, list[Verdicts]]] = [
        (f"`{name}`", [with_type(one, name) for one in sets]) for name in OFFICIAL.catalogue.checks
    ]
    changed.append(
        (
            "only lines set apart are left out",
            [verdicts(one.scores["official, lines set apart"]) for one in sets],
        )
    )
    changed.append(("rows excluded", [verdicts(one.scores["official"], one.counts) for one in sets]))
    changed.append(("all together", [verdicts(one.scores["corrected"], one.counts) for one in sets]))
    rows = []
    for name, per_set in changed:
        now = average([metrics(found) for found in per_set])
        rows.append([name, *(signed(new - old) for new, old in zip(now, base, strict=True))])
    return table(["deviation", *SHORT], rows)


def model_table(sets: Sequence[Answers]) -> str:
    """The four metrics of every model in both editions, and the one-variant metric."""
    rows = []
    for one in sets:
        old = metrics(verdicts(one.scores["official"]))
        new = metrics(verdicts(one.scores["corrected"], one.counts))
        kept = [score for score, keep in zip(one.scores["corrected"], one.counts, strict=True) if keep]
        single = 100 * sum(score.one_variant for score in kept) / len(kept)
        official_single = one.scores["official"]
        before = 100 * sum(score.one_variant for score in official_single) / len(official_single)
        cells = [f"{a:.1f} → {b:.1f}" for a, b in zip(old, new, strict=True)]
        rows.append([one.model, *cells, f"{before:.1f} → {single:.1f}"])
    return table(["model", *SHORT, "prompt loose, one variant"], rows)


def ranked(values: Mapping[str, float]) -> dict[str, int]:
    """The place of each model; equal values share the better place."""
    return {name: 1 + sum(other > value for other in values.values()) for name, value in values.items()}


def ranking_table(sets: Sequence[Answers]) -> str:
    """The places of the models by prompt-level strict and by the mean of the two strict metrics."""
    columns = {}
    for title, choose in (("prompt strict", (0,)), ("inst strict", (1,)), ("prompt loose", (2,))):
        for edition in ("official", "corrected"):
            values = {}
            for one in sets:
                kept = one.counts if edition == "corrected" else None
                found = metrics(verdicts(one.scores[edition], kept))
                values[one.model] = sum(found[at] for at in choose)
            columns[title, edition] = ranked(values)
    titles = list(dict.fromkeys(title for title, _ in columns))
    order = sorted(
        (one.model for one in sets), key=lambda name: (columns["prompt strict", "official"][name], name)
    )
    rows = []
    for name in order:
        cells = []
        for title in titles:
            old, new = columns[title, "official"][name], columns[title, "corrected"][name]
            cells.append(str(old) if old == new else f"{old} → {new}")
        rows.append([name, *cells])
    return table(["model", *(f"place by {title}" for title in titles)], rows)


def sections(sets: Sequence[Answers]) -> Iterator[tuple[str, str]]:
    """Name and text of every generated part of the page."""
    found = flips(sets)
    total = [sum(column) for column in zip(*found.values(), strict=True)]
    order = sorted(found, key=lambda name: (-(found[name][1] + found[name][2]), name))
    head = [
        "instruction",
        "verdicts",
        "strict fail→pass",
        "strict pass→fail",
        "loose fail→pass",
        "loose pass→fail",
    ]
    yield (
        "flips",
        table(head, [[f"`{name}`", *found[name]] for name in order] + [["all", *total]]),
    )
    for name, (number, up, down, loose_up, loose_down) in found.items():
        yield (
            f"effect {name}",
            f"- **Effect.** Of {number:,} verdicts, strict {up} to pass and {down} to fail, "
            f"loose {loose_up} to pass and {loose_down} to fail.",
        )
    yield "deviations", deviation_table(sets)
    yield "models", model_table(sets)
    yield "ranking", ranking_table(sets)
    yield (
        "excluded",
        table(
            ["key", "why"],
            [
                [key, row.reason]
                for key, row in sorted(CORRECTED.excluded.items(), key=lambda pair: int(pair[0]))
            ],
        ),
    )
    before = sum(sum(all(one.loose or ()) for one in answers.scores["official"]) for answers in sets)
    mixed = sum(
        sum(all(one.loose or ()) and not one.one_variant for one in answers.scores["official"])
        for answers in sets
    )
    yield (
        "one variant",
        f"Of {before:,} prompts that pass loosely in the official edition, {mixed} "
        f"({100 * mixed / before:.1f} %) pass only because different instructions are followed by "
        "different variants.",
    )
    other = sum(answers.other_answer for answers in sets)
    yield "thinking", f"- **Effect.** {other} of {541 * len(sets):,} answers are cut out differently."
    kept = sum(sets[0].counts)
    instructions = sum(
        len(score.strict)
        for score, keep in zip(sets[0].scores["official"], sets[0].counts, strict=True)
        if keep
    )
    yield (
        "measured",
        f"{len(sets)} answer sets; official over {len(sets[0].counts)} prompts, corrected over {kept} "
        f"prompts with {instructions} instructions. A prompt without an answer counts as an empty one.",
    )


def renewed(page: str, parts: Iterator[tuple[str, str]]) -> str:
    """The page with every generated part replaced.

    Raises:
        ValueError: when the page lacks a part or has one that is not generated.
    """
    written = set()
    for name, text in parts:
        begin, end = f"<!-- begin {name} -->\n", f"\n<!-- end {name} -->"
        if page.count(begin) != 1 or page.count(end) != 1:
            raise ValueError(f"the page has no one part {name!r}")
        head, _, rest = page.partition(begin)
        _, _, tail = rest.partition(end)
        page = f"{head}{begin}{text}{end}{tail}"
        written.add(name)
    if page.count("<!-- begin ") != len(written):
        raise ValueError("the page has a generated part that is not generated here")
    return page


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    data = Path(os.environ.get("LM_EVAL_TASKS_REFERENCE_DATA", ROOT.parent / "shared" / "data"))
    parser.add_argument("answers", nargs="?", type=Path, default=data / "ifeval")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "deviations.md")
    parser.add_argument("--check", action="store_true", help="say whether the page is current")
    options = parser.parse_args()
    if not (options.answers / "prompts.jsonl").is_file():
        print(f"no prompts.jsonl in {options.answers}; name the folder of answer sets", file=sys.stderr)
        return 2
    old = options.page.read_text(encoding="utf-8")
    new = renewed(old, sections(scored(options.answers)))
    if options.check:
        print(f"{options.page.name} is current" if new == old else f"{options.page.name} is out of date")
        return int(new != old)
    options.page.write_text(new, encoding="utf-8")
    print(f"{options.page}: tables written anew")
    return 0


if __name__ == "__main__":
    sys.exit(main())
