"""The last word: of every sentence, or of the response."""
