"""Upper and lower case."""
