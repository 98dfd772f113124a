"""Words that must, may or must not occur."""
