"""French sentences: Punkt's, with abbreviations it was not taught.

Source    M-IFEval (arXiv:2502.04688), whose list of abbreviations this is; those of several words
          are left out, since no token can be one.
"""

from __future__ import annotations

from lm_eval_tasks.text.sentences import Sentences

_TITLES = "m mr mme mlle dir. dr dre drs dres prof pr cap lt"
_OFFICES = "adm. assoc. min."
_REFERENCES = "etc cf vs rép i.e c.-à-d ex e.g p q.v v vol nb n.b p.s ps p.p.s p.-s p-s."
_DATES = "apr av j.c. j.-c. j.c j.-c a.d env janv fév mar avr juil sept oct nov déc"
_OTHERS = "p.-ê. svp p.-v. p.v tél adj resp tel"
ABBREVIATIONS = frozenset(" ".join((_TITLES, _OFFICES, _REFERENCES, _DATES, _OTHERS)).split())

french_sentences = Sentences("french", ABBREVIATIONS)
