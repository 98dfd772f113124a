"""Files that are written whole or not at all, and never over something that is not a file.

What is written goes to a new file beside the target, with a name that nobody can guess, and
replaces the target when it is complete.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path

from lm_eval_tasks.errors import OutputError

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)


def check_file(path: Path) -> None:
    """See that a file can be written at ``path``, before hours of work end in an error.

    Raises:
        OutputError: where it cannot, and why.
    """
    if not str(path) or path == Path():
        raise OutputError("an empty name; expected the name of a file")
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        mode = None
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from None
    if mode is not None and not stat.S_ISREG(mode):
        kind = next((name for test, name in _KINDS if test(mode)), "not a file")
        raise OutputError(f"{path} is {kind}; expected the name of a regular file, or - for standard output")
    check_folder(path.parent, make=False)


def check_folder(folder: Path, *, make: bool = True) -> None:
    """See that files can be written in ``folder``, which is made if it is not there.

    Raises:
        OutputError: where they cannot, and why.
    """
    try:
        if make:
            folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written: {error.strerror or error}") from None


def write_file(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a file whole; an earlier one stays until the new one is complete, and its mode is kept.

    Raises:
        OutputError: when it cannot be written; nothing is left of the new file then.
    """
    check_file(path)
    partial = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        partial = Path(name)
        with os.fdopen(handle, "wb") as file:
            os.chmod(partial, _mode(path))  # noqa: PTH101  # mkstemp makes files for their owner only
            for chunk in chunks:
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        if partial is not None:
            partial.unlink(missing_ok=True)


def _mode(path: Path) -> int:
    """The mode of the file that is there, else what the system gives a new one."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
