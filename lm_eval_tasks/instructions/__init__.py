"""Instructions that a program can verify: checks, gates, catalogues, scoring, suites."""
