"""Outputs are written whole, over regular files only, and looked at before the work."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from lm_eval_tasks.data.outputs import check_file, check_folder, write_file
from lm_eval_tasks.errors import OutputError


def test_a_new_file_has_the_mode_the_system_gives(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "page.html", [b"one", b"two"])
    finally:
        os.umask(before)
    assert (tmp_path / "page.html").read_bytes() == b"onetwo"
    assert stat.S_IMODE((tmp_path / "page.html").stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_the_mode_of_an_earlier_file_is_kept(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("old")
    page.chmod(0o600)
    write_file(page, [b"new"])
    assert (page.read_text(), stat.S_IMODE(page.stat().st_mode)) == ("new", 0o600)


def make_link(path: Path) -> None:
    path.with_name("target").write_text("kept")
    path.symlink_to(path.with_name("target"))


@pytest.mark.parametrize(
    ("make", "kind"),
    [(make_link, "a symbolic link"), (os.mkfifo, "a named pipe"), (Path.mkdir, "a folder")],
)
def test_only_regular_files_are_replaced(make: object, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "out"
    make(path)  # type: ignore[operator]
    before = path.lstat()
    with pytest.raises(OutputError, match=f"out is {kind}; expected the name of a regular file"):
        write_file(path, [b"new"])
    assert path.lstat() == before
    if kind == "a symbolic link":
        assert (tmp_path / "target").read_text() == "kept"


def test_a_device_is_refused() -> None:
    with pytest.raises(OutputError, match="/dev/null is a device"):
        check_file(Path(os.devnull))


@pytest.mark.parametrize("name", ["", "."])
def test_an_empty_name_is_refused(name: str) -> None:
    with pytest.raises(OutputError, match="an empty name"):
        check_file(Path(name))


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(OutputError, match=r"cannot be written: (File exists|Not a directory)"):
            check_folder(folder)
    with pytest.raises(OutputError, match="No such file or directory"):
        check_file(tmp_path / "absent" / "page.html")


def test_a_failure_leaves_the_earlier_file_and_no_partial_one(tmp_path: Path) -> None:
    def chunks() -> Iterator[bytes]:
        yield b"half"
        raise OSError(28, "No space left on device")

    page = tmp_path / "page.html"
    page.write_text("old")
    with pytest.raises(OutputError, match="No space left on device"):
        write_file(page, chunks())
    assert page.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
