"""Writes the pages of the documentation that follow from the code.

``python docs/generate.py`` writes ``docs/README.md``, ``docs/tasks.md``, ``docs/gates.md``,
``docs/formats.md``, ``docs/thinking.md``, ``docs/instructions/`` and the table of
``docs/data_defects.md``; with ``--check`` it writes nothing and exits with 1 where a page is stale.
The texts are the docstrings of the checks and gates, their typed parameters and the suites.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import answer_pages

from lm_eval_tasks.cli.explained import Topic, topics
from lm_eval_tasks.data.defects import IFEVAL, defects_table
from lm_eval_tasks.instructions.manual import Example, page
from lm_eval_tasks.instructions.model import CORRECTED
from lm_eval_tasks.instructions.suites import SUITES

DOCS = Path(__file__).resolve().parent
MADE = "<!-- Written by docs/generate.py from the code; edit the docstrings there. -->"
WRITTEN_FIRST = (
    "first_hour.md",
    "servers.md",
    "strict_and_loose.md",
    "reference_numbers.md",
    "python.md",
    "plugins.md",
    "architecture.md",
    "deviations.md",
    "data_defects.md",
    "agreement.md",
    "score.md",
    "report.md",
    "compare.md",
    "judging/score.md",
    "judging/ranking.md",
    "judging/trust.md",
    "performance.md",
    "growth.md",
    "scale.md",
    "rewards.md",
    "migration.md",
    "ci.md",
    "dependencies.md",
)
"""Pages written by hand, in the order of the index; any others follow."""

_CODE = re.compile(r"``(.+?)``")
_SPECIAL = re.compile(r"[\\`*<>\[\]|#]|(?<!\w)_|_(?!\w)")
_TWIN = re.compile(r"(_langcheck)?(_corrected)?$")
_LANGUAGE = re.compile(r"^(marco_mif|multi_ifeval|indic_ifeval_trans|indic_ifeval_ground)_.*")
"""Benchmarks with a task per language, which are named once."""


def pages() -> dict[str, str]:
    """Every generated page, by its path below ``docs/``."""
    known = topics()
    modules: dict[str, list[Topic]] = {}
    for topic in known:
        modules.setdefault(topic.module, []).append(topic)
    checks = {module: found for module, found in modules.items() if ".checks." in module}
    families: dict[str, dict[str, list[Topic]]] = {}
    for module, found in sorted(checks.items(), key=lambda item: item[0]):
        families.setdefault(module.split(".")[-2], {})[module] = found
    made = {f"instructions/{family}.md": family_page(family, members) for family, members in families.items()}
    made["instructions/README.md"] = instructions_index(families)
    made["gates.md"] = gates_page([topic for topic in known if topic.kind == "gate"])
    made["tasks.md"] = tasks_page()
    made["formats.md"] = joined([MADE, *answer_pages.formats(table)])
    made["thinking.md"] = joined([MADE, *answer_pages.thinking(table)])
    made["data_defects.md"] = defects_page()
    made["README.md"] = index()
    return made


def defects_page() -> str:
    """The page about defects of the data, its table written anew."""
    text = (DOCS / "data_defects.md").read_text(encoding="utf-8")
    begin, end = "<!-- begin defects -->\n", "<!-- end defects -->"
    head, _, rest = text.partition(begin)
    _, _, tail = rest.partition(end)
    return f"{head}{begin}{defects_table(IFEVAL)}\n{end}{tail}"


def family_page(family: str, members: Mapping[str, Sequence[Topic]]) -> str:
    """All instruction types of a family, one section a module."""
    said = import_module(f"lm_eval_tasks.instructions.checks.{family}").__doc__ or ""
    blocks = [MADE, f"# `{family}`", prose(said.strip()), "[All instruction types](README.md)"]
    for found in members.values():
        blocks += instruction(found)
    return joined(blocks)


def instruction(found: Sequence[Topic]) -> list[str]:
    """One instruction type: what it asks, its parameters, how it decides, examples, tasks."""
    first = found[0]
    blocks = [f"## `{first.check}`", sentence(first.said)]
    names = names_in_data(first.module)
    if names != [first.check]:
        blocks.append(f"**In the data** {listed(names)}")
    blocks += sections(first.page.sections, leave_out=("Source",))
    alike = merged(found)
    for topic in alike:
        if len(alike) > 1:
            blocks.append(f"**Parameters** in {listed(bases(topic.tasks))}")
        elif topic.parameters:
            blocks.append("**Parameters**")
        if topic.parameters:
            blocks.append(
                table(("name", "type", "if left out"), [parameter(one, topic) for one in topic.parameters])
            )
        elif len(alike) > 1:
            blocks.append("None.")
        else:
            blocks.append("**Parameters** none")
    blocks += examples(first.page.examples, "followed", "not followed")
    blocks.append(f"**Tasks** {listed(bases(task for topic in found for task in topic.tasks))}")
    return [*blocks, f"**Source** {prose(first.page.sections['Source'])}"]


def merged(found: Sequence[Topic]) -> list[Topic]:
    """The topics with the same parameters as one, whatever their data call them."""
    alike: dict[Any, list[Topic]] = {}
    for topic in found:
        alike.setdefault(topic.struct, []).append(topic)
    return [
        replace(topics[0], tasks=tuple(task for topic in topics for task in topic.tasks))
        for topics in alike.values()
    ]


def names_in_data(module: str) -> list[str]:
    """The ids under which rows ask for the check of ``module``."""
    names = {
        name
        for suite in SUITES.values()
        for name, check in suite.catalogue.checks.items()
        if check.module == module
    }
    return sorted(names)


def instructions_index(families: Mapping[str, Mapping[str, Sequence[Topic]]]) -> str:
    """Every instruction id with a line about it."""
    count = sum(len(members) for members in families.values())
    blocks = [
        MADE,
        "# Instruction types",
        f"{count} instruction types in {len(families)} families. `lm-eval-tasks explain ID` shows a page "
        "in the terminal, `lm-eval-tasks check --instruction ID --kwargs JSON FILE` judges a text by one. A "
        "page names the tasks that have an instruction without their twins `_langcheck` and `_corrected`.",
    ]
    for family, members in families.items():
        rows = [
            (link(name, f"{family}.md#{slug(found[0].check)}"), prose(found[0].said))
            for module, found in members.items()
            for name in names_in_data(module)
        ]
        blocks += [f"## [`{family}`]({family}.md)", table(("instruction", ""), rows)]
    return joined(blocks)


def gates_page(gates: Sequence[Topic]) -> str:
    """Every gate with its reasons; the shared detectors last."""
    blocks = [
        MADE,
        "# Gates",
        "A gate judges a whole response before its verdicts count. Where it refuses, every instruction of "
        "the response counts as not followed in the gated metrics, and the sample says the reason and the "
        "place. "
        "`lm-eval-tasks explain GATE` shows the same in the terminal.",
    ]
    modules: dict[str, list[Topic]] = {}
    for gate in gates:
        modules.setdefault(gate.module, []).append(gate)
    for module, found in modules.items():
        blocks += [f"## `{found[0].id}`", sentence(found[0].said), *sections(found[0].page.sections)]
        for gate in found:
            blocks.append(f"**Reasons** of `{gate.id}`, in the order tried: {listed(gate.reasons)}")
            blocks.append(f"**Tasks** of `{gate.id}`: {listed(gate.tasks)}")
        blocks += examples(page(module).examples, "passes", "refused")
    shared = page("lm_eval_tasks.instructions.gates.repetition")
    blocks += ["## Repetition", sentence(shared.title.rstrip(".")), *sections(shared.sections)]
    return joined([*blocks, *examples(shared.examples, "passes", "refused")])


def tasks_page() -> str:
    """Every task: what it is, its edition, its gate, its metrics and its data."""
    rows = [
        (
            f"`{suite.name}`",
            prose(suite.title),
            suite.edition,
            link(suite.gate.name, f"gates.md#{slug(gate_section(suite.gate.module))}")
            if suite.gate
            else "none",
            str(len(suite.catalogue.checks)),
            f"`{suite.hub.path}`{' on GitHub' if suite.hub.file else ''}, {suite.hub.rows} rows",
        )
        for suite in SUITES.values()
    ]
    metrics: dict[tuple[str, ...], list[str]] = {}
    for suite in SUITES.values():
        metrics.setdefault(tuple(metric.name for metric in suite.metrics), []).append(suite.name)
    return joined(
        [
            MADE,
            "# Tasks",
            'Run them with lm_eval and `--include_path "$(lm-eval-tasks path)"`, or score saved answers with '
            "`lm-eval-tasks score`. The official edition gives the verdicts of the reference, quirks "
            "included; the tasks that end in `_corrected` repair them.",
            table(("task", "", "edition", "gate", "instruction types", "data"), rows),
            "## Metrics",
            table(("tasks", "metrics"), [(listed(names), listed(found)) for found, names in metrics.items()]),
        ]
    )


def gate_section(module: str) -> str:
    """The name of the gate whose section of ``gates.md`` describes ``module``."""
    return next(topic.id for topic in topics() if topic.kind == "gate" and topic.module == module)


def index() -> str:
    """The list of all pages."""
    found = [*DOCS.glob("*.md"), *DOCS.glob("judging/*.md")]
    by_hand = {path.relative_to(DOCS).as_posix() for path in found} - {
        "README.md",
        "tasks.md",
        "gates.md",
        "formats.md",
        "thinking.md",
    }
    order = [name for name in WRITTEN_FIRST if name in by_hand]
    order += sorted(by_hand - set(order))
    lines = [f"- [{heading(name)}]({name})" for name in order]
    return joined(
        [
            MADE,
            "# Documentation",
            "Start with the [README](../README.md). These pages follow from the code and cannot go stale:",
            "- [Tasks](tasks.md): every task, its edition, gate, metrics and data\n"
            "- [Instruction types](instructions/README.md): what each asks, how it decides, its quirks\n"
            "- [Gates](gates.md): what refuses a whole response, and why\n"
            "- [Files of answers](formats.md): the forms of some twenty tools, each with a sample\n"
            "- [Where reasoning ends](thinking.md): the marks of models, and what they change",
            "These are written by hand:",
            "\n".join(lines),
        ]
    )


def heading(name: str) -> str:
    """The heading of a page written by hand."""
    for line in (DOCS / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            return line[2:].strip()
    raise SystemExit(f"docs/{name} has no heading")


def sections(found: Mapping[str, str], leave_out: Sequence[str] = ()) -> list[str]:
    """The sections of a docstring, each a paragraph with its name."""
    return [f"**{name}** {prose(text)}" for name, text in found.items() if name not in leave_out]


def examples(found: Iterable[Example], yes: str, no: str) -> list[str]:
    """A table an example; texts as JSON strings, so that whitespace and marks can be seen."""
    blocks = []
    for example in found:
        given = json.dumps(dict(example.parameters), ensure_ascii=False)
        where = f" in {listed(example.tasks)}" if example.tasks else ""
        blocks.append(f"**Example**{where}" + (f" {code(given)}" if example.parameters else ""))
        rows = [(yes, code(json.dumps(text, ensure_ascii=False))) for text in example.followed]
        rows += [(no, code(json.dumps(text, ensure_ascii=False))) for text in example.not_followed]
        blocks.append(table(("verdict", "response"), rows))
    return blocks


def parameter(one: Mapping[str, Any], topic: Topic) -> tuple[str, str, str]:
    """A row of the table of parameters."""
    default = "error" if one["required"] else code(json.dumps(one["default"], ensure_ascii=False))
    kind = relations(topic) if one["name"].endswith("relation") else prose(one["type"])
    return code(one["name"]), kind, default


def relations(topic: Topic) -> str:
    """The words for a comparison that the data of each task may use."""
    words: dict[tuple[str, ...], list[str]] = {}
    for task in topic.tasks:
        suite = SUITES[task]
        where = "corrected editions" if suite.edition == CORRECTED else code(bases([task])[0])
        found = words.setdefault(tuple(suite.catalogue.relations), [])
        if where not in found:
            found.append(where)
    if len(words) == 1:
        return f"one of {listed(next(iter(words)))}"
    return "; ".join(f"in {', '.join(tasks)} one of {listed(known)}" for known, tasks in words.items())


def bases(tasks: Iterable[str]) -> list[str]:
    """The tasks without their twins behind a gate or in the corrected edition."""
    return list(dict.fromkeys(_LANGUAGE.sub(r"\1_<language>", _TWIN.sub("", task)) for task in tasks))


def prose(text: str) -> str:
    """Text of a docstring as Markdown: its ``code`` as code, its other signs as they are."""
    pieces = _CODE.split(text)
    return "".join(
        code(piece) if at % 2 else _SPECIAL.sub(r"\\\g<0>", piece) for at, piece in enumerate(pieces)
    )


def sentence(text: str) -> str:
    """A title as a sentence."""
    return f"{prose(text[:1].upper() + text[1:])}."


def code(text: str) -> str:
    """A code span that can hold backticks, and stand in a table."""
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}".replace("|", r"\|")


def listed(names: Iterable[str]) -> str:
    """Names as code, with commas."""
    return ", ".join(map(code, names))


def link(name: str, target: str) -> str:
    """A link whose text is code."""
    return f"[{code(name)}]({target})"


def slug(title: str) -> str:
    """The anchor that a heading gets: lower case, blanks as hyphens, other signs dropped."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def joined(blocks: Iterable[str]) -> str:
    """Blocks with a blank line between them, and a newline at the end."""
    return "\n\n".join(blocks) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Write the pages, or say which are stale."""
    if set(arguments) - {"--check"}:
        print(__doc__)
        return 2
    made = pages()
    folder = DOCS / "instructions"
    leftover = {f"instructions/{path.name}" for path in folder.glob("*.md")} - set(made)
    stale = [
        name
        for name, text in made.items()
        if not (DOCS / name).is_file() or (DOCS / name).read_text(encoding="utf-8") != text
    ]
    if "--check" in arguments:
        for name in sorted({*stale, *leftover}):
            print(f"docs/{name} is not what the code says; run: python docs/generate.py")
        return 1 if stale or leftover else 0
    for name in sorted(leftover):
        (DOCS / name).unlink()
    for name in stale:
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(made[name], encoding="utf-8", newline="\n")
    print(f"{len(made)} pages, {len(stale)} written, {len(leftover)} removed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
