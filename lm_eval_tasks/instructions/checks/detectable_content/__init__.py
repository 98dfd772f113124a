"""Content that a program can see."""
