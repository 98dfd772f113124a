"""Two paragraphs, and what divides them."""
