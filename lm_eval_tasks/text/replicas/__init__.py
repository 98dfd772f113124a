"""Words and sentences exactly as the program of a benchmark cuts them, faults included."""
