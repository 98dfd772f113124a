"""A task of lm_eval whose rows hold a conversation, for the model to continue.

``doc_to_text`` must give one string, which lm_eval puts into one user turn. A conversation
has turns of its own, so the task renders them itself, with the model's chat template.

Source    EleutherAI/lm-evaluation-harness 0.4.10 to 0.4.13, ``ConfigurableTask``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from lm_eval.api.task import ConfigurableTask

log = logging.getLogger("lm_eval_tasks")


class ConversationTask(ConfigurableTask):  # type: ignore[misc]  # lm_eval has no types
    """A task that sends the messages of a row's column ``messages``, as they are.

    Name it in a task's YAML under ``class``. Without ``--apply_chat_template`` the messages
    are joined by blank lines, as plain text for a base model, and a warning says so.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__(config={name: value for name, value in (config or {}).items() if name != "class"})
        self._warned = False

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
        system = [{"role": "system", "content": system_instruction}] if system_instruction else []
        messages = system + [
            {name: message[name] for name in ("role", "content")} for message in doc["messages"]
        ]
        if apply_chat_template and chat_template:
            return chat_template(messages)
        if not self._warned:
            self._warned = True
            log.warning(
                "%s: without --apply_chat_template the conversation is sent as plain text; published numbers "
                "use the model's chat template",
                self.config.task,
            )
        return "\n\n".join(message["content"] for message in messages)
