"""How numbers are shown."""
