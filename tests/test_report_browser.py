"""The report in a browser: found, opened, read with a keyboard, on a phone, in the dark."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scored_runs import FIRST, HOSTILE, SECOND, make_run, many

from lm_eval_tasks.report.page import make_page

pytestmark = pytest.mark.slow
ARGUMENTS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run
    --disable-background-networking --disable-component-update --disable-sync""".split()
PHONE, DESKTOP = 360, 1280


def unavailable(what: str) -> None:
    """Skip, or fail where a browser is demanded."""
    message = f"the report is not tested in a browser: {what}"
    if os.environ.get("LM_EVAL_TASKS_REQUIRE_BROWSER"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        unavailable("no package playwright (pip install 'lm-eval-tasks[browser]')")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        unavailable("no chromium on the PATH")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    base = tmp_path_factory.mktemp("pages")
    first = make_run(base / "first_run_with_quite_a_long_name", "ifeval_langcheck", FIRST)
    second = make_run(base / "second", "ifeval_langcheck", SECOND)
    rows, answers = many(541)
    large = [make_run(base / name, "ifeval", answers, rows) for name in ("large", "larger")]
    made = {"one": [first], "two": [first, second], "large": large}
    for name, folders in made.items():
        (base / f"{name}.html").write_text(make_page(folders), encoding="utf-8")
    return {name: base / f"{name}.html" for name in made}


Open = Callable[..., Any]


@pytest.fixture
def visit(browser: Any, pages: dict[str, Path]) -> Iterator[Open]:
    """Opens a page; afterwards nothing was requested and nothing complained."""
    contexts, requests, complaints = [], [], []

    def visit(name: str, width: int = DESKTOP, scheme: str = "light", **options: Any) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, **options
        )
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.goto(pages[name].as_uri())
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
    assert len([url for url in requests if url.startswith("file:")]) == len(contexts)


def status(page: Any) -> str:
    text: str = page.locator("#status").inner_text()
    return text


def awaited(page: Any, text: str) -> None:
    """The search waits until typing pauses; so does this."""
    from playwright.sync_api import expect

    expect(page.locator("#status")).to_have_text(text)


def open_all(page: Any) -> None:
    for opener in page.locator("button.opener").all():
        opener.click()


def test_filters(visit: Open) -> None:
    page = visit("two")
    assert status(page) == "6 of 6 samples"
    assert page.locator("#status").get_attribute("aria-live") == "polite"
    page.get_by_role("combobox", name="Instruction type").select_option("punctuation:no_comma")
    assert status(page) == "1 of 6 samples"
    page.get_by_role("button", name="Clear").click()
    outcome = page.get_by_role("combobox", name="Outcome")
    for value, count in (("failed", 6), ("passed", 5), ("differ", 5), ("loose", 1), ("refused", 2)):
        outcome.select_option(value)
        assert (value, status(page)) == (value, f"{count} of 6 samples")
    page.get_by_role("combobox", name="Of run").select_option(label="B: second")
    assert status(page) == "1 of 6 samples"
    outcome.select_option("reason:arabic_punctuation")
    assert status(page) == "1 of 6 samples"
    outcome.select_option("note:empty")
    assert status(page) == "0 of 6 samples"
    assert page.get_by_text("No sample fits these filters.").is_visible()


def test_search_looks_into_prompts_and_answers(visit: Open) -> None:
    page = visit("two")
    for words, count in (
        ("LIGHTHOUSE", 1),
        ("gulls", 1),
        ("إجابة", 1),
        ("document.title = 'owned'", 1),
        ("zzz", 0),
    ):
        page.get_by_label("Search in prompts and answers").fill(words)
        awaited(page, f"{count} of 6 samples")


def test_links_of_the_summary_show_their_samples(visit: Open) -> None:
    page = visit("two")
    page.get_by_role("link", name="end_checker").click()
    assert status(page) == "1 of 6 samples"
    page.get_by_role("link", name="arabic_punctuation").click()
    assert status(page) == "1 of 6 samples"
    assert page.locator("#rows th.key").inner_text() == "5"


def test_answers_are_shown_as_text(visit: Open) -> None:
    page = visit("two")
    open_all(page)
    assert page.get_by_text(HOSTILE).first.is_visible()
    assert page.title().startswith("Instruction following")
    assert page.locator("#rows img, #rows script").count() == 0


def test_verdicts_say_why(visit: Open) -> None:
    page = visit("two")
    page.locator("button.opener").nth(0).click()
    first, second = page.locator(".answer").all()
    assert "comma ',' at character 16" in first.inner_text()
    assert "not followed" in first.inner_text()
    assert first.locator("mark.no").inner_text() == ",1"
    assert first.locator("mark.yes").inner_text() == "beacon2"
    assert "no comma" in second.inner_text()
    assert second.locator("mark.no").count() == 0
    page.locator("button.opener").nth(4).click()
    assert "Gate refused: arabic_punctuation" in page.locator(".answer").nth(3).inner_text()
    page.locator("button.opener").nth(5).click()
    assert "Loose: followed without the first line" in page.locator(".answer").nth(5).inner_text()


def test_direction_and_unseen_characters(visit: Open) -> None:
    page = visit("two")
    open_all(page)
    directions = page.eval_on_selector_all(
        ".answer .text", "all => all.map(one => [one.getAttribute('dir'), getComputedStyle(one).direction])"
    )
    assert {attribute for attribute, _ in directions} == {"auto"}
    assert [direction for _, direction in directions].count("rtl") == 1
    shown = page.locator(".hidden").all_inner_texts()
    assert shown == ["ZWSP", "U+202E", "U+202C", "U+D83D"]
    assert page.locator(".hidden").nth(1).get_attribute("title") == "U+202E"


def test_keyboard_alone(visit: Open) -> None:
    page = visit("two")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the samples"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type("lighthouse")
    awaited(page, "1 of 6 samples")
    for _ in range(5):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "opener"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "true"
    assert page.locator(".answer").count() == 2
    page.keyboard.press("Space")
    assert page.locator(".answer").count() == 0


def test_pages_of_a_large_run(visit: Open) -> None:
    page = visit("large")
    assert status(page) == "541 of 541 samples, 1 to 20 shown"
    assert page.locator("#rows > tr").count() == 20
    page.get_by_role("button", name="Next").click()
    assert status(page) == "541 of 541 samples, 21 to 40 shown"
    assert page.locator("#page").inner_text() == "Page 2 of 28"
    page.get_by_role("button", name="Previous").press("Enter")
    page.get_by_role("button", name="Previous").press("Enter")
    assert page.locator("#page").inner_text() == "Page 1 of 28"
    milliseconds = page.evaluate(
        """() => {
            const start = performance.now();
            document.getElementById('search').value = 'take 540.';
            document.getElementById('filters').dispatchEvent(new Event('change'));
            return performance.now() - start;
        }"""
    )
    assert status(page) == "1 of 541 samples"
    assert milliseconds < 1000


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
@pytest.mark.parametrize("name", ["one", "two"])
def test_fits_and_is_accessible(visit: Open, name: str, width: int, scheme: str) -> None:
    page = visit(name, width, scheme, bypass_csp=True)
    open_all(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 27)"}[scheme]
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        unavailable("no package axe-playwright-python (pip install 'lm-eval-tasks[browser]')")
    results = Axe().run(page).response
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in results["violations"]] == []
    assert "color-contrast" in {one["id"] for one in results["passes"]}


def test_without_scripts_the_summary_stands(visit: Open) -> None:
    page = visit("two", java_script_enabled=False)
    assert page.get_by_text("Browsing the samples needs JavaScript.").is_visible()
    assert page.get_by_text("prompt_level_strict_acc").is_visible()
    assert not page.get_by_role("combobox", name="Outcome").is_visible()
