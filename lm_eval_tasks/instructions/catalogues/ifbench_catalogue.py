"""The 58 instruction types of IFBench, in English, and its two-turn set's, which has IFEval's too.

Source    allenai, IFBench.
"""

from __future__ import annotations

from lm_eval_tasks.instructions.catalogues.ifeval_catalogue import IFEVAL
from lm_eval_tasks.instructions.checks.count.conjunctions import conjunctions
from lm_eval_tasks.instructions.checks.count.keywords_multiple import keywords_multiple
from lm_eval_tasks.instructions.checks.count.numbers import numbers
from lm_eval_tasks.instructions.checks.count.person_names import person_names
from lm_eval_tasks.instructions.checks.count.pronouns import pronouns
from lm_eval_tasks.instructions.checks.count.punctuation import punctuation
from lm_eval_tasks.instructions.checks.count.unique_word_count import unique_word_count
from lm_eval_tasks.instructions.checks.count.word_count_range import word_count_range
from lm_eval_tasks.instructions.checks.count.words_japanese import words_japanese
from lm_eval_tasks.instructions.checks.custom.character_reverse import character_reverse
from lm_eval_tasks.instructions.checks.custom.csv_city import csv_city
from lm_eval_tasks.instructions.checks.custom.csv_quotes import csv_quotes
from lm_eval_tasks.instructions.checks.custom.csv_special_character import csv_special_character
from lm_eval_tasks.instructions.checks.custom.date_format_list import date_format_list
from lm_eval_tasks.instructions.checks.custom.european_capitals_sort import european_capitals_sort
from lm_eval_tasks.instructions.checks.custom.mcq_count_length import mcq_count_length
from lm_eval_tasks.instructions.checks.custom.multiples import multiples
from lm_eval_tasks.instructions.checks.custom.reverse_newline import reverse_newline
from lm_eval_tasks.instructions.checks.custom.sentence_alphabet import sentence_alphabet
from lm_eval_tasks.instructions.checks.custom.word_reverse import word_reverse
from lm_eval_tasks.instructions.checks.format.emoji import emoji
from lm_eval_tasks.instructions.checks.format.line_indent import line_indent
from lm_eval_tasks.instructions.checks.format.list import marked_list
from lm_eval_tasks.instructions.checks.format.newline import newline
from lm_eval_tasks.instructions.checks.format.no_bullets_bullets import no_bullets_bullets
from lm_eval_tasks.instructions.checks.format.no_whitespace import no_whitespace
from lm_eval_tasks.instructions.checks.format.options import options
from lm_eval_tasks.instructions.checks.format.output_template import output_template
from lm_eval_tasks.instructions.checks.format.parentheses import parentheses
from lm_eval_tasks.instructions.checks.format.quote_unquote import quote_unquote
from lm_eval_tasks.instructions.checks.format.quotes import quotes
from lm_eval_tasks.instructions.checks.format.sub_bullets import sub_bullets
from lm_eval_tasks.instructions.checks.format.thesis import thesis
from lm_eval_tasks.instructions.checks.format.title_case import title_case
from lm_eval_tasks.instructions.checks.ratio.overlap import overlap
from lm_eval_tasks.instructions.checks.ratio.sentence_balance import sentence_balance
from lm_eval_tasks.instructions.checks.ratio.sentence_type import sentence_type
from lm_eval_tasks.instructions.checks.ratio.sentence_words import sentence_words
from lm_eval_tasks.instructions.checks.ratio.stop_words import stop_words
from lm_eval_tasks.instructions.checks.repeat.repeat_change import repeat_change
from lm_eval_tasks.instructions.checks.repeat.repeat_simple import repeat_simple
from lm_eval_tasks.instructions.checks.repeat.repeat_span import repeat_span
from lm_eval_tasks.instructions.checks.sentence.alliteration_increment import alliteration_increment
from lm_eval_tasks.instructions.checks.sentence.increment import increment
from lm_eval_tasks.instructions.checks.sentence.keyword import keyword
from lm_eval_tasks.instructions.checks.words.alphabet import alphabet
from lm_eval_tasks.instructions.checks.words.consonants import consonants
from lm_eval_tasks.instructions.checks.words.keywords_specific_position import keywords_specific_position
from lm_eval_tasks.instructions.checks.words.last_first import last_first
from lm_eval_tasks.instructions.checks.words.no_consecutive import no_consecutive
from lm_eval_tasks.instructions.checks.words.odd_even_syllables import odd_even_syllables
from lm_eval_tasks.instructions.checks.words.palindrome import palindrome
from lm_eval_tasks.instructions.checks.words.paragraph_last_first import paragraph_last_first
from lm_eval_tasks.instructions.checks.words.prime_lengths import prime_lengths
from lm_eval_tasks.instructions.checks.words.repeats import repeats
from lm_eval_tasks.instructions.checks.words.start_verb import start_verb
from lm_eval_tasks.instructions.checks.words.vowel import vowel
from lm_eval_tasks.instructions.checks.words.words_position import words_position
from lm_eval_tasks.instructions.model import catalogue

IFBENCH = catalogue(
    "ifbench",
    conjunctions,
    keywords_multiple,
    numbers,
    person_names,
    pronouns,
    punctuation,
    unique_word_count,
    word_count_range,
    words_japanese,
    overlap,
    sentence_balance,
    sentence_type,
    sentence_words,
    stop_words,
    alphabet,
    consonants,
    keywords_specific_position,
    last_first,
    no_consecutive,
    odd_even_syllables,
    palindrome,
    paragraph_last_first,
    prime_lengths,
    repeats,
    start_verb,
    vowel,
    words_position,
    alliteration_increment,
    increment,
    keyword,
    emoji,
    line_indent,
    marked_list,
    newline,
    no_bullets_bullets,
    no_whitespace,
    options,
    output_template,
    parentheses,
    quote_unquote,
    quotes,
    sub_bullets,
    thesis,
    title_case,
    character_reverse,
    csv_city,
    csv_quotes,
    csv_special_character,
    date_format_list,
    european_capitals_sort,
    mcq_count_length,
    multiples,
    reverse_newline,
    sentence_alphabet,
    word_reverse,
    repeat_change,
    repeat_simple,
    repeat_span,
    corrected=True,
)
IFBENCH_MULTITURN = catalogue("ifbench_multiturn", *IFBENCH.checks.values(), *IFEVAL.checks.values())
