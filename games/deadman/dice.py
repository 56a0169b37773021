"""Two dice, and the chart of the values they can show (Dead Man's Chest)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

Dice: TypeAlias = tuple[int, int]
"""Two dice, the higher first."""

DEAD_MAN: Final = 21

CHART = (31, 32, 41, 42, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66, DEAD_MAN)
"""All values that two dice can show, from lowest to highest."""

RANK: Mapping[int, int] = MappingProxyType({value: at for at, value in enumerate(CHART)})
"""The position of each value on the chart, from 0 for 31 to 20 for the Dead Man."""

_HIGHER: Mapping[int | None, tuple[int, ...]] = MappingProxyType(
    {
        None: CHART,  # DM-3: the opener may bid any value, even the Dead Man
        **{value: CHART[at + 1 :] for value, at in RANK.items()},  # DM-5: strictly higher
        DEAD_MAN: (DEAD_MAN,),  # DM-12: the Dead Man is the only bid that may be repeated
    }
)


def value_of(dice: Dice) -> int:
    """Return the value of two dice: the higher die gives the tens."""
    first, second = dice
    return first * 10 + second if first >= second else second * 10 + first


def at_least(value: int) -> int:
    """Count how many of the 36 possible rolls show this value or a higher one."""
    return sum(1 if at % 11 == 0 else 2 for at in CHART[RANK[value] :])


def higher(over: int | None) -> tuple[int, ...]:
    """List the values that beat the bid `over`, lowest first; every value if `over` is None."""
    return _HIGHER[over]


def spoken(value: int) -> str:
    """Return a value in the words that players use."""
    return "Dead Man" if value == DEAD_MAN else str(value)


def what_beats(over: int | None) -> str:
    """Describe the values that beat the bid `over`: `61 to 65, any double, or Dead Man`.

    "54 or higher" would mislead: 11 and 21 beat 54 too, though they are smaller numbers.
    """
    values = higher(over)
    if over is None:
        return "anything from 31 to Dead Man"
    mixed = [value for value in values if value % 11 and value != DEAD_MAN]
    doubles = [value for value in values if value % 11 == 0]
    if mixed:
        return f"{_span(mixed)}, any double, or Dead Man"
    if over == 65:
        return "any double or Dead Man"
    if len(doubles) > 2:
        return f"a double from {_span(doubles)}, or Dead Man"
    return " or ".join([*([_span(doubles)] if doubles else []), "Dead Man"])


def _span(values: list[int]) -> str:
    return f"{values[0]} to {values[-1]}" if len(values) > 2 else ", ".join(map(str, values))
