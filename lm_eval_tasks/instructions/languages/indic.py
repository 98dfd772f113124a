"""The languages of IndicIFEval, which differ in their options only, Urdu in its words, too."""

from __future__ import annotations

from collections.abc import Mapping

from immutabledict import immutabledict

from lm_eval_tasks.instructions.languages.language import Language, example
from lm_eval_tasks.text.by_language import Split
from lm_eval_tasks.text.replicas import indic


def _language(code: str, name: str, *options: str, words: Split = indic.words) -> Language:
    """One language, with examples made of its options."""
    examples = {
        "detectable_format:constrained_response": example(options[0], "My answer is yes."),
        "length_constraints:number_words": example(
            options[0], "x", num_words=len(words(options[0])), relation="at least"
        ),
    }
    return Language(code, name, options, words, indic.sentences, immutabledict(examples))


TRANSLATED: Mapping[str, Language] = immutabledict(
    {
        "as": _language(
            "as",
            "Assamese",
            "মোৰ উত্তৰটো হ’ল, হয়",
            "মোৰ উত্তৰটো হ’ল, নহয়",
            "মোৰ উত্তৰটো হ’ল, সম্ভৱতঃ",
        ),
        "bn": _language(
            "bn",
            "Bengali",
            "আমার উত্তর হল, হ্যাঁ",
            "আমার উত্তর হল, না",
            "আমার উত্তর হল, সম্ভবত",
        ),
        "gu": _language(
            "gu",
            "Gujarati",
            "મારો જવાબ છે, હા",
            "મારો જવાબ છે, ના",
            "મારો જવાબ છે, કદાચ",
        ),
        "hi": _language(
            "hi",
            "Hindi",
            "मेरा जवाब है, हाँ",
            "मेरा जवाब है, नहीं",
            "मेरा जवाब है, शायद",
        ),
        "kn": _language(
            "kn",
            "Kannada",
            "ನನ್ನ ಉತ್ತರ, ಹೌದು",
            "ನನ್ನ ಉತ್ತರ, ಇಲ್ಲ",
            "ನನ್ನ ಉತ್ತರ, ಬಹುಶಃ",
        ),
        "ml": _language(
            "ml",
            "Malayalam",
            "എൻ്റെ ഉത്തരം, അതെ",
            "എൻ്റെ ഉത്തരം, അല്ല",
            "എൻ്റെ ഉത്തരം, ഒരുപക്ഷേ",
        ),
        "mr": _language(
            "mr",
            "Marathi",
            "माझं उत्तर आहे, होय",
            "माझं उत्तर आहे, नाही",
            "माझं उत्तर आहे, कदाचित",
        ),
        "ne": _language(
            "ne",
            "Nepali",
            "मेरो जवाफ हो, हो",
            "मेरो जवाफ हो, होइन",
            "मेरो जवाफ हो, सायद",
        ),
        "or": _language(
            "or",
            "Odia",
            "ମୋର ଉତ୍ତର ହେଉଛି, ହଁ",
            "ମୋର ଉତ୍ତର ହେଉଛି, ନା",
            "ମୋର ଉତ୍ତର ହେଉଛି, ବୋଧହୁଏ",
        ),
        "pa": _language(
            "pa",
            "Punjabi",
            # the third in both encodings of its first letter
            "ਮੇਰਾ ਜਵਾਬ ਹੈ, ਹਾਂ",
            "ਮੇਰਾ ਜਵਾਬ ਹੈ, ਨਹੀਂ",
            "ਮੇਰਾ ਜਵਾਬ ਹੈ, ਸ਼ਾਇਦ",
            "ਮੇਰਾ ਜਵਾਬ ਹੈ, ਸ਼ਾਇਦ",
        ),
        "sa": _language(
            "sa",
            "Sanskrit",
            "मम उत्तरम् अस्ति, आम्",
            "मम उत्तरम् अस्ति, न",
            "मम उत्तरम् अस्ति, कदाचित्",
        ),
        "ta": _language(
            "ta",
            "Tamil",
            "என் பதில் 'ஆம்'",
            "என் பதில் 'இல்லை'",
            "என் பதில் 'இருக்கலாம்'",
        ),
        "te": _language(
            "te",
            "Telugu",
            "నా సమాధానం, అవును",
            "నా సమాధానం, కాదు",
            "నా సమాధానం, బహుశా",
        ),
        "ur": _language(
            "ur",
            "Urdu",
            "میرا جواب ہے، ہاں",
            "میرا جواب ہے، نہیں",
            "میرا جواب ہے، شاید",
            words=indic.urdu_words,
        ),
    }
)
GROUNDED: Mapping[str, Language] = immutabledict(
    {
        "bn": _language(
            "bn",
            "Bengali",
            "আমার উত্তর 'হ্যাঁ'।",
            "আমার উত্তর 'না'।",
            "আমার উত্তর 'সম্ভবত'।",
        ),
        "hi": TRANSLATED["hi"],
        "ta": TRANSLATED["ta"],
        "ur": _language(
            "ur",
            "Urdu",
            "میرا جواب 'ہاں' ہے۔",
            "میرا جواب 'نہیں' ہے۔",
            "میرا جواب 'شاید' ہے۔",
            words=indic.urdu_words,
        ),
    }
)
"""The options of the prompts that were written in the language."""
