"""Characters per second of the checks in several scripts, relative to English.

    python benchmarks/languages.py

Each task judges the same number of characters by the rules of words and sentences, in a text of its script.
"""

from __future__ import annotations

from time import perf_counter

from lm_eval_tasks import get_suite

TEXTS = {
    "marco_mif_en": "The heron stood on the pier all evening. It watched the ferries come in. ",
    "marco_mif_de": "Der Reiher stand den ganzen Abend am Steg. Er sah die Fähren kommen. ",
    "marco_mif_ru": "Цапля весь вечер стояла на причале. Она смотрела на паромы. ",
    "marco_mif_zh_local": "苍鹭整晚站在码头上。它看着渡船进港。",
    "marco_mif_th": "นกกระสายืนบนท่าเรือตลอดเย็น มันมองเรือข้ามฟากเข้ามา ",
    "multi_ifeval_el": "Ο ερωδιός στεκόταν στην προβλήτα. Κοίταζε τα πλοία. ",
    "indic_ifeval_trans_hi": "बगुला पूरी शाम घाट पर खड़ा रहा। वह नावों को आते देखता रहा। ",
    "indic_ifeval_trans_ur": "بگلا ساری شام گھاٹ پر کھڑا رہا۔ وہ کشتیوں کو آتے دیکھتا رہا۔ ",
}
CHARACTERS = 20_000
ROUNDS = 7
ROW = {
    "key": 1,
    "prompt": "",
    "instruction_id_list": ["length_constraints:number_words", "length_constraints:number_sentences"],
    "kwargs": [{"num_words": 9, "relation": "at least"}, {"num_sentences": 9, "relation": "at least"}],
}


def rate(task: str, text: str) -> float:
    """Characters per second: the median of some rounds."""
    suite = get_suite(task)
    item = suite.item(ROW)
    response = (text * (CHARACTERS // len(text) + 1))[:CHARACTERS]
    seconds = []
    for _ in range(ROUNDS):
        start = perf_counter()
        suite.score(item, response)
        seconds.append(perf_counter() - start)
    return CHARACTERS / sorted(seconds)[ROUNDS // 2]


def main() -> None:
    """Print a table."""
    rates = {task: rate(task, text) for task, text in TEXTS.items()}
    for task, found in rates.items():
        share = found / rates["marco_mif_en"]
        print(f"{task:24} {found / 1e6:6.2f} million characters per second, {share:4.2f}")


if __name__ == "__main__":
    main()
