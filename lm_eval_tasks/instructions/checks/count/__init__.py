"""How many of something there are: numbers, names, words, marks."""
