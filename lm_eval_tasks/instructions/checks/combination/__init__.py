"""What accompanies the response."""
