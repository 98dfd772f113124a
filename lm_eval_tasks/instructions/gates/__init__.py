"""Tests that a whole response must pass: its language, and that it does not repeat itself."""
