"""The language of the response."""
