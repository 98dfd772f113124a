"""A given text, copied whole, in part or with one change."""
