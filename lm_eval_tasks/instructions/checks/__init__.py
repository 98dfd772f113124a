"""One module per instruction type: the path is the instruction id."""
