"""Lines that talk about the answer: openings that announce it, closings that comment on it.

A chat model puts such a line around its answer. Patterns of a dozen languages are tried together,
since the line is often in another language than the answer. A line that could as well be a part of
the answer matches none.

Source    own, from reading answers.
"""

from __future__ import annotations

from typing import Any

import regex

from lm_eval_tasks.text.latin_languages import looks_english

_OUTER = " \t\r¡¿*_#>\"'“”„«»‘’`~()[]【】（）|"


def _pattern(*parts: str) -> Any:
    return regex.compile("|".join(f"(?:{part})" for part in parts), regex.IGNORECASE)


_EN_AGREES = (
    r"sure(?: thing)?|certainly|of course|absolutely|definitely|okay|ok|alright|all right|great|gladly|"
    r"no problem|got it|understood|with pleasure"
)
_AGREES = _pattern(
    _EN_AGREES,
    "claro(?: que sí)?|por supuesto|desde luego|con gusto|seguro|de acuerdo",
    "bien sûr|certainement|d'accord|avec plaisir|très bien|volontiers",
    "natürlich|gerne?|selbstverständlich|klar",
    "certo|certamente|volentieri",
    "claro|com certeza|com prazer|certamente",
    "конечно|хорошо|разумеется|с удовольствием",
    "بالتأكيد|بالطبع|طبعا|طبعاً|حسنا|حسناً|بكل سرور|أكيد",
    "もちろん(?:です)?|承知(?:しました|いたしました)|かしこまりました|わかりました|はい",
    "当然(?:可以)?|好的|没问题|當然",
    "ज़रूर|जरूर|बिल्कुल|बिलकुल|निश्चित रूप से",
    "물론(?:입니다|이죠)?|네",
    "chắc chắn(?: rồi)?|tất nhiên|vâng",
    "tabii(?: ki)?|elbette|natuurlijk|zeker",
)
_STARTS = _pattern(
    r"here(?:['’]s| is| are|s| it is| they are| you go| you are|(?=:))(?:\b|(?=:))|below (?:is|are|you)\b",
    r"the following\b|this is (?:an?|the|your)\b",
    r"as (?:you )?(?:requested|asked)\b",
    r"i(?:['’]d| would) be (?:happy|glad|delighted)\b|i(?:['’]ll| will| can| have|['’]ve)\b",
    r"let(?:['’]s| me| us)\b",
    "aquí (?:tienes?|está|están|te|les?|le)|a continuación|(?:esta|este) es (?:una?|tu|su)",
    "voici|voilà|ci-dessous",
    "hier (?:ist|sind|finden|kommt)|nachfolgend|im folgenden",
    "ecco|di seguito",
    "aqui (?:está|estão|vai|tem)|a seguir|segue",
    "вот|ниже|далее",
    "إليك|إليكم|هذا هو|هذه هي|فيما يلي|في ما يلي|هاهو|تفضل",
    "以下[はに]|こちら[はが]|次[はに]",
    "以下是|下面是|這是|这是",
    "यहाँ|यहां|नीचे|निम्नलिखित",
    "다음은|아래는|여기",
    "dưới đây|sau đây|đây là",
    "işte|aşağıda|hieronder|hier is",
)
# What a text calls itself or what was asked of it; with it an opening is about the answer.
_NAMES_ANSWER = (
    "poem|haiku|limerick|sonnet|song|rap|lyrics|list|itinerary|advertisement|ad|email|e-mail|letter|resume|cv|"
    "summary|response|answer|reply|version|json|schema|structure|output|example|template|script|code|"
    "translation|riddle|joke|story|essay|blog post|post|article|proposal|pitch|rubric|review|paragraphs?|"
    "description|rewrite|request|names?|slogan|tweet|speech|dialogue|conversation|plan|outline|table|"
    "document|file|parody|quiz|recipe|explanation|suggestions?|introduction|overview|guide|steps|advice|information|alternatives|options?|ideas?|text|sentences?"
)
_ABOUT_ANSWER = _pattern(
    rf"\b(?:{_NAMES_ANSWER})\b",
    r"\b(?:poema|canción|lista|respuesta|carta|texto|resumen|ejemplo|historia|ensayo|anuncio|solicitud)\b",
    r"\b(?:poème|chanson|liste|réponse|lettre|texte|résumé|exemple|histoire|demande|traduction)\b",
    r"\b(?:gedicht|liste|antwort|brief|text|zusammenfassung|beispiel|geschichte|übersetzung)\b",
    r"\b(?:poesia|canzone|elenco|risposta|lettera|testo|riassunto|esempio|storia)\b",
    r"\b(?:poema|canção|lista|resposta|carta|texto|resumo|exemplo|história)\b",
    "стих|песн|список|ответ|письмо|текст|пример|истори|перевод",
    "قصيدة|أغنية|قائمة|إجابة|الإجابة|رسالة|الرسالة|نص|النص|ملخص|مثال|قصة|مقال|اقتراح|طلب|ترجمة",
    "詩|歌|リスト|回答|手紙|文章|要約|例|物語|翻訳",
    "诗|歌|列表|回答|信|文章|摘要|例子|故事|翻译",
    "कविता|गीत|सूची|उत्तर|पत्र|लेख|सारांश|उदाहरण|कहानी",
)
_TO_READER = _pattern(
    r"\b(?:you(?:['’]d|r)?|i|following|below|request(?:ed)?|above)\b",
    r"\b(?:siguiente|puedes|puede|suivante?|pouvez|peux|folgende|können|seguente|puoi|seguinte|pode)\b",
    "следующ|можете|التالي|يمكنك|次の|以下|निम्न|다음",
)
_SALUTATION = _pattern(
    r"(?:dear|hi|hello|hey|greetings|to whom)\b",
    r"(?:estimad[oa]s?|querid[oa]s?|hola|chère?s?|cher|bonjour|liebe[rs]?|sehr geehrte|hallo|caro|cara|"
    r"prezad[oa]s?|уважаем|дорог)",
    "عزيزي|عزيزتي|السيد|السادة|مرحبا|親愛なる|拝啓|亲爱的|प्रिय",
)
_TALK_END = (":", "：")
_MARKED_LIST = regex.compile(r"\s*+(?:[-*+•]\s|\d{1,3}[.)]\s|#)")


def announces(line: str) -> bool:
    """Whether the line announces the answer: agrees, says here it is, or leads in to it with a colon."""
    if _MARKED_LIST.match(line):
        return False
    bare = line.strip(_OUTER).replace("’", "'")
    if not bare or _SALUTATION.match(bare):
        return False
    leads_in = bare.endswith(_TALK_END)
    agrees = _AGREES.match(bare)
    if agrees and not bare[agrees.end() : agrees.end() + 1].isalnum():
        rest = bare[agrees.end() :].lstrip(" !.,;:…—–-！。、،؛?")
        if not rest or leads_in or _says_here(rest, leads_in=False):
            return True
    if _says_here(bare, leads_in):
        return True
    return leads_in and len(bare.split()) >= 4 and _TO_READER.search(bare) is not None


def _says_here(bare: str, leads_in: bool) -> bool:
    """Whether the text says that the answer comes: with a colon, or by what the answer is called."""
    start = _STARTS.match(bare)
    return start is not None and (leads_in or _ABOUT_ANSWER.search(bare, start.end()) is not None)


_GENRE = (
    _NAMES_ANSWER.replace("names?|", "").replace("ideas?|", "").replace("|sentences?", "|names?|sentence")
)
_COMMENTS = _pattern(
    r"(?:please )?note(?: that\b|:|\s*\()|important note\b|disclaimer:|translation:|explanation:|"
    r"english translation\b|word count\b|romanization\b|total words?\b",
    r"please (?:note|replace|remember|make sure|adjust|customize|be aware|keep in mind)\b",
    r"(?:remember|be sure|don['’]t forget|make sure) to (?:replace|customize|adjust|fill)\b",
    rf"(?:this|these|the above)(?: \w+){{0,2}} (?:{_GENRE})(?: \w+)? "
    r"(?:includes?|uses?|follows?|contains?|highlights?|provides?|meets?|captures?|ensures?|offers?|outlines?|"
    r"covers?|showcases?|assumes?|adheres?|reflects?|translates?|are (?:all|designed|meant|intended)|"
    r"should be|"
    r"conveys?|aims? to|continues? the|wraps?|keeps?|maintains?|avoids?|demonstrates?|presents?|combines?|"
    r"incorporates?|"
    r"can be (?:adapted|customi[sz]ed|modified|adjusted|used)|"
    r"(?:is|was) (?:designed|written|meant|intended|structured|formatted|a translation|an? (?:basic|simple|"
    r"example|sample|template|general|interpretation|fictional|parody|work of)))\b",
    rf"in this (?:{_GENRE})\b",
    r"(?:this|the) (?:approach|question|format|structure) (?:is|translates|ensures|includes|provides)\b",
    r"i(?:['’]ve| have) (?:\w+ )?(?:italicized|highlighted|used|included|written|kept|followed|made|avoided|"
    r"ensured|created|wrapped|added|capitalized)\b",
    r"\(?(?:note|nota|remarque|hinweis|anmerkung|примечание|ملاحظة|注|備考|नोट|참고|lưu ý)\s*[:：]",
    r"(?:nota|ten en cuenta|tenga en cuenta|veuillez noter|bitte beachten|обратите внимание|يرجى ملاحظة|"
    r"يُرجى ملاحظة|ご注意|请注意)",
)
_OFFERS = _pattern(
    r"(?:i )?hope (?:this|that|it|you (?:like|enjoy|find)|these)\b|i hope (?:this|that|it|you)\b",
    r"(?:please )?(?:let me know|feel free|don['’]t hesitate|do not hesitate)\b",
    r"if you(?:['’]d (?:like|prefer)| have (?:any|further|more|other)| would (?:like|prefer))\b",
    r"if you (?:need (?:any|more|further|help|to)|want (?:me|any|more|to))\b",
    r"would you like (?:me|to|more|another)\b|is there anything else\b|do you (?:want|need) (?:me|any)\b",
    r"(?:enjoy|good luck|have fun)[!.]*$",
    r"(?:espero que (?:esto|te|le|les)|avísame|házmelo saber|si necesitas|si tienes|¿(?:hay algo|"
    r"necesitas|te gustaría))",
    r"(?:j['’]espère que|n['’]hésitez pas|n['’]hésite pas|si vous avez|si tu as|faites-moi savoir|"
    r"souhaitez-vous)",
    r"(?:ich hoffe|lassen sie mich wissen|lass mich wissen|wenn sie|falls sie|zögern sie nicht|möchten sie)",
    r"(?:spero che|fammi sapere|se hai bisogno|se desideri|non esitare)",
    r"(?:espero que (?:isso|isto|ajude|goste)|se precisar|se quiser|me avise|não hesite|fique à vontade)",
    r"(?:надеюсь|если (?:у вас|вам|нужно)|дайте знать|не стесняйтесь)",
    r"(?:آمل أن|أتمنى أن|أخبرني|إذا (?:كان لديك|كنت|احتجت|أردت)|هل (?:تريد|ترغب|تحتاج)|لا تتردد|يسعدني)",
    r"(?:お役に立て|ご質問|ご不明|何か(?:ご|質問)|他に|必要(?:であれば|なら))",
    r"(?:希望(?:这|對|对|能)|如果(?:你|您)|如有|请告诉我|還有什麼|还有什么)",
    r"(?:मुझे उम्मीद है|आशा है|यदि आप|अगर आप|कृपया मुझे बताएं)",
    r"(?:도움이 되|궁금한|필요하시면|hy vọng|nếu bạn|umarım|ik hoop|laat het me)",
)
_MESSAGE_ASKED = _pattern(
    r"\b(?:e-?mail|letter|message|note|memo|tweet|post|speech|conversation|dialog(?:ue)?|reply|invitation|"
    r"template|advertisement|ad|pitch|proposal|cover|resume)\b",
    r"\b(?:carta|correo|mensaje|lettre|courriel|brief|nachricht|lettera|messaggio|mensagem)\b",
    "письм|сообщени|رسالة|بريد|خطاب|手紙|メール|信|邮件|पत्र|편지",
)


_ENGLISH_OPENING = _pattern(
    rf"(?:{_EN_AGREES})[!.,:]",
    r"(?:here(?:['’]s| is| are|s)|below (?:is|are)|the following|as (?:you )?requested|i(?:['’]d| "
    r"would) be)\b",
)
_ENGLISH_CLOSING = _pattern(
    r"(?:please )?note\b|translation:|english translation\b|explanation:|this \w+ (?:is|translates|"
    r"means|follows|uses)\b",
    r"(?:i )?hope (?:this|that|you)\b|(?:please )?(?:let me know|feel free)\b|if you (?:have|need|"
    r"want|would)\b",
)


def english_remark(text: str) -> str | None:
    """The first or last line of the text where it is an English remark about the answer, else None."""
    lines = [line for line in text.strip().split("\n") if line.strip()]
    if len(lines) < 2:
        return None
    if _ENGLISH_OPENING.match(lines[0].strip(_OUTER)):
        return lines[0]
    closing = lines[-1].strip(_OUTER)
    return lines[-1] if _ENGLISH_CLOSING.match(closing) and looks_english(closing) else None


def comments(line: str, prompt: str = "") -> bool:
    """Whether the line comments on the answer or offers help.

    In a message to somebody, an offer (``Let me know …``) may be the message's own; where the
    ``prompt`` asks for one, an offer counts only if it names the answer's own wording.
    """
    if _MARKED_LIST.match(line):
        return False
    bare = line.strip(_OUTER).replace("’", "'")
    if _COMMENTS.match(bare):
        return True
    if not _OFFERS.match(bare):
        return False
    return not _MESSAGE_ASKED.search(prompt)
