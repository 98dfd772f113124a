"""A run beside the same answers judged by the corrected edition: what the known faults cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lm_eval_tasks.instructions.model import ItemScore
from lm_eval_tasks.instructions.scoring.results import counted_columns, metrics_of, results_of
from lm_eval_tasks.instructions.scoring.run import ScoredRun
from lm_eval_tasks.runs.several import numbered
from lm_eval_tasks.runs.store import plain

KEPT = ("task", "signature", "n_prompts", "n_instructions", "metrics", "by_instruction", "gate", "excluded")


def corrected_part(official: ScoredRun, corrected: ScoredRun) -> dict[str, Any]:
    """What ``results.json`` holds under ``corrected``.

    The corrected run's own numbers; ``official_on_same_prompts``, the official metrics over
    the prompts that both count; ``difference`` by metric (corrected less official, each over
    its own prompts) and by instruction type; and ``flipped``, one entry for every verdict
    that is another one. Prompts that only one of the two counts flip nothing.
    """
    results = plain(results_of(corrected))
    flipped = _flipped(official, corrected)
    metrics = metrics_of(official.task, official.scores)
    keys = {score.key for score in corrected.scores}
    shared = metrics_of(official.task, [score for score in official.scores if score.key in keys])
    return {
        **{name: results[name] for name in KEPT},
        "official_on_same_prompts": {name: one.value for name, one in shared.items()},
        "difference": {
            "metrics": {
                name: one["value"] - metrics[name].value
                for name, one in results["metrics"].items()
                if name in metrics and None not in (one["value"], metrics[name].value)
            },
            "by_instruction": _by_instruction(flipped),
        },
        "flipped": flipped,
    }


def _flipped(official: ScoredRun, corrected: ScoredRun) -> list[dict[str, Any]]:
    """Every verdict that differs, in the order of the data."""
    before, after = ({one.kind: one for one in counted_columns(run.task)} for run in (official, corrected))
    kinds = [kind for kind in before if kind in after]
    others = dict(zip(numbered(corrected.scores), corrected.scores, strict=True))
    several = official.matched.per_prompt > 1
    flipped = []
    for name, score in zip(numbered(official.scores), official.scores, strict=True):
        other = others.get(name)
        if other is None or other.instruction_ids != score.instruction_ids:
            continue
        for kind in kinds:
            pairs = zip(before[kind].of(score), after[kind].of(other), strict=True)
            for position, (was, now) in enumerate(pairs):
                if was != now:
                    flipped.append(
                        {
                            "key": score.key,
                            **({"answer": name[1]} if several else {}),
                            "instruction_id": score.instruction_ids[position],
                            "position": position,
                            "kind": kind,
                            "official": was,
                            "corrected": now,
                            "why_official": _why(score, position, kind),
                            "why_corrected": _why(other, position, kind),
                        }
                    )
    return flipped


def _why(score: ItemScore, position: int, kind: str) -> str:
    """The sentence about one instruction, the loose variant that follows, and the gate's, if it refused."""
    why = score.why[position]
    variant = score.loose_variant[position]
    if kind == "loose" and variant is not None and not score.strict[position]:
        why += f"; followed {variant}"
    return f"{why}; the gate refused: {score.refusal.detail}" if score.refusal else why


def _by_instruction(flipped: list[dict[str, Any]]) -> dict[str, Any]:
    """How many verdicts each instruction type gained and lost; only types with any."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for one in flipped:
        kinds = found.setdefault(one["instruction_id"], {})
        tally = kinds.setdefault(one["kind"], {"gained": 0, "lost": 0})
        tally["gained" if one["corrected"] else "lost"] += 1
    return {name: found[name] for name in sorted(found)}


def flips_by_sample(part: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The flipped verdicts with strict and loose of one instruction in one entry."""
    merged: dict[tuple[Any, ...], dict[str, Any]] = {}
    for one in part["flipped"]:
        entry = merged.setdefault((one["key"], one.get("answer"), one["position"]), {**one, "kinds": []})
        entry["kinds"].append(one["kind"])
    return list(merged.values())
