"""Japanese scripts: kanji, hiragana, katakana, and readings."""
