"""The format of a string argument of a function call (IFEval-FC)."""
