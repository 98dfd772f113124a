"""The first word: of every sentence, or of the response."""
