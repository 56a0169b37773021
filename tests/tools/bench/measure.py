"""Helpers for measuring: the CPU seconds of a process, shuffled rounds, ratios."""

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence

CPU_CLOCK = 2  # CPUCLOCK_SCHED; clock_getcpuclockid(3) builds the clock of another process from it


def cpu_of(pid: int) -> float:
    """Return the CPU seconds that a process has used so far, to the nanosecond (Linux)."""
    return time.clock_gettime((~pid << 3) | CPU_CLOCK)


def shuffled_rounds(
    works: Mapping[str, Callable[[], float]], rounds: int, seed: int = 1
) -> list[dict[str, float]]:
    """Measure each kind of work once a round, in a new random order every round.

    A busy machine slows all kinds of a round alike, and the random order keeps a kind from always
    following the same other one.
    """
    dice, found = random.Random(seed), list[dict[str, float]]()
    for _ in range(rounds):
        names = list(works)
        dice.shuffle(names)
        found.append({name: works[name]() for name in names})
    return found


def ratios(rounds: Sequence[Mapping[str, float]], what: str, yardstick: str) -> list[float]:
    """Return a kind's ratio to the yardstick of the same round, for every round."""
    return [round[what] / round[yardstick] for round in rounds]


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share of the values doesn't exceed."""
    return sorted(values)[math.ceil(share * len(values)) - 1]
