"""The form of the whole response: lists, lines, brackets, headings."""
