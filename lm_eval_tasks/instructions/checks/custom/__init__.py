"""One task each, with an answer or a form of its own."""
