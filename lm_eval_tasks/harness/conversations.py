"""Tasks of lm_eval whose prompts are conversations: one that is in the data, or one with the model.

lm_eval sends one request a document and puts one text into one user turn. A conversation has
turns of its own, so the tasks here render them themselves, with the model's chat template; and
where the model's own answers are part of it, they ask the model once more for each further turn,
between generation and scoring. What this needs of lm_eval is checked here and nowhere else; what
differs between its releases is in :mod:`lm_eval_tasks.harness.releases`.

Source    EleutherAI/lm-evaluation-harness 0.4.10 to 0.4.13, ``ConfigurableTask`` and ``evaluate``.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from typing import Any, NoReturn

from lm_eval_tasks.errors import HarnessError
from lm_eval_tasks.harness import releases
from lm_eval_tasks.harness.own_task import OwnTask
from lm_eval_tasks.harness.tasks import command_line

log = logging.getLogger("lm_eval_tasks")


class ConversationTask(OwnTask):
    """A task that sends the messages of a row's column ``messages``, as they are.

    Name it in a task's YAML under ``class``. Without ``--apply_chat_template`` the messages
    are joined by blank lines, as plain text for a base model, and a warning says so.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__(config)
        self._warned = False

    def messages(self, doc: Mapping[str, Any]) -> list[dict[str, str]]:
        """What is said before the model's first answer."""
        return [{name: message[name] for name in ("role", "content")} for message in doc["messages"]]

    def fewshot_context(
        self,
        doc: Mapping[str, Any],
        num_fewshot: int,  # noqa: ARG002  # the YAML says 0, which lm_eval holds to
        system_instruction: str | None = None,
        apply_chat_template: bool = False,
        fewshot_as_multiturn: bool = False,  # noqa: ARG002
        chat_template: Callable[..., str] | None = None,
        gen_prefix: str | None = None,  # noqa: ARG002
    ) -> str:
        """The conversation as one prompt; few-shot examples would be no part of it."""
        messages = _system(system_instruction) + self.messages(doc)
        if apply_chat_template and chat_template:
            return chat_template(messages)
        return self.without_template(messages)

    def without_template(self, messages: list[dict[str, str]]) -> str:
        """The messages as plain text, and a warning."""
        if not self._warned:
            self._warned = True
            log.warning(
                "%s: without --apply_chat_template the conversation is sent as plain text; published numbers "
                "use the model's chat template",
                self.config.task,
            )
        return "\n\n".join(message["content"] for message in messages)


class TurnByTurnTask(ConversationTask):
    """A task in which the model answers several turns and sees its own answers.

    A document's ``turns`` (JSON text) hold the user's prompts. lm_eval sends the first turn as
    any request. Between generation and scoring it applies filters, once a task; there the
    further turns are sent, one batch a turn over all conversations. Each answer is a request
    of the same document, so ``process_results`` gets them in order, and logs hold them all.

    Answers stand in the history as the model gave them; one that is not a text is empty there.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__(config)
        if not releases.returns_all_turns():
            self._refuse(
                f"lm_eval {releases.release()} returns the answers of further turns in another form; "
                f"releases that work: {', '.join(releases.TESTED)}"
            )
        if releases.release() not in releases.TESTED:
            log.warning(
                "%s: lm_eval %s is not among the releases its turns were tested with (%s)",
                self.config.task,
                releases.release(),
                ", ".join(releases.TESTED),
            )
        if (self.config.repeats or 1) != 1:
            self._refuse("a conversation is held once; repeats must be 1")
        self._model: Any = None
        self._system: list[dict[str, str]] = []

    def messages(self, doc: Mapping[str, Any]) -> list[dict[str, str]]:
        """The user's first turn."""
        return [{"role": "user", "content": _prompts(doc)[0]}]

    def without_template(self, messages: list[dict[str, str]]) -> NoReturn:  # noqa: ARG002
        """Refuse: without roles a model cannot tell its answers from the user's words.

        Raises:
            HarnessError: always; under lm_eval's command it is one message and exit code 2.
        """
        self._refuse("a conversation of several turns needs the model's chat template: --apply_chat_template")

    def build_all_requests(self, **given: Any) -> None:
        """The first turn's requests; the model and the system prompt are remembered for the others.

        Raises:
            HarnessError: when lm_eval does not hand over the model's own chat template.
        """
        template = given.get("chat_template")
        if not given.get("apply_chat_template") or template is None:
            self.without_template([])
        # lm_eval passes the bound method of the model that answers.
        self._model = getattr(template, "__self__", None)
        if not callable(getattr(self._model, "generate_until", None)):
            self._refuse(
                f"lm_eval {releases.release()} does not hand over the model with its chat template, so that "
                f"further turns cannot be sent; releases that do: {', '.join(releases.TESTED)}"
            )
        self._system = _system(given.get("system_instruction"))
        super().build_all_requests(**given)

    def apply_filters(self) -> Any:
        """Hold the further turns, then filter all answers as usual."""
        self._hold_turns()
        return super().apply_filters()

    def process_results(self, doc: dict[str, Any], results: list[Any]) -> dict[str, Any]:
        """The metrics of a conversation.

        Raises:
            HarnessError: when lm_eval does not give back an answer a turn.
        """
        if len(results) != len(_prompts(doc)):
            self._refuse(
                f"lm_eval {releases.release()} gives back {len(results)} answers to a conversation of "
                f"{len(_prompts(doc))} turns; releases that give all: {', '.join(releases.TESTED)}"
            )
        return dict(super().process_results(doc, results))

    def _hold_turns(self) -> None:
        """Send turn after turn, each with all that was said before it."""
        histories = {
            first.doc_id: [*self._system, *self.messages(first.doc)]
            for first in self._instances
            if first.idx == 0
        }
        latest = [instance for instance in self._instances if instance.idx == 0]
        while latest:
            requests = []
            for before in latest:
                prompts, turn = _prompts(before.doc), before.idx + 1
                if turn == len(prompts):
                    continue
                said = before.resps[0] if before.resps else None
                history = histories[before.doc_id]
                history.append({"role": "assistant", "content": said if isinstance(said, str) else ""})
                history.append({"role": "user", "content": prompts[turn]})
                request = copy(before)  # releases differ in what an instance is made of
                # Arguments of its own: some models take keys out of them.
                request.arguments = (
                    self._model.apply_chat_template(history),
                    deepcopy(self.config.generation_kwargs),
                )
                request.idx, request.resps, request.filtered_resps = turn, [], {}
                requests.append(request)
            if requests:
                log.info("%s: turn %d, %d requests", self.config.task, requests[0].idx + 1, len(requests))
                for request, answer in zip(requests, self._model.generate_until(requests), strict=True):
                    request.resps.append(answer)
                self._instances += requests
            latest = requests

    def _refuse(self, problem: str) -> NoReturn:
        message = f"{self.config.task}: {problem}"
        if command_line():
            print(f"error: {message}", file=sys.stderr)
            raise SystemExit(2)
        raise HarnessError(message)


def _prompts(doc: Mapping[str, Any]) -> list[str]:
    return [turn["prompt"] for turn in json.loads(doc["turns"])]


def _system(instruction: str | None) -> list[dict[str, str]]:
    return [{"role": "system", "content": instruction}] if instruction else []
