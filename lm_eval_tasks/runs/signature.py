"""The line that says how a number came about: its parts, compared and looked up.

Two runs with the same signature were judged by the same rules on the same prompts.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def differing_parts(one: str, other: str) -> tuple[list[str], list[str]]:
    """The parts that only the one has, and those that only the other has."""
    first, second = one.split("|"), other.split("|")
    return [part for part in first if part not in second], [part for part in second if part not in first]


def release(package: str) -> str | None:
    """The installed release of a distribution, or None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
