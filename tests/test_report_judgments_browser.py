"""The page of a ranking in a browser: every battle is found and read, hostile text does nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from test_judgments_commands import ROWS, written
from test_report_browser import browser

from lm_eval_tasks.cli import main

__all__ = ["browser"]

pytestmark = pytest.mark.slow
HOSTILE = "</script><img src=x onerror=alert(1)><b>bold</b>"


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_battles_are_filtered_and_read(browser: Any, tmp_path: Path, width: int, scheme: str) -> None:
    rows = [{**row, "reply": HOSTILE, "prompt": f"Prompt of {row['item']}"} for row in ROWS]
    with pytest.raises(SystemExit):
        main(["rank", written(tmp_path, rows), "--output", str(tmp_path / "out"), "--rounds", "20"])
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.goto((tmp_path / "out" / "report.html").as_uri())
    assert page.inner_text("#battle-status") == "6 of 6 battles shown"
    page.select_option("#battle-result", "undecided")
    assert page.inner_text("#battle-status") == "1 of 1 battles shown"
    page.click(".battle summary")
    assert HOSTILE in page.inner_text(".battle")
    assert "undecided: unparsed" in page.inner_text(".battle")
    page.select_option("#battle-result", "")
    page.fill("#battle-search", "prompt of 3")
    assert page.inner_text("#battle-status") == "1 of 1 battles shown"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert complaints == []
    context.close()
