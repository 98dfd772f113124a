"""Letters with accents: which must, may and must not occur."""
