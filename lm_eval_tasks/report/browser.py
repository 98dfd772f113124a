"""The samples of several runs, joined by prompt, as the page's script wants them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from lm_eval_tasks.report.runs import Run
from lm_eval_tasks.runs.records import GateDecision, Sample, Span
from lm_eval_tasks.text.thinking import after_thinking, continued

SHOWN_CHARACTERS = 60_000
"""Of one text; the rest is left to ``samples.jsonl``."""
SHOWN_THINKING = 4_000
SHOWN_SPANS = 200
"""Of one instruction in one text."""

_UNSAFE = re.compile("[<>&\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


def browsable(runs: Sequence[Run]) -> dict[str, Any]:
    """Every prompt with the answers of every run, in the order of the first run.

    A prompt of two runs is the same where key, turn, text and instructions are; a run
    that lacks a prompt has null there. A conversation is the prompt's where all runs have the
    same, and each answer's own where they hold answers of the run itself.
    """
    prompts: dict[str, dict[str, Any]] = {}
    conversations: dict[str, dict[int, Any]] = {}
    for index, run in enumerate(runs):
        stored = run.results.format > 1
        for sample in run.samples:
            identity = json.dumps(
                [sample.key, _turn(sample), sample.answer, sample.prompt, sample.instruction_ids]
            )
            prompt = prompts.setdefault(identity, _prompt(sample, len(runs)))
            prompt["answers"][index] = answer(sample, stored=stored)
            conversations.setdefault(identity, {})[index] = _conversation(sample)
    for identity, said in conversations.items():
        if any(one != next(iter(said.values())) for one in said.values()):
            prompts[identity].pop("conversation", None)
            for index, one in said.items():
                prompts[identity]["answers"][index]["conversation"] = one
    return {
        "runs": [{"letter": run.letter, "name": run.name} for run in runs],
        "prompts": list(prompts.values()),
    }


def answer(sample: Sample, *, stored: bool) -> dict[str, Any]:
    """What one run says to one prompt: the judged text, its verdicts and their reasons.

    ``stored`` says that the sample tells what was judged.
    """
    response = None if sample.response is UNSET else sample.response
    raw = _text(response)
    judged, notes = _judged(sample, raw, stored=stored)
    if sample.noted is not None:
        notes = list(sample.noted)
    elif response is None:
        notes = ["null", *notes]
    elif not judged.strip() and not notes:
        notes = ["empty"]
    found: dict[str, Any] = {
        "text": judged[:SHOWN_CHARACTERS],
        "strict": list(sample.strict),
        "why": list(sample.why or ()),
        "notes": notes,
    }
    if len(judged) > SHOWN_CHARACTERS:
        found["cut"] = len(judged) - SHOWN_CHARACTERS
    if judged != raw:
        before = raw[: len(raw) - len(judged)] if raw.endswith(judged) else raw
        found["before"] = _middle_left_out(before, SHOWN_THINKING)
        found["beforeIs"] = "thinking" if raw.endswith(judged) else "as it came"
    if sample.loose is not None:
        found["loose"] = list(sample.loose)
        found["variant"] = list(sample.loose_variant or ())
    if sample.spans:
        found["spans"] = [utf16_spans(judged[:SHOWN_CHARACTERS], some) for some in sample.spans]
    doubts = sample.doubts
    if any(doubts["strict"]) or any(doubts["loose"]):
        found["doubts"] = {kind: list(reasons) for kind, reasons in doubts.items()}
    gate = sample.gate
    if isinstance(gate, GateDecision):
        found["gate"] = {"passed": gate.passed, "reason": gate.reason or "", "detail": gate.detail or ""}
    return found


def script_json(value: Any) -> str:
    """``value`` as JSON that can stand inside a script element and in a UTF-8 file.

    Angle brackets and ampersands, line separators, lone surrogates and C1 controls are
    escaped, so no text can end the element or spoil the encoding.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def utf16_spans(text: str, spans: Sequence[Sequence[int]]) -> list[Span]:
    """Spans in characters as spans in UTF-16 units, which is how the page's script counts.

    Spans that do not fit the text are left out, and those beyond :data:`SHOWN_SPANS`.
    """
    kept = [
        (start, end)
        for start, end in (span for span in spans if len(span) == 2)
        if 0 <= start < end <= len(text)
    ][:SHOWN_SPANS]
    if text.isascii():
        return kept
    wide = [at for at, character in enumerate(text) if ord(character) > 0xFFFF]
    if not wide:
        return kept
    from bisect import bisect_left

    return [(start + bisect_left(wide, start), end + bisect_left(wide, end)) for start, end in kept]


def _text(response: Any) -> str:
    """The response as text; a function call that came as an object as its JSON."""
    if response is None:
        return ""
    return response if isinstance(response, str) else json.dumps(response, ensure_ascii=False, indent=2)


def _judged(sample: Sample, raw: str, *, stored: bool) -> tuple[str, list[str]]:
    """The text that was judged, and what is noted of it where the sample does not say.

    Files of the first release do not say what was judged: what is known is that the thinking was not.
    """
    if stored:
        judged = sample.judged_text
        return raw if judged is None else judged, []
    prepared = after_thinking(continued(sample.opened or "", raw))
    return prepared.string, list(prepared.notes)


def _prompt(sample: Sample, runs: int) -> dict[str, Any]:
    prompt: dict[str, Any] = {
        "key": str(sample.identity),
        "prompt": sample.prompt,
        "ids": list(sample.instruction_ids),
        "kwargs": [_arguments(given) for given in sample.kwargs or ()],
        "answers": [None] * runs,
    }
    if _turn(sample) is not None:
        prompt["turn"] = str(_turn(sample))
    conversation = _conversation(sample)
    if conversation is not None:
        prompt["conversation"] = conversation
    return prompt


def _conversation(sample: Sample) -> list[dict[str, str]] | None:
    """What was said before the answer, the prompt included; None where that is the prompt only."""
    own = sample.conversation or sample.stated("conversation")
    conversation = own or sample.messages or sample.stated("messages")
    if not isinstance(conversation, list):
        return None
    return [
        {"role": str(message.get("role", "")), "content": str(message.get("content", ""))}
        for message in conversation
        if isinstance(message, Mapping)
    ]


def _turn(sample: Sample) -> Any:
    return sample.turn if sample.turn is not None else sample.stated("turn")


def _arguments(given: Any) -> list[list[str]]:
    """An instruction's parameters as names and shown values; nulls are no parameters."""
    return [
        [
            str(name),
            value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True),
        ]
        for name, value in (given if isinstance(given, Mapping) else {}).items()
        if value is not None
    ]


def _middle_left_out(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    half = length // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters left out …]\n{text[-half:]}"
