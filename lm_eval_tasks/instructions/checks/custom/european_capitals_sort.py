"""``custom:european_capitals_sort``: European capitals from north to south.

Asks      the capitals above 45 degrees north, from north to south, separated by commas.
Decides   by splitting at commas and comparing with the list, accents and outer whitespace left out.
Quirks    Case counts, and a full stop after the last name fails.
Source    allenai, IFBench, for the list.
Example   {}
followed      "Reykjavík, Helsinki, Oslo, Tallinn, Stockholm, Riga, Moscow, Copenhagen, Vilnius, Minsk, Dublin, Berlin, Amsterdam, Warsaw, London, Brussels, Prague, Luxembourg, Paris, Vienna, Bratislava, Budapest, Vaduz, Chisinau, Bern, Ljubljana, Zagreb"
not followed  "Reykjavík, Oslo, Helsinki"
"""  # noqa: E501  # an example is one line

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.folding import ascii_folded
from lm_eval_tasks.text.relations import counted

CAPITALS = """
    Reykjavik Helsinki Oslo Tallinn Stockholm Riga Moscow Copenhagen Vilnius Minsk Dublin Berlin Amsterdam
    Warsaw London Brussels Prague Luxembourg Paris Vienna Bratislava Budapest Vaduz Chisinau Bern
    Ljubljana Zagreb
""".split()


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the names with the list."""
    names = [name for name in map(str.strip, ascii_folded(text.string).split(",")) if name]
    if names == CAPITALS:
        return Verdict(True, f"all {len(names)} capitals in order")
    for name, capital in zip(names, CAPITALS, strict=False):
        if name != capital:
            return Verdict(False, f"{name[:40]!r} where {capital} belongs", "expected north to south")
    return Verdict(False, counted(len(names), "capital"), f"expected exactly {len(CAPITALS)}")


european_capitals_sort: Check = check("custom:european_capitals_sort", NoParameters, official)
