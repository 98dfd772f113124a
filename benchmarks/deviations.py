"""How much the corrected edition differs from the official one on real answers and prompts.

    python benchmarks/deviations.py [ANSWERS] [--arabic PROMPTS] [--page docs/deviations.md] [--check]

Scores every English answer set (``ANSWERS/prompts.jsonl`` and ``ANSWERS/responses/*.jsonl``, each
line with ``prompt`` and ``response``) in both editions, counts which of the Arabic ``PROMPTS`` (a JSONL
file) each repair concerns, and writes the tables of ``docs/deviations.md`` anew. By default they are
``ifeval`` and ``arabic/prompts.jsonl`` in the folder that LM_EVAL_TASKS_REFERENCE_DATA names. With
``--check`` nothing is written; the exit code is 1 when the page is out of date.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec.structs import replace as replaced

from lm_eval_tasks import get_suite
from lm_eval_tasks.instructions.gates.arabic import exempt
from lm_eval_tasks.instructions.gates.english_corrected import asks_for_another_language
from lm_eval_tasks.instructions.model import Item, ItemScore
from lm_eval_tasks.instructions.suites import Suite
from lm_eval_tasks.text.arabic import COMMAS, folded
from lm_eval_tasks.text.mixed_arabic import asks_for_code
from lm_eval_tasks.text.relations import counted
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

OFFICIAL = get_suite("ifeval_langcheck")
CORRECTED = get_suite("ifeval_langcheck_corrected")
"""With their gates, whose refusals stand beside the verdicts and change none of them."""
SUITES: Mapping[str, Suite] = {
    "official": OFFICIAL,
    "corrected": CORRECTED,
    "official, talk left out": replace(OFFICIAL, variants=variants_set_apart),
    "corrected, eight variants": replace(CORRECTED, variants=loose_variants),
}


NEW_REASONS = ("other_language", "degenerate")
"""What only the corrected gate refuses for."""


@dataclass(frozen=True)
class Answers:
    """The scores of one model's answers: by way of scoring, in the order of the prompts."""

    model: str
    scores: Mapping[str, Sequence[ItemScore]]
    counts: Sequence[bool]
    other_answer: int
    """Answers that the two editions cut out differently behind the thinking."""
    another_language: Sequence[bool]
    """Which prompts name a language other than English."""


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
        counts = [CORRECTED.counts(item) for item in items["corrected"]]
        another = [asks_for_another_language(item) for item in items["corrected"]]
        found.append(Answers(model, scores, counts, other, another))
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
                # A repaired row has instructions more, at its end.
                tuple(c if one == name else o for one, o, c in zip(ids, old, new, strict=False))
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
            "only talk about the answer is left out",
            [verdicts(one.scores["official, talk left out"]) for one in sets],
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


def excluded_table(suite: Suite) -> str:
    """The rows that do not count, and why."""
    rows = sorted((int(key), row.reason) for key, row in suite.excluded.items())
    return table(["key", "why"], rows)


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


def gated(
    scores: Sequence[ItemScore], refusing: Sequence[ItemScore], kept: Sequence[bool] | None = None
) -> Verdicts:
    """The verdicts with the refusals of ``refusing``, scores of the same answers."""
    behind = [replaced(one, refusal=other.refusal) for one, other in zip(scores, refusing, strict=True)]
    chosen = behind if kept is None else [one for one, keep in zip(behind, kept, strict=True) if keep]
    return [(one.strict_gated, one.loose_gated or ()) for one in chosen]


def gate_sections(sets: Sequence[Answers]) -> Iterator[tuple[str, str]]:
    """What the two English gates refuse on the answer sets, and what that does to the metrics."""
    found = [
        (old.refusal, new.refusal, another)
        for one in sets
        for old, new, another in zip(
            one.scores["official"], one.scores["corrected"], one.another_language, strict=True
        )
    ]
    before = Counter(old.reason for old, _, _ in found if old)
    after = Counter(new.reason for _, new, _ in found if new)
    freed = Counter(old.reason for old, new, _ in found if old and not new)
    caught = Counter(new.reason for old, new, _ in found if new and not old)
    answered = sum(bool(old and not new and another) for old, new, another in found)
    asked = sum(sets[0].another_language)
    scored_too = sum(map(all, zip(sets[0].another_language, sets[0].counts, strict=True)))
    yield (
        "gate effect",
        f"- **Effect.** Of {len(found):,} answers `english` refuses {before.total()}, `english_corrected` "
        f"{after.total()}: {freed.total()} are let through, {answered} of them to the {asked} prompts that "
        f"name another language ({scored_too} of which count), and {caught.total()} are refused anew.",
    )
    assert OFFICIAL.gate is not None
    reasons = [
        [f"`{reason}`", before[reason], after[reason], freed[reason], caught[reason]]
        for reason in (*OFFICIAL.gate.reasons, *NEW_REASONS)
    ]
    yield (
        "gate reasons",
        table(["reason", "`english`", "`english_corrected`", "let through", "refused anew"], reasons),
    )
    base = average([metrics(gated(one.scores["official"], one.scores["official"])) for one in sets])
    other_gate = [gated(one.scores["official"], one.scores["corrected"]) for one in sets]
    together = [gated(one.scores["corrected"], one.scores["corrected"], one.counts) for one in sets]
    rows = [["`ifeval_langcheck`, in percent", *(f"{value:.2f}" for value in base)]]
    for name, per_set in (
        ("official checks behind `english_corrected`, in points", other_gate),
        ("`ifeval_langcheck_corrected`, in points", together),
    ):
        now = average([metrics(found) for found in per_set])
        rows.append([name, *(signed(new - old) for new, old in zip(now, base, strict=True))])
    yield "gate metrics", table(["mean over the sets", *SHORT], rows)


def sections(sets: Sequence[Answers]) -> Iterator[tuple[str, str]]:
    """Name and text of every generated part of the page about English."""
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
    yield "excluded", excluded_table(CORRECTED)
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


ARABIC = get_suite("ifeval_arabic_inception")
ARABIC_CORRECTED = get_suite("ifeval_arabic_inception_corrected")


@dataclass(frozen=True)
class Asked:
    """One instruction of an Arabic prompt."""

    key: int
    id: str
    kwargs: Mapping[str, Any]

    @property
    def words(self) -> Sequence[str]:
        """The words it names."""
        words: Sequence[str] = self.kwargs.get("keywords") or self.kwargs.get("forbidden_words") or ()
        return words or [self.kwargs["keyword"]]


def several_spellings(asked: Asked) -> bool:
    """Whether a word has a vowel mark, a tatweel or a hamza on its alef."""
    return any(folded(word) != word.lower() for word in asked.words)


_SPELLED = ("name a word with vowel marks or a hamza on an alef", several_spellings)
DETAILS: Mapping[str, Sequence[tuple[str, Callable[[Asked], bool]]]] = {
    "keywords:existence": [_SPELLED],
    "keywords:frequency": [_SPELLED],
    "keywords:forbidden_words": [_SPELLED],
    "keywords:list_existence": [_SPELLED],
    "keywords:letter_list_freq": [
        ("name several letters", lambda asked: len(asked.kwargs["letters"]) > 1),
        ("look at the end of words", lambda asked: asked.kwargs["position"] == "end"),
        ("at any letter", lambda asked: asked.kwargs["position"] == "any"),
    ],
    "detectable_format:number_bullet_lists": [
        ("want more than one", lambda asked: asked.kwargs["num_bullets"] > 1)
    ],
    "length_constraints:nth_paragraph_first_word": [
        ("want more than one paragraph", lambda asked: asked.kwargs["num_paragraphs"] > 1),
        ("name several words", lambda asked: len(asked.kwargs["first_word"].split()) > 1),
    ],
}
"""What else is counted of a type's instructions."""


def instructions(items: Iterable[Item]) -> list[Asked]:
    """Every instruction of the prompts."""
    return [
        Asked(int(item.key), name, kwargs)
        for item in items
        for name, kwargs in zip(item.instruction_ids, item.kwargs, strict=True)
    ]


def concerned(name: str, asked: Sequence[Asked], prompts: int) -> str:
    """How many instructions and prompts have the type, as a sentence or two."""
    found = [one for one in asked if one.id == name]
    if not found:
        return f"None on the {prompts} prompts, where the type does not occur."
    keys = {one.key for one in found}
    text = f"{counted(len(found), 'instruction')} in {len(keys)} of {prompts} prompts."
    parts = [f"{sum(map(holds, found))} {said}" for said, holds in DETAILS.get(name, ())]
    return f"{text} {', '.join(parts)}." if parts else text


Impossible = Mapping[str, set[int]]
"""Keys of prompts that no response can satisfy, by reason."""


def impossible(asked: Sequence[Asked]) -> tuple[Impossible, Impossible]:
    """The prompts that the official HF and Inception tasks never find followed, strictly."""
    no_comma = {one.key for one in asked if one.id == "punctuation:no_comma"}
    comma = {
        one.key
        for one in asked
        if one.key in no_comma and set(COMMAS).intersection(one.kwargs.get("prompt_to_repeat", ""))
    }
    bullets, paragraphs = (
        "detectable_format:number_bullet_lists",
        "length_constraints:nth_paragraph_first_word",
    )

    def keys(name: str, detail: int) -> set[int]:
        holds = DETAILS[name][detail][1]
        return {one.key for one in asked if one.id == name and holds(one)}

    repeated = {"a comma is to be repeated, and none allowed": comma}
    return (
        {**repeated, "the first word asked for is several words": keys(paragraphs, 1)},
        {
            **repeated,
            "several bullet points, in one line": keys(bullets, 0),
            "several paragraphs, in one line": keys(paragraphs, 0),
        },
    )


def ceilings(items: Sequence[Item]) -> list[tuple[str, str, int]]:
    """Task, metric and how many prompts can be followed at best, in the official edition.

    Loosely, the line with the comma may be left out.
    """
    hf, inception = impossible(instructions(items))
    several_words = hf["the first word asked for is several words"]
    task = "ifeval_arabic_inception"
    return [
        (f"{task}_hf", "prompt_level_strict_acc", len(items) - len(set().union(*hf.values()))),
        (f"{task}_hf", "prompt_level_loose_acc", len(items) - len(several_words)),
        (task, "prompt_level_strict_acc", len(items) - len(set().union(*inception.values()))),
    ]


def arabic_sections(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Name and text of every generated part of the page about Arabic."""
    items = [ARABIC.item(row) for row in rows]
    mended = [ARABIC_CORRECTED.item(row) for row in rows]
    asked, total = instructions(items), len(items)
    kept = [item for item in mended if ARABIC_CORRECTED.counts(item)]
    left = sum(len(item.instructions) for item in kept)
    yield (
        "arabic measured",
        f"Official {total} prompts with {len(asked)} instructions of {len({one.id for one in asked})} types, "
        f"corrected {len(kept)} prompts with {left} instructions.",
    )
    for name in ARABIC.catalogue.checks:
        yield f"arabic effect {name}", f"- **Effect.** {concerned(name, asked, total)}"
    hf, inception = impossible(asked)
    best = [
        [f"`{task}`", f"`{metric}`", f"{number} of {total}", f"{100 * number / total:.1f}"]
        for task, metric, number in ceilings(items)
    ]
    yield "arabic ceilings", table(["official task", "metric", "prompts at best", "in percent"], best)
    never = {**hf, **inception}
    found = [[why, len(keys), ", ".join(map(str, sorted(keys)))] for why, keys in never.items()]
    yield "arabic impossible", table(["why no response can follow", "prompts", "keys"], found)
    lost = set().union(*(keys for why, keys in never.items() if why.endswith("in one line")))
    yield (
        "arabic lines",
        f"- **Effect.** {len(lost)} of {total} prompts cannot be followed in one line; "
        f"{len(lost.intersection(item.key for item in kept))} of them count in the corrected edition.",
    )
    changed = [old.key for old, new in zip(items, mended, strict=True) if old.kwargs != new.kwargs]
    yield (
        "arabic parameters",
        f"- **Effect.** The parameters of {counted(len(changed), 'prompt')} of {total} change: "
        f"{', '.join(map(str, changed))}.",
    )
    yield "arabic excluded", excluded_table(ARABIC_CORRECTED)
    both = sum(len(item.lang) > 1 for item in items)
    yield (
        "arabic gate inception",
        f"- **Effect.** The gate judges every answer: {total - both} prompts want Arabic, {both} Arabic with "
        "English.",
    )
    yield (
        "arabic gate arabic",
        "- **Effect.** The gate judges every answer. "
        f"{sum(map(exempt, items))} of {total} prompts are exempt from the 7 % officially, "
        f"{sum(asks_for_code(item.prompt) or exempt(item) for item in items)} corrected.",
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
    parser.add_argument(
        "--arabic", type=Path, default=data / "arabic" / "prompts.jsonl", help="the Arabic prompts"
    )
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "deviations.md")
    parser.add_argument("--check", action="store_true", help="say whether the page is current")
    options = parser.parse_args()
    if not (options.answers / "prompts.jsonl").is_file():
        print(f"no prompts.jsonl in {options.answers}; name the folder of answer sets", file=sys.stderr)
        return 2
    if not options.arabic.is_file():
        print(f"no {options.arabic}; name the Arabic prompts with --arabic", file=sys.stderr)
        return 2
    old = options.page.read_text(encoding="utf-8")
    sets = scored(options.answers)
    new = renewed(old, chain(sections(sets), gate_sections(sets), arabic_sections(lines(options.arabic))))
    if options.check:
        print(f"{options.page.name} is current" if new == old else f"{options.page.name} is out of date")
        return int(new != old)
    options.page.write_text(new, encoding="utf-8")
    print(f"{options.page}: tables written anew")
    return 0


if __name__ == "__main__":
    sys.exit(main())
