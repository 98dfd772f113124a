"""Which words there are, in which order, and how they are spelt."""
