"""Seconds for ratings of a million battles, 200 models and 100 resamples of prompts.

    python benchmarks/ratings.py [battles] [models] [rounds]

It prints the seconds of each step. The battles are drawn from known ratings, and the largest
distance from them is printed too, so that a fast wrong answer is seen.
"""

from __future__ import annotations

import sys
from time import perf_counter

import numpy as np

from lm_eval_tasks.judgments.battles import battles_of
from lm_eval_tasks.judgments.ratings import rate
from lm_eval_tasks.judgments.records import Judgment


def main(number: int = 1_000_000, models: int = 200, rounds: int = 100) -> None:
    """Make battles, rate them, print how long each step took."""
    random = np.random.default_rng(0)
    theta = random.normal(0.0, 1.0, models)
    a = random.integers(0, models, number)
    b = (a + random.integers(1, models, number)) % models
    won = (random.random(number) < 1 / (1 + np.exp(theta[b] - theta[a]))).astype(float)
    names = [f"model-{one}" for one in range(models)]
    start = perf_counter()
    judgments = [
        Judgment(
            item=str(row),
            cluster=str(row // 20),
            model_a=names[first],
            model_b=names[second],
            outcome=outcome,
        )
        for row, (first, second, outcome) in enumerate(zip(a.tolist(), b.tolist(), won.tolist(), strict=True))
    ]
    made = perf_counter()
    battles = battles_of(judgments)
    _ = battles.played
    collected = perf_counter()
    found = rate(battles, rounds=rounds)
    rated = perf_counter()
    points = {one.model: one.rating or 0.0 for one in found.pools[0].ratings}
    truth = 400 / np.log(10) * (theta - theta.mean()) + 1000
    away = max(abs(points[name] - truth[place]) for place, name in enumerate(names))
    print(f"{number:,} battles, {models} models, {rounds} resamples of {battles.prompts:,} prompts")
    print(f"records made      {made - start:6.1f} s")
    print(f"battles collected {collected - made:6.1f} s")
    print(f"rated             {rated - collected:6.1f} s")
    print(f"largest distance from the ratings they were drawn from: {away:.1f} points of Elo")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
