"""The one table: a row for each thing that is measured, printed and written to docs/bench.md."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "bench.md"
HEADS = ("what", "yardstick", "measured", "goal", "met")
INTRODUCTION = """\
# What things cost

Written by `make bench`. Each row is a ratio to a yardstick that was measured in the same run, in
shuffled rounds (the median of them), or a plain count; so it holds on any machine. CPU seconds are
compared wherever waiting is not the point. No test looks at these figures: times on a busy machine
prove nothing. `tests/bench/` says how each is measured.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table; `met` is None where there is no goal."""

    what: str
    yardstick: str
    measured: str
    goal: str = ""
    met: bool | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        """Write it as cells, in the order of HEADS."""
        met = {None: "", True: "yes", False: "no"}[self.met]
        return (self.what, self.yardstick, self.measured, self.goal, met)


def at_most(
    what: str, yardstick: str, found: float, goal: float, note: str = "", unit: str = " x"
) -> Row:
    """Make a row whose figure is to stay at or below its goal."""
    return _with_goal(what, yardstick, found, "<=", goal, found <= goal, note, unit)


def at_least(
    what: str, yardstick: str, found: float, goal: float, note: str = "", unit: str = " x"
) -> Row:
    """Make a row whose figure is to reach its goal."""
    return _with_goal(what, yardstick, found, ">=", goal, found >= goal, note, unit)


def _with_goal(
    what: str,
    yardstick: str,
    found: float,
    sign: str,
    goal: float,
    met: bool,
    note: str,
    unit: str,
) -> Row:
    return Row(
        what=what,
        yardstick=yardstick,
        measured=f"{figure(found)}{unit}" + (f" ({note})" if note else ""),
        goal=f"{sign} {figure(goal)}{unit}",
        met=met,
    )


def figure(number: float) -> str:
    """Write a number with as many digits as mean something."""
    if not math.isfinite(number):
        return "?"
    return f"{number:,.0f}" if number >= 100 or number == int(number) else f"{number:.3g}"


def table(rows: Sequence[Row]) -> str:
    """Write the rows as a table that is read as easily in a terminal as on a page."""
    lines = [HEADS, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS))]
    made = ["| " + " | ".join(map(str.ljust, line, widths)) + " |" for line in lines]
    made.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(made)


def write(rows: Sequence[Row], page: Path = PAGE) -> None:
    """Write the page."""
    page.write_text(f"{INTRODUCTION}\n{table(rows)}\n", encoding="utf-8")
