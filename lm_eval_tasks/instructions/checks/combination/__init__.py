"""What stands beside the response."""
