"""Drop-in stand-ins for the modules of other IFEval implementations."""
