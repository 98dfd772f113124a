"""Processor time, peak memory and processes."""

from __future__ import annotations

import gc
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]


def cpu_seconds(run: Callable[[], object]) -> float:
    """Processor time of this process, so that a busy machine disturbs little."""
    start = time.process_time()
    run()
    return time.process_time() - start


def interleaved(runs: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median processor time of each, all measured in every round, one after another."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            gc.collect()
            times[name].append(cpu_seconds(run))
    return {name: median(values) for name, values in times.items()}


def cpu_of_children() -> float:
    """Processor seconds of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def child(code: str, *arguments: str) -> tuple[float, float]:
    """Processor seconds of a fresh interpreter that runs ``code``, and its peak memory in MB."""
    report = (
        "\nimport sys as _sys\n"
        "_peak = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "_sys.stderr.write('\\n' + _peak.split()[1])"
    )
    before = cpu_of_children()
    done = subprocess.run(
        [sys.executable, "-c", code + report, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return cpu_of_children() - before, int(done.stderr.rsplit("\n", 1)[1]) / 1024


def best_child(code: str, *arguments: str, rounds: int) -> tuple[float, float]:
    """The median of several fresh interpreters."""
    runs = [child(code, *arguments) for _ in range(rounds)]
    return median(seconds for seconds, _ in runs), median(memory for _, memory in runs)
