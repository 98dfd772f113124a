"""Which check is for which instruction id, one screen a benchmark and language."""
