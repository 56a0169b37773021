"""Tables of the measured rows: printed, and written to docs/bench.md.

The page has one part for each kind of measurement, with its date and machine. Measuring a kind
again replaces its part and leaves the other parts unchanged.
"""

import math
import os
import platform
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "bench.md"
HEADS = ("what", "yardstick", "measured", "goal", "met")
INTRODUCTION = """\
# What things cost

Written by `make bench`. Each row is a ratio to a yardstick of the same run (the median of several
rounds in shuffled order) or a plain count, so it can be compared across machines. Where waiting
doesn't matter, CPU seconds are compared. Each part says when and on what machine it was measured.
No test looks at these figures, because times on a busy machine prove nothing.
`tests/tools/bench/` says how each is measured. In *presses* and *requests* all four players of a
table keep a private panel open, which the bot edits through webhooks.
"""
CPU_INFO = Path("/proc/cpuinfo")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table; `met` is None if there is no goal."""

    what: str
    yardstick: str
    measured: str
    goal: str = ""
    met: bool | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        """The row's cells, in the order of HEADS."""
        met = {None: "", True: "yes", False: "no"}[self.met]
        return (self.what, self.yardstick, self.measured, self.goal, met)


def at_most(
    what: str, yardstick: str, found: float, goal: float, note: str = "", unit: str = " x"
) -> Row:
    """Make a row whose figure should stay at or below its goal."""
    return _with_goal(what, yardstick, found, "<=", goal, found <= goal, note, unit)


def at_least(
    what: str, yardstick: str, found: float, goal: float, note: str = "", unit: str = " x"
) -> Row:
    """Make a row whose figure should reach its goal."""
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
    """Format a number with its significant digits."""
    if not math.isfinite(number):
        return "?"
    return f"{number:,.0f}" if number >= 100 or number == int(number) else f"{number:.3g}"


def table(rows: Sequence[Row]) -> str:
    """Format the rows as a Markdown table with aligned columns."""
    lines = [HEADS, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS))]
    made = ["| " + " | ".join(map(str.ljust, line, widths)) + " |" for line in lines]
    made.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(made)


def measured_now() -> str:
    """Return one line with the date and the machine of this measurement."""
    today = datetime.now(UTC)
    cores = len(os.sched_getaffinity(0))
    return (
        f"Measured on {today:%Y-%m-%d at %H:%M} UTC: {cores} core{'s' * (cores != 1)} of "
        f"{cpu_model()}, {platform.system()} {platform.release()}, Python "
        f"{platform.python_version()}."
    )


def cpu_model(info: Path = CPU_INFO) -> str:
    """Return the processor's name as Linux gives it, or else its architecture."""
    try:
        found = re.search(r"^model name\s*:\s*(\S.*)$", info.read_text("utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else f"an unnamed {platform.machine()} processor"


def write(name: str, rows: Sequence[Row], order: Sequence[str], page: Path = PAGE) -> None:
    """Replace one part of the page, with today's date; `order` names all parts in order."""
    before = page.read_text(encoding="utf-8") if page.exists() else ""
    headed = re.split(r"^## (.+)\n", before, flags=re.MULTILINE)[1:]
    parts = dict(zip(headed[::2], headed[1::2], strict=True))
    parts[name] = f"\n{measured_now()}\n\n{table(rows)}"
    written = [f"## {item}\n\n{parts[item].strip()}\n" for item in order if item in parts]
    page.write_text("\n".join([INTRODUCTION, *written]), encoding="utf-8")
