"""The 25 functions of Tülu 3's training data, which decide otherwise than the IFEval types beside them."""
