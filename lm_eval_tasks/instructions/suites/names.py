"""The languages of the benchmarks that have many, under the names of their files or configurations.

A module of suites is imported only when one of its tasks is asked for; the names are needed before.
"""

from __future__ import annotations

MARCO_MIF = tuple(
    "ar_local ar_mt bn cs de el en es_local es_mt fr he hu id it ja kk ko ms_local ms_mt ne nl pl pt ro ru "
    "sw th tr uk ur vi yo_local yo_mt zh_local zh_mt".split()
)
"""The files of Marco-Bench-MIF: 30 languages, five of them localised and machine-translated."""
MULTI_IFEVAL = tuple(
    "sq be bs bg ca hr cs da nl en et fo fi fr de el hu is it lv lt lb no nn pl pt ro sr sk sl es sv "
    "uk".split()
)
"""The languages of MultiIFEval that EuroEval has a copy of."""
INDIC_TRANS = tuple("as bn gu hi kn ml mr ne or pa sa ta te ur".split())
"""The languages of IndicIFEval's translated prompts."""
INDIC_GROUND = ("bn", "hi", "ta", "ur")
"""The languages of IndicIFEval's own prompts whose rules are known here."""
