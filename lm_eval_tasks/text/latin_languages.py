"""Whether a text in Latin letters is wholly in a language other than English.

Words of grammar decide, not a detector: names and terms are in no list, and a list of names is in no
language.

Source    own; words that are frequent in one of these languages and are no English words.
"""

from __future__ import annotations

import regex
from immutabledict import immutabledict

_GRAMMAR = immutabledict(
    {
        "Spanish": (
            "el los las una unos del por para con que se su sus es está están y pero como más muy este "
            "esta esto nuestro nuestra hay también ya todos toda cuando donde porque sin sobre entre "
            "hasta desde fue son te me mi tu aquí qué yo"
        ),
        "French": (
            "le les des une du est et dans pour que qui avec sur pas plus nous vous ils elles mais cette "
            "ces sont être avoir aussi leur leurs votre notre où très comme fait par au aux il elle je "
            "c'est"
        ),
        "German": (
            "der das den dem des ein eine einen einem einer und ist sind nicht mit auf für von zu sich "
            "auch es ich wir ihr sie wie aber oder wenn haben hat wird werden durch über nach bei aus "
            "kann zum zur"
        ),
        "Italian": (
            "il lo gli una del della delle dei di che è e per con non sono si come più anche questo "
            "questa nel nella ma da suo sua molto tutti ha abbiamo essere perché"
        ),
        "Portuguese": (
            "o os uma um do da dos das que é e para com não em no na por se mais como mas seu sua são "
            "também ao à foi muito isso este esta você nós está"
        ),
        "Dutch": (
            "de het een en van dat die niet zijn op te met voor aan er ook als maar om bij naar dan uit "
            "wordt hebben heeft deze dit ze wij je"
        ),
        "Swedish": "och att det som en på är av för med den till inte om ett har de jag vi kan från så var",
        "Danish": "og at det som en på er af for med den til ikke om et har de jeg vi kan fra så var skal",
        "Norwegian": "og å det som en på er av for med den til ikke om et har de jeg vi kan fra så var skal",
        "Finnish": "ja on ei että se hän joka mutta ovat oli olla kun niin kuin myös tai voi ne sen",
        "Polish": "i w na z się nie jest to do że jak o dla po ale są od co jego tak przez który oraz może",
        "Turkish": "ve bir bu için ile da de çok daha gibi olan olarak en ne var ama kadar sonra her değil",
        "Indonesian": (
            "yang dan di dengan untuk ini itu dari pada adalah tidak akan dalam kami anda juga ke saya bisa"
        ),
        "Vietnamese": "và của là có một cho không được các trong với này đã những người để khi tôi",
        "Swahili": "na ya wa kwa ni katika la za cha kuwa hii yake lakini kama watu hiyo",
        "Romanian": "și de la cu pe este un o nu să în din care pentru mai sunt ca au fi",
    }
)
_LISTS = immutabledict({name: frozenset(words.split()) for name, words in _GRAMMAR.items()})
_ENGLISH = frozenset(
    "the of and to in is that it for on with as are was be this have from or by not but they you we "
    "he she his her "
    "their our your my i a an at will can has had do if so what which when there all would who "
    "about up out if "
    "its it's don't i'm you're were been more no".split()
)
_WORD = regex.compile(r"[\p{Latin}\p{M}]++(?:['’]\p{Latin}++)?")
_DIFFERENT = 4
_SHARE = 0.15


def looks_english(text: str) -> bool:
    """Whether words of English grammar are a sixth of the words."""
    words = _WORD.findall(text.casefold())
    return bool(words) and 6 * sum(word in _ENGLISH for word in words) >= len(words)


def foreign_language(text: str) -> str | None:
    """The language, by its English name, where the text is wholly in one that is not English; else None.

    Four different words of its grammar must be there, make up 15 % of the words and be three times as
    many as those of English.
    """
    words = [word.replace("’", "'") for word in _WORD.findall(text.casefold())]
    english = sum(word in _ENGLISH for word in words)
    if 10 * english > len(words):
        return None
    best: tuple[int, str] = (0, "")
    for name, grammar in _LISTS.items():
        found = [word for word in words if word in grammar]
        if len(set(found)) >= _DIFFERENT and len(found) >= max(_SHARE * len(words), 3 * english):
            best = max(best, (len(found), name))
    return best[1] or None
