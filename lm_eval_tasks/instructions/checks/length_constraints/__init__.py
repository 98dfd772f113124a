"""How long the response is."""
