"""The documentation is what the code says, and its links lead somewhere."""

from __future__ import annotations

import configparser
import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    path
    for path in [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "lm_eval_tasks").rglob("*.md"),
        *(ROOT / "tests").rglob("*.md"),
        *(ROOT / "benchmarks").rglob("*.md"),
    ]
)
FENCED = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.S)
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
HEADING = re.compile(r"^#+ (.+?)\s*#*$", re.M)


def prose(page: Path) -> str:
    """A page without what is shown as code; a link's text may be code."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    return CODE.sub("code", text)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in HEADING.findall(text)}


def test_generated_pages_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for target in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            broken.append(target)
    assert broken == []


def test_every_page_is_in_the_index() -> None:
    docs = ROOT / "docs"
    linked = {
        (docs / target.partition("#")[0]).resolve() for target in LINK.findall(prose(docs / "README.md"))
    }
    there = {page.resolve() for page in docs.glob("*.md")} - {(docs / "README.md").resolve()}
    assert there - linked == set()


def test_rooms_are_those_that_are_held() -> None:
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg")
    layers = config["importlinter:contract:rooms"]["layers"].split("\n")
    held = [
        {name.strip().removeprefix("lm_eval_tasks.") for name in layer.split("|")}
        for layer in layers
        if layer
    ]
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|[^|]+\|([^|]+)\|$", page.split("Within `")[0], re.M)[2:]
    told = [{re.split("[/.]", name)[0] for name in re.findall("`([^`]+)`", row)} for row in rows]
    assert told == [room for room in held if room != {"__main__"}]


def test_the_examples_of_the_architecture_hold() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "architecture.md"), module_relative=False)
    assert (failed, tried) == (0, 5)


def test_links_are_found() -> None:
    assert LINK.findall('[a](b.md#c) and [`d`](<e.md>), ![f](g.png "h")') == ["b.md#c", "e.md", "g.png"]
    assert CODE.sub("code", "``a [b](c)`` [d](e)") == "code [d](e)"


def test_extras_that_are_named_exist() -> None:
    settings = configparser.ConfigParser()
    settings.read(ROOT / "setup.cfg", encoding="utf-8")
    there = set(settings["options.extras_require"])
    files = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("lm_eval_tasks/**/*.md")]
    files += ROOT.glob("lm_eval_tasks/**/*.py")
    named = {
        extra
        for file in files
        for extras in re.findall(r"lm-eval-tasks\[([\w,-]+)\]", file.read_text(encoding="utf-8"))
        for extra in extras.split(",")
    }
    assert {"ja", "thai", "ifbench"} <= named
    assert named <= there
    assert not any("_" in extra for extra in there), "older pips do not find an extra with an underscore"
