"""Letters with marks: which must, may and must not occur."""
