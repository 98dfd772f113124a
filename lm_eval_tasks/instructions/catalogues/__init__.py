"""Which check stands for which instruction id, one screen a benchmark and language."""
