"""The record of a judgment, and several files as one."""

from lm_eval_tasks.judgments.records import Dropped, Judgment, Judgments, Style, joined


def one(**fields: object) -> Judgment:
    return Judgment(**{"item": "q1", "cluster": "q1", "model_a": "m", "model_b": "n", **fields})  # type: ignore[arg-type]


def test_a_swapped_judgment_tells_the_same_for_the_other_model() -> None:
    told = one(outcome=1.0, first="b", style_a=Style(characters=3), answer_a="x").swapped()
    assert (told.pair, told.outcome, told.first) == (("n", "m"), 0.0, "a")
    assert told.style_b == Style(characters=3)
    assert told.answer_b == "x"
    assert told.swapped() == one(outcome=1.0, first="b", style_a=Style(characters=3), answer_a="x")


def test_the_outcome_of_the_answer_shown_first() -> None:
    assert one(outcome=0.25, first="b").first_outcome == 0.75
    assert one(outcome=0.25).first_outcome is None
    assert one(first="a", undecided="unparsed").first_outcome is None


def test_files_are_joined_and_what_was_dropped_is_added_up() -> None:
    left = Judgments("x", "f", (one(outcome=1.0),), (Dropped("self battle", 2, ("x: row 1",)),), ("n",))
    right = Judgments("y", "f", (one(undecided="null"),), (Dropped("self battle", 1, ("y: row 3",)),), ("n",))
    both = joined([left, right])
    assert (both.source, both.form, len(both), both.notes) == ("x, y", "f", 2, ("n",))
    assert both.dropped == (Dropped("self battle", 3, ("x: row 1", "y: row 3")),)
    assert both.models == ("m", "n")
    assert both.undecided == {"null": 1}
