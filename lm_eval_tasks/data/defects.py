"""Rows of public data sets that ask for one thing and test another, and what the corrected edition does.

A defect is known by the key and the digest of its prompt, so that a row of other data with the same key
stays as it is. ``docs/data_defects.md`` is written from these tables.

Source    every argument of google/IFEval was compared with its prompt.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from immutabledict import immutabledict

from lm_eval_tasks.data.rows import Excluded, digest

Kind = Literal["contradiction", "not tested", "tested differently", "two readings"]
Handling = Literal["repaired", "read by the prompt", "excluded"]

Given = Mapping[str, Any]


def _shown(given: Given) -> str:
    return " ".join(str(value) for value in given.values())


class Defect(NamedTuple):
    """What is wrong with one row.

    ``changed`` are the instructions that get other parameters, by their place, and ``added`` are
    those that the prompt asks for and the row lacks. A defect with neither is either excluded or
    mended by a corrected reading that looks at the prompt.
    """

    prompt: str
    kind: Kind
    asked: str
    tested: str
    handling: Handling
    changed: tuple[tuple[int, str, Given], ...] = ()
    added: tuple[tuple[str, Given], ...] = ()

    @property
    def effect(self) -> str:
        """What the corrected edition does with the row, as a sentence."""
        if self.handling == "excluded":
            return "excluded"
        if self.handling == "read by the prompt":
            return "judged by the prompt's wording"
        names = [f"`{name}` {_shown(given)}" for _, name, given in self.changed]
        names += [f"`{name}` {_shown(given)} added" for name, given in self.added]
        return "repaired: " + ", ".join(names)


LOWER, UPPER = "change_case:english_lowercase", "change_case:english_capital"
WORDS, PRESENT = "length_constraints:number_words", "keywords:existence"


def _words(relation: str, number: int) -> tuple[tuple[str, Given], ...]:
    return ((WORDS, immutabledict({"relation": relation, "num_words": number})),)


def _phrase(text: str) -> tuple[tuple[str, Given], ...]:
    return ((PRESENT, immutabledict({"keywords": [text]})),)


_NONE: Given = immutabledict()
_BY_REPEATING = "the request to be repeated itself holds what another instruction forbids"
_OWN_TITLE = "a title in double angular brackets"
_ITS_EXAMPLE = "any brackets, also those of the request that must be repeated"
_LENGTH = "the length is not tested"
_CASE = "the case is not tested"
_ALONE = "an option and nothing else"
_CONTAINS = "an answer that contains an option"

IFEVAL: Mapping[int, Defect] = immutabledict(
    {
        16: Defect("b69747f6b61e", "contradiction", _OWN_TITLE, _ITS_EXAMPLE, "read by the prompt"),
        30: Defect(
            "88c1e61a2f1c",
            "not tested",
            "lower case letters",
            "the case is not tested, and the quotation marks twice",
            "repaired",
            changed=((2, LOWER, _NONE),),
        ),
        251: Defect(
            "db0983debca0", "not tested", "lowercase letters", _CASE, "repaired", added=((LOWER, _NONE),)
        ),
        331: Defect(
            "4e893b12476b",
            "not tested",
            "ten words in capitals that are adjectives or verbs",
            "ten words in capitals",
            "excluded",
        ),
        337: Defect("b68abaf3a3d0", "tested differently", "400 words", "336 words", "excluded"),
        374: Defect("2a4bb8293311", "contradiction", _BY_REPEATING, "two forbidden words", "excluded"),
        1012: Defect("8a63267087dc", "contradiction", _OWN_TITLE, _ITS_EXAMPLE, "read by the prompt"),
        1174: Defect(
            "8116c07e15ec", "tested differently", "at least 6 letters o", "fewer than 6 letters o", "excluded"
        ),
        1332: Defect(
            "8e44299e82c1", "contradiction", "six asterisks, and seven are shown", "six asterisks", "excluded"
        ),
        1348: Defect(
            "d2ccf7b5257f",
            "not tested",
            "a biography that starts with the name",
            "the name anywhere",
            "excluded",
        ),
        1551: Defect(
            "e03c7339932b", "not tested", "two titles, one for each letter", "one title", "read by the prompt"
        ),
        1561: Defect("3ce4a1d295b7", "contradiction", _OWN_TITLE, _ITS_EXAMPLE, "read by the prompt"),
        1627: Defect("2353c9dcc6ba", "contradiction", _BY_REPEATING, "a comma", "excluded"),
        1645: Defect(
            "d43f207bb4ae", "not tested", "10 words", _LENGTH, "repaired", added=_words("around", 10)
        ),
        1653: Defect(
            "fb5dee83c696",
            "not tested",
            "a few words in capitals, fewer than four",
            "fewer than four",
            "read by the prompt",
        ),
        1813: Defect(
            "d5ec48ab6c1a",
            "two readings",
            "capitalize all your words: in capitals, or each with a capital",
            "everything in capitals",
            "read by the prompt",
        ),
        1823: Defect(
            "bae9c2877e83",
            "tested differently",
            "some highlighted words or phrases",
            "one highlight",
            "repaired",
            changed=(
                (0, "detectable_format:number_highlighted_sections", immutabledict({"num_highlights": 2})),
            ),
        ),
        1943: Defect(
            "f597ceaec6b1",
            "two readings",
            "five parts, and a closing phrase that may be a part of its own",
            "five parts, the phrase among them",
            "read by the prompt",
        ),
        1964: Defect(
            "ec8f98e204aa",
            "tested differently",
            "a 100-word advertisement",
            "at least 100 words",
            "repaired",
            changed=((1, WORDS, immutabledict({"relation": "around", "num_words": 100})),),
        ),
        1996: Defect(
            "8fdc277b6623",
            "not tested",
            "stress words in capitals, fewer than 20",
            "fewer than 20",
            "read by the prompt",
        ),
        2078: Defect(
            "914126c2fa0e",
            "contradiction",
            "exactly one bullet point, and a few of them",
            "exactly one",
            "excluded",
        ),
        2097: Defect(
            "6414c910b549", "not tested", "200 words", _LENGTH, "repaired", added=_words("around", 200)
        ),
        2180: Defect("24514b95b723", "tested differently", "at least 5 parts", "exactly 5 parts", "excluded"),
        2216: Defect(
            "78b1e1f438c8",
            "contradiction",
            "no capital letters, and a postscript that starts with P.P.S",
            "no capital letters",
            "read by the prompt",
        ),
        2229: Defect(
            "d1c580c4ae5e", "not tested", "500 words", _LENGTH, "repaired", added=_words("around", 500)
        ),
        2275: Defect(
            "734cf6394317", "not tested", "500 words", _LENGTH, "repaired", added=_words("around", 500)
        ),
        2309: Defect(
            "33b7a311b8b5",
            "contradiction",
            "nothing but Swahili, and two English words",
            "nothing but Swahili",
            "excluded",
        ),
        2392: Defect(
            "1e76aebef15d",
            "not tested",
            "nothing but a JSON code block",
            "the format is not tested",
            "repaired",
            added=(("detectable_format:json_format", _NONE),),
        ),
        2517: Defect(
            "a1718c8420eb",
            "not tested",
            "the phrase 'singing is life'",
            "the phrase is not tested",
            "repaired",
            added=_phrase("singing is life"),
        ),
        2549: Defect(
            "c7595fb6a60d",
            "two readings",
            "exactly three paragraphs, and a postscript, which belongs on the third",
            "three paragraphs, the postscript among them",
            "read by the prompt",
        ),
        2602: Defect(
            "5196a46d0d65",
            "not tested",
            "less than 100 words",
            _LENGTH,
            "repaired",
            added=_words("less than", 100),
        ),
        2807: Defect(
            "7044bdbaa722", "not tested", "lowercase letters", _CASE, "repaired", added=((LOWER, _NONE),)
        ),
        2904: Defect(
            "2f04e77f910f", "not tested", "500 words", _LENGTH, "repaired", added=_words("around", 500)
        ),
        3069: Defect(
            "fb2f84bfb7b7",
            "contradiction",
            "all lowercase letters, and a postscript that starts with P.S.",
            "no capital letters",
            "read by the prompt",
        ),
        3221: Defect("2b6b34c5c4e1", "not tested", "all caps", _CASE, "repaired", added=((UPPER, _NONE),)),
        3272: Defect("ac77a4742ad8", "contradiction", _OWN_TITLE, _ITS_EXAMPLE, "read by the prompt"),
        3305: Defect(
            "5d1cc7fe7dc2",
            "contradiction",
            "nothing but Hindi, and an English request and English keywords",
            "all of them",
            "excluded",
        ),
        3311: Defect("2946bdd7398a", "tested differently", "three keywords", "two keywords", "excluded"),
        3324: Defect(
            "7a667169f1dd",
            "two readings",
            "seven sections in each of two versions",
            "seven different numbers",
            "read by the prompt",
        ),
        3369: Defect(
            "8cc26d558b10", "contradiction", _BY_REPEATING, "a word twice that may occur once", "excluded"
        ),
        3371: Defect("964cc27b7d34", "contradiction", _BY_REPEATING, "three forbidden words", "excluded"),
        3407: Defect(
            "c7c8d980e64d", "not tested", "100 words", _LENGTH, "repaired", added=_words("around", 100)
        ),
        3629: Defect(
            "31fd3ac6c4d4",
            "tested differently",
            "some highlighted key parts",
            "one highlight",
            "repaired",
            changed=(
                (0, "detectable_format:number_highlighted_sections", immutabledict({"num_highlights": 2})),
            ),
        ),
        3633: Defect(
            "b50001a8bf56",
            "not tested",
            "the phrase 'well worth watching'",
            "the phrase is not tested",
            "repaired",
            added=_phrase("well worth watching"),
        ),
        3718: Defect("9d1336ab67c9", "contradiction", _BY_REPEATING, "a comma", "excluded"),
        3749: Defect("87dda8e1620a", "two readings", _ALONE, _CONTAINS, "read by the prompt"),
        3755: Defect("e1a690fbcd01", "two readings", _ALONE, _CONTAINS, "read by the prompt"),
        3757: Defect("c93c4a4e631a", "two readings", _ALONE, _CONTAINS, "read by the prompt"),
    }
)
"""google/IFEval at revision 966cd89545d6b6acfd7638bc708b98261ca58e84, by key."""


def defects_table(defects: Mapping[int, Defect]) -> str:
    """The defects as a table in Markdown."""
    rows = [
        f"| {key} | {one.kind} | {one.asked} | {one.tested} | {one.effect} |" for key, one in defects.items()
    ]
    return "\n".join(["| key | kind | asked | tested | effect |", "|---:|---|---|---|---|", *rows])


def found_in(rows: Iterable[Mapping[str, Any]], defects: Mapping[int, Defect]) -> dict[int, Defect]:
    """The defects that rows have, by key; a row whose prompt is not the known one has none."""
    found = {}
    for row in rows:
        key, prompt = row.get("key"), row.get("prompt")
        one = defects.get(key) if isinstance(key, int) else None
        if one is not None and isinstance(prompt, str) and digest(prompt) == one.prompt:
            found[int(str(key))] = one
    return found


def excluded(defects: Mapping[int, Defect]) -> Mapping[str | int, Excluded]:
    """The rows that no response can be judged fairly on."""
    return immutabledict(
        {
            key: Excluded(one.prompt, f"{one.asked}; {one.tested}")
            for key, one in defects.items()
            if one.handling == "excluded"
        }
    )


def repaired(row: Mapping[str, Any], defects: Mapping[int, Defect]) -> Mapping[str, Any]:
    """The row with the repair of its defect; unchanged where it has none or is not the known row.

    Instructions are added at the end, so that the places of the others stay.
    """
    key, prompt = row.get("key"), row.get("prompt")
    one = defects.get(key) if isinstance(key, int) else None
    if one is None or not (one.changed or one.added) or not isinstance(prompt, str):
        return row
    if digest(prompt) != one.prompt:
        return row
    names, given = _listed(row.get("instruction_id_list")), _listed(row.get("kwargs"))
    if names is None or given is None or len(names) != len(given):
        return row  # reported when the row is parsed
    if any(place >= len(names) for place, _, _ in one.changed):
        return row
    for place, name, parameters in one.changed:
        names[place], given[place] = name, dict(parameters)
    names += [name for name, _ in one.added]
    given += [dict(parameters) for _, parameters in one.added]
    return {**row, "instruction_id_list": names, "kwargs": given}


def _listed(value: Any) -> list[Any] | None:
    """A list, also when it comes as JSON text; None where it is neither."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return list(value) if isinstance(value, list | tuple) else None
