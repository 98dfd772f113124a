"""How the response starts and ends."""
