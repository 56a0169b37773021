"""Two dice, and the chart of what they can show (Dead Man's Chest)."""

from typing import TypeAlias

Dice: TypeAlias = tuple[int, int]
"""Two dice, the higher first."""

DEAD_MAN = 21

CHART = (31, 32, 41, 42, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66, DEAD_MAN)
"""All that two dice can show, from the lowest to the highest."""


def rank(value: int) -> int:
    """Say where a value stands on the chart: 0 for 31, 20 for the Dead Man."""
    return CHART.index(value)


def value_of(dice: Dice) -> int:
    """Read two dice, the higher as the tens."""
    return max(dice) * 10 + min(dice)


def at_least(value: int) -> int:
    """Count the rolls, of 36, that are as high as this value or higher."""
    return sum(1 if at % 11 == 0 else 2 for at in CHART[rank(value) :])


def higher(over: int | None) -> tuple[int, ...]:
    """List what may be bid over a bid, the lowest first; over None, everything."""
    if over is None:
        return CHART  # DM-3: anything, the Dead Man included
    if over == DEAD_MAN:
        return (DEAD_MAN,)  # DM-12: the only equal bid in the game
    return CHART[rank(over) + 1 :]  # DM-5: strictly, and by the chart


def named(text: str) -> int | None:
    """Read a value as players write it: `52`, `25`, `5 2`, `dead man`; None if it is no roll."""
    plain = "".join(text.casefold().split())
    if plain in ("deadman", "thedeadman"):
        return DEAD_MAN
    if len(plain) == 2 and all(digit in "123456" for digit in plain):
        return value_of((int(plain[0]), int(plain[1])))  # DM-6: 25 is 52, 12 is the Dead Man
    return None


def spoken(value: int) -> str:
    """Write a value as players say it."""
    return "Dead Man" if value == DEAD_MAN else str(value)
