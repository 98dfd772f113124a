"""The generated pages about saved answers: the forms of files, and the marks of reasoning.

Both are made by running the package: every sample in ``tests/forms`` is read, and every mark judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from lm_eval_tasks.data.forms import FORMS
from lm_eval_tasks.data.responses import read_responses
from lm_eval_tasks.instructions.suites import get_suite
from lm_eval_tasks.text.template_tokens import END_TOKENS
from lm_eval_tasks.text.thinking import GPT_OSS_FINAL, MARKS, WRAPPERS

SAMPLES = Path(__file__).resolve().parent.parent / "tests" / "forms"
OWN = (
    ("lm_eval", "lm_eval `--log_samples`, Open LLM Leaderboard 2024", "0.4.2 to 0.4.13", "doc with resps"),
    ("samples", "`lm-eval-tasks score`", "all", "response with instruction_id_list and strict"),
    ("conversations", "scripts", "2026", "key with responses, one per turn"),
)
Table = Callable[[Sequence[str], Iterable[Sequence[str]]], str]
ROW = {
    "key": 1,
    "prompt": "Name a winter vegetable in lower case and without commas.",
    "instruction_id_list": ["punctuation:no_comma", "change_case:english_lowercase"],
    "kwargs": [{}, {}],
}
REASONING, ANSWER = "A leek, or kale? Kale.", "the kale in this garden is best after the first frost"


def formats(table: Table) -> list[str]:
    """The blocks of ``formats.md``."""
    samples: dict[str, list[str]] = {}
    for file in sorted(SAMPLES.iterdir()):
        if file.name != "prompts.jsonl":
            samples.setdefault(read_responses(str(file)).kind, []).append(file.name)
    known = [*OWN, *((form.name, form.tool, form.versions, form.columns) for form in FORMS)]
    rows = [
        [name, tool, versions, columns, _samples(samples.get(name, []), name)]
        for name, tool, versions, columns in known
    ]
    return [
        "# Files of answers that `score` reads",
        "The form of a file is found by its columns and its packing by its bytes. The file's name says "
        'nothing. `score` names the form it found, unless it is the plain one. The column "form of" '
        "names the releases whose form this is, as far as it is known. The samples are our own, and none of "
        "the tools was run.",
        table(["form", "tool", "form of", "recognised by", "sample"], rows),
        "Every sample is read and scored by `tests/test_forms.py`, under a name that tells nothing.",
        "## Packings",
        "JSONL; JSON (a list, an object, or indented values one after another); CSV with a header (commas, "
        "semicolons or tabs); parquet; Arrow; the zip of inspect. All of these may also be packed with gzip, "
        "zstd (Python 3.14, or `pip install 'lm-eval-tasks[zst]'`), bzip2 or xz. A Git LFS pointer, another "
        "zip, an HTML page, UTF-16, and a damaged file are one sentence each, with the way out.",
        "## Shapes of an answer",
        "An answer may be a text, a chat message, a list of messages (the assistant's last one counts), "
        "a list "
        "of content parts (reasoning parts are left out), or an object of the APIs: chat completion, "
        "completion, Responses, batch record, Anthropic message, Gemini candidates. A list of texts, or "
        "several choices, are [several answers](score.md#several-answers-per-prompt). Every other shape is "
        "refused, with its lines and what was found. It is never scored as an empty answer.",
        "## Files of no known form",
        "`--response-column`, `--prompt-column` and `--key-column` name the columns. A dot reaches into an "
        "object: `--response-column output.text`. `--skip-bad-rows` leaves out what cannot be read, "
        "counts it, "
        "names it, and says so in the signature.",
        "## A new form",
        "One module in `lm_eval_tasks/data/forms` with a `Form`, its line in `FORMS`, a sample in own "
        "words in "
        "`tests/forms`, and its line in `tests/test_forms.py`.",
    ]


def _samples(names: Sequence[str], form: str) -> str:
    if not names:
        return "`tests/test_score_command.py`" if form == "samples" else "`tests/test_multi_if.py`"
    return ", ".join(f"[{name}](../tests/forms/{name})" for name in names)


def thinking(table: Table) -> list[str]:
    """The blocks of ``thinking.md``."""
    cases = [
        (mark.name, f"{mark.openings[0]}\n", f"\n{mark.closings[0]}\n", mark.closings[0], mark.models)
        for mark in MARKS
    ]
    cases.insert(
        1,
        (
            "gpt-oss",
            "<|channel|>analysis<|message|>",
            f"<|end|><|start|>assistant{GPT_OSS_FINAL}",
            GPT_OSS_FINAL,
            "gpt-oss",
        ),
    )
    cases.insert(2, ("gpt-oss, tokens dropped", "analysis", "assistantfinal", "auto", "gpt-oss"))
    rows = [
        [_code(opening), _code(closing), models, *_effect(opening, closing, mark)]
        for _, opening, closing, mark, models in cases
    ]
    wrappers = [[_code(one.opening), _code(one.closing), one.models] for one in WRAPPERS]
    return [
        "# Where reasoning ends",
        "What a model thinks is not judged. Where its thinking ends depends on the model. The official "
        "edition "
        "knows three closing marks, as the reference does: `</think>`, `</think_fast>`, "
        "`</think_faster>`. It "
        "judges what follows the last of them. The corrected edition knows the table below.",
        "A mark that an edition does not leave out is part of the answer, and `score` says how many answers "
        "have one. `--think-end '[/THINK]'` judges what follows that mark, and may be given several times. "
        '`--think-end auto` uses the table. `InstructionReward(think_end=("auto",))` and lm_eval\'s '
        '`--metadata \'{"think_end": "auto"}\'` do the same. The choice is part of the signature.',
        "## Marks, and what they change",
        f"The answer `{ANSWER}` follows both instructions (no commas, lower case), the reasoning "
        f"`{REASONING}` follows neither. The last three columns are executed: instructions followed by the "
        "official edition, with `--think-end`, and with `--think-end auto`.",
        table(["opens", "ends", "models", "official", "named", "auto"], rows),
        "## Wrappers",
        "`auto` also leaves out what some models put around the answer after their reasoning:",
        table(["opens", "ends", "models"], wrappers),
        "## Reasoning that never ends",
        "A response that opens with a mark and never closes it holds no answer (`unclosed_thinking`). "
        "So does "
        "a response to a prompt that opened the mark itself, as the chat templates of DeepSeek-R1 and "
        "Qwen3-Thinking do: `score` sees it in the log's own prompt, the reward in `prompts`. lm_eval "
        "does not "
        "show a task the rendered prompt, so our own logs are scored as the run that wrote them scored them.",
        "With `auto`, an answer that only mentions a mark (in quotes or backticks, amid a sentence) "
        "stays whole.",
        "## Template tokens at the end",
        "A token such as `<|im_end|>` at the end of an answer fails `startend:end_checker`, "
        "`startend:quotation` and `detectable_format:json_format`, in the reference too. The official "
        "edition "
        "keeps it, and `score` counts such answers. The corrected edition leaves out the token and what "
        "follows it, if nothing follows or another turn begins: " + ", ".join(map(_code, END_TOKENS)) + ".",
    ]


def _effect(opening: str, closing: str, mark: str) -> list[str]:
    suite = get_suite("ifeval")
    response = f"{opening}{REASONING}{closing}{ANSWER}"
    found = [one.score(ROW, response).strict for one in (suite, suite.with_think_end([mark]))]
    found.append(suite.with_think_end(["auto"]).score(ROW, response).strict)
    return [f"{sum(strict)} of 2" for strict in found]


def _code(text: str) -> str:
    return f"`{text.strip()}`".replace("|", "\\|")
