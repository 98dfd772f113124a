"""What the string argument of a function call must look like (IFEval-FC)."""
