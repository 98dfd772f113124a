"""What sentences hold, and how they grow."""
