"""``format:thesis``: a thesis in HTML italics, and text after it.

Asks      that each section starts with a thesis in ``<i>`` or ``<em>``.
Decides   by the first opening tag and the first closing tag after it: what is between them must not
          be blank, nor what follows.
Corrected Text must be inside the tags and after them, with either tag in any case.
Quirks    Only the first tag counts. With ``<em>`` both texts start inside the tags, so an empty ``<em></em>``
          passes, also at the very end.
Source    allenai, IFBench.
Example   {}
followed      "<i>Tides shape towns.</i> Streets follow the shore."
not followed  "*Tides shape towns.* Streets follow the shore."
"""

from __future__ import annotations

import regex

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def first_of(text: str, tags: tuple[str, str], start: int = 0) -> int:
    """Where the first tag is, or, without it, the second; -1 for neither."""
    place = text.find(tags[0], start)
    return place if place >= 0 else text.find(tags[1], start)


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for the thesis and for text after it."""
    string = text.string
    start = first_of(string, ("<i>", "<em>"))
    if start < 0:
        return Verdict(False, "no <i> or <em>", "expected a thesis in one of them")
    end = first_of(string, ("</i>", "</em>"), start)
    if end < 0:
        return Verdict(False, "the italics never end", "expected </i> or </em>")
    # The offsets fit <i> and </i>, whichever tag it is.
    if not string[start + len("<i>") : end].strip():
        return Verdict(False, "the thesis is blank", "expected text in italics")
    if not string[end + len("</i>") :].strip():
        return Verdict(False, "nothing after the thesis", "expected text after it")
    return Verdict(True, "a thesis and text after it", spans=((start, end),))


_THESIS = regex.compile(r"<(?P<tag>i|em)>(?P<inside>.*?)</(?P=tag)>", regex.DOTALL | regex.IGNORECASE)


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Look for the first italics with text inside, and for text after them."""
    if "</" not in text.string:
        return Verdict(False, "no <i>…</i> or <em>…</em>", "expected a thesis in one of them")
    match = next((one for one in _THESIS.finditer(text.string) if one["inside"].strip()), None)
    if match is None:
        return Verdict(False, "no <i>…</i> or <em>…</em> with text", "expected a thesis in one of them")
    if not text.string[match.end() :].strip():
        return Verdict(False, "nothing after the thesis", "expected text after it")
    return Verdict(True, "a thesis and text after it", spans=(match.span(),))


thesis: Check = check("format:thesis", NoParameters, official, corrected=corrected)
