"""One module an instruction type: the path is the instruction id."""
