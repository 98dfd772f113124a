"""From an item and a response to verdicts, and from verdicts to numbers."""
