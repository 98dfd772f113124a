"""What lm_eval calls. The only room that knows lm_eval."""

from typing import Any

from lm_eval_tasks.harness.tasks import called, explained, load_for, process_results_for


def __getattr__(name: str) -> Any:
    """What a task's YAML names: a function of a task, or a class of tasks; see ``utils.py`` beside it."""
    if name == "OwnTask":
        from lm_eval_tasks.harness.own_task import OwnTask

        return OwnTask
    if name in ("ConversationTask", "TurnByTurnTask"):
        from lm_eval_tasks.harness import conversations

        return getattr(conversations, name)
    return called(name)


__all__ = ["called", "explained", "load_for", "process_results_for"]
