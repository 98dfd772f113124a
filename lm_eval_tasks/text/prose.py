r"""Words and sentences as a reader counts them.

Independent of any library's release: a word is what whitespace divides and holds a letter
or digit, a sentence is what ends with an end mark or is in a list item of its own.

Source    own; Punkt's trained abbreviations decide about full stops inside prose.
"""

from __future__ import annotations

import regex

from lm_eval_tasks.text.markdown import bullet_end, heading_end, number_end
from lm_eval_tasks.text.sentences import english_sentences

_FILLED = regex.compile(r"[\p{L}\p{N}]")
_KEYCAP = regex.compile(r"[0-9#*]\ufe0f?\u20e3")
_BETWEEN_WORDS = regex.compile(r"(?:[\s—―…]|--+|\.{3,})++")
_EACH_A_WORD = r"\p{Han}\p{Hiragana}\p{Katakana}"
_UNDIVIDED = r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_MIXED = regex.compile(
    rf"[{_EACH_A_WORD}]|(?:[[{_UNDIVIDED}]--\p{{M}}]\p{{M}}*+){{1,3}}|[^{_EACH_A_WORD}{_UNDIVIDED}]++",
    regex.VERSION1,
)
_HAS_UNSPACED = regex.compile(rf"[{_EACH_A_WORD}{_UNDIVIDED}]")
_TAG = regex.compile(r"(?<!<)</?[a-zA-Z][a-zA-Z0-9]*+(?:[ \t][^<>\n]*+)?/?>(?!>)")


def words(text: str) -> list[str]:
    """Words divided by whitespace, dashes without blanks and ellipses.

    List numbers, marks, emoji, tags and runs of underscores are none; ``well-known``,
    ``don't``, ``1,000`` and an address are one each. Each Han character or kana is one; in
    Thai, Lao, Khmer and Burmese, which leave no blanks between words, three letters stand
    for one (an estimate, for want of a dictionary).
    """
    found: list[str] = []
    for line in _TAG.sub(" ", _KEYCAP.sub(" ", text)).split("\n"):
        found += filter(_FILLED.search, _BETWEEN_WORDS.split(line[number_end(line) :]))
    if _HAS_UNSPACED.search(text):
        found = [piece for word in found for piece in _MIXED.findall(word) if _FILLED.search(piece)]
    return found


_ALWAYS_ENDS = regex.compile(r"(?:(?<=[。！？｡؟۔।॥።])|(?<=[\p{Lo}\p{M}][?!])(?=\p{Lo}))[」』”’\"')\]]*+")
_GLUED = regex.compile(r"(?<=\p{Ll}\p{Ll}[.?!])(?=\p{Lu}[\p{Ll}'’])")
_LIST_NUMBER = regex.compile(r"\W*+\d{1,3}[.)]?\W*+")
_LAST_TOKEN = regex.compile(r"\S++$")
_DOTTED = regex.compile(r"\p{Ll}{1,2}\.(?:\p{Ll}{1,3}\.)+")
_DOTTED_THAT_END = ("a.m.", "p.m.")
_GOES_ON = frozenset("aka. approx. ca. cf. esp. incl. resp. viz. vs.".split())
_GOES_ON_BEFORE_NUMBER = frozenset(
    "art. ch. eq. eqs. fig. figs. no. nos. p. para. pp. sec. v. ver. vol. vols.".split()
)
_OPENING, _CLOSING = "\"'“”‘’«»([{", "\"'“”‘’«»)]}"


_NAME = 5
_SMALL = frozenset("a an and at by de del di du for in la le of on or the to with y und".split())
_END_MARKS = (".", "?", "!", "…", "。", "！", "？", "؟", "۔", "।", "॥")
_BLOCK_TAG = regex.compile(
    r"(?<!<)</?(?:(?P<title>h[1-6]|title|th)|p|li|ul|ol|div|br|hr|td|tr|table|s|sentence|point|paragraph|item|"
    r"bullet|line|body|html|head|section|article|blockquote|dd|dt|dl|para|step|summary|description|"
    r"text|content)(?:[ \t][^<>\n]*+)?/?>(?!>)",
    regex.IGNORECASE,
)
_LEADS_IN = regex.compile(r"[:：]\s*+(?:(?:```|~~~)\w*+\s*+)?$")
_BOLD_LINE = regex.compile(r"(?:\*\*|__)(?:(?!\*\*|__)[^\n])++(?:\*\*|__):?")


def _blocks(text: str) -> list[str]:
    """The text of each element that stands for a block, headings without an end mark left out.

    Tags are no text, and a sentence ends where its element does.
    """
    if "<" not in text:
        return [text]
    blocks: list[str] = []
    start, heading, lead_in = 0, False, ""
    for match in _BLOCK_TAG.finditer(text):
        piece = lead_in + _TAG.sub(" ", text[start : match.start()])
        lead_in = ""
        if _LEADS_IN.search(piece):
            lead_in = piece
        elif not heading or piece.rstrip().endswith((".", "?", "!")):
            blocks.append(piece)
        heading = match["title"] is not None and not match.group().startswith("</")
        start = match.end()
    return [*blocks, lead_in + _TAG.sub(" ", text[start:])]


def _is_name(item: str) -> bool:
    """Whether a list item of a few words is a name or a heading: all are capitalised, or there is one."""
    found = item.split()
    if not found or len(found) > _NAME or item.endswith((":", "：")):
        return False
    return len(found) == 1 or not any(word[:1].islower() and word not in _SMALL for word in found)


def _units(text: str) -> list[str]:
    """Stretches that no sentence crosses: each list item, and what is between lists."""
    units: list[str] = []
    current: list[str] = []
    in_item = False
    for raw in text.replace("\r\n", "\n").split("\n"):
        item = bullet_end(raw) or number_end(raw)
        heading = 0 if item else heading_end(raw)
        line = raw[item or heading :].replace("*", "").replace("`", "").strip()
        fence = raw.lstrip().startswith(("```", "~~~"))
        ended = line.endswith(_END_MARKS)
        # A heading in bold may be a list item with a list below it.
        bold = _BOLD_LINE.fullmatch(raw[item:].strip()) is not None
        is_title = fence or ((bool(heading) or bold) and not ended)
        is_fragment = item and not ended and _is_name(line)
        leads_in = item and not in_item and current and current[-1].endswith((":", "："))
        if (item and not leads_in) or (in_item and (heading or not line)):
            units.append("\n".join(current))
            current = []
        in_item = bool(item) or (in_item and bool(line) and not heading)
        if is_title and leads_in:
            in_item = False  # the lead-in belongs to the first item that is not a heading
        if is_fragment and not leads_in:
            continue
        if _FILLED.search(line) and not is_title:
            current.append(line)
    units.append("\n".join(current))
    return units


def sentences(text: str) -> list[str]:
    """The sentences, longer list items without an end mark among them.

    A sentence ends at a full stop, question or exclamation mark of any script (a run of them
    is one), also where the blank after it was forgotten. A list item ends one, and what leads
    in to a list with a colon belongs to its first item; a heading without an end mark, also one
    in bold, is none, and so is an item that is a name. An element of HTML or XML ends one, and tags
    are none. Other line ends do not matter. Abbreviations, a quoted question inside a sentence and the
    numbers of a list end none.
    """
    found: list[str] = []
    for unit in (unit for block in _blocks(text) for unit in _units(block)):
        parts = [part for piece in _ALWAYS_ENDS.split(_unglued(unit)) for part in _punkt(piece)]
        parts = [part for part in parts if _FILLED.search(part)]
        joined: list[str] = []
        goes_on = False
        for index, part in enumerate(parts):
            if not goes_on and index + 1 < len(parts) and _LIST_NUMBER.fullmatch(part):
                continue
            if goes_on:
                joined[-1] = f"{joined[-1]} {part}"
            else:
                joined.append(part)
            goes_on = index + 1 < len(parts) and _continues(part, parts[index + 1])
        found += joined
    return found


def _unglued(unit: str) -> str:
    """A blank after an end mark that lacks it, except inside addresses."""
    if not _GLUED.search(unit):
        return unit
    return regex.sub(
        r"\S++",
        lambda match: (
            match.group()
            if any(mark in match.group() for mark in ("/", "@", "www."))
            else _GLUED.sub(" ", match.group())
        ),
        unit,
    )


def _punkt(piece: str) -> list[str]:
    return [piece[start:end] for start, end in english_sentences(piece)]


def _continues(part: str, following: str) -> bool:
    """Whether the sentence goes on although Punkt ends it after ``part``."""
    last = _LAST_TOKEN.search(part)
    if last is None:
        return False
    bare = last.group().lstrip(_OPENING).lower()
    start = following.lstrip(_OPENING)[:1]
    if _DOTTED.fullmatch(last.group().lstrip(_OPENING)) and bare not in _DOTTED_THAT_END:
        return True
    if bare in _GOES_ON or (bare in _GOES_ON_BEFORE_NUMBER and start.isdigit()):
        return True
    return part[-1] in _CLOSING and start.islower()
