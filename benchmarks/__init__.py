"""How fast the package is, measured beside what it replaces.

``python -m benchmarks.speed`` compares with lm_eval's own ifeval and with a literal gate;
``python -m benchmarks.growth`` shows how time grows with the length of an answer.
"""
