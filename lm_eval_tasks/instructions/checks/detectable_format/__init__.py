"""Formats that a program can see."""
