"""The measured rows as tables: printed, and written to docs/bench.md by a whole run."""

import math
import os
import platform
import re
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "bench.md"
HEADS = ("what", "yardstick", "measured", "spread", "goal", "met")
INTRODUCTION = """\
`make bench` measures everything in one run and writes this page. A row compares with a yardstick of
the same run or counts something, so it can be compared across machines. Where a row was measured in
several shuffled rounds, the figure is their median and the spread is the lowest and the highest.
CPU seconds are compared, not seconds of a clock, unless a row says otherwise. `tests/tools/bench/`
says how each part is measured. No test looks at these figures, because times on a busy machine
prove nothing.
"""
CPU_INFO = Path("/proc/cpuinfo")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table: a figure of each round, and perhaps a goal for their median."""

    what: str
    figures: Sequence[float]
    yardstick: str = ""
    unit: str = " x"
    note: str = ""
    at_most: float | None = None
    at_least: float | None = None

    @property
    def median(self) -> float:
        """The median of all rounds."""
        return statistics.median(self.figures)

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None if there is no goal."""
        if self.at_most is not None:
            return self.median <= self.at_most
        return None if self.at_least is None else self.median >= self.at_least

    @property
    def cells(self) -> tuple[str, ...]:
        """The row's cells, in the order of HEADS."""
        note = f" ({self.note})" if self.note else ""
        spread = ""
        if len(self.figures) > 1:
            spread = f"{figure(min(self.figures))} to {figure(max(self.figures))}"
        met = {None: "", True: "yes", False: "no"}[self.met]
        measured = f"{figure(self.median)}{self.unit}{note}"
        return (self.what, self.yardstick, measured, spread, self._goal, met)

    @property
    def _goal(self) -> str:
        if self.at_most is not None:
            return f"<= {figure(self.at_most)}{self.unit}"
        return "" if self.at_least is None else f">= {figure(self.at_least)}{self.unit}"


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


def missed(rows: Sequence[Row]) -> str:
    """Say how many of the goals are missed."""
    goals = [row.met for row in rows if row.met is not None]
    return f"{goals.count(False)} of {len(goals)} goals are missed"


def measured_now() -> str:
    """Return one line with the date, the commit and the machine of this run."""
    today = datetime.now(UTC)
    cores = len(os.sched_getaffinity(0))
    return (
        f"Measured on {today:%Y-%m-%d at %H:%M} UTC at {commit()}: {cores} core"
        f"{'s' * (cores != 1)} of {cpu_model()}, {platform.system()} {platform.release()}, Python "
        f"{platform.python_version()}."
    )


def commit(folder: Path = ROOT) -> str:
    """Return the commit that is checked out, and whether files differ from it."""
    command = ["git", "-C", str(folder), "describe", "--always", "--dirty= with changes"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "an unknown commit"
    return f"commit {found.stdout.strip()}"


def cpu_model(info: Path = CPU_INFO) -> str:
    """Return the processor's name as Linux gives it, or else its architecture."""
    try:
        found = re.search(r"^model name\s*:\s*(\S.*)$", info.read_text("utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else f"an unnamed {platform.machine()} processor"


def write(parts: Mapping[str, Sequence[Row]], page: Path = PAGE) -> None:
    """Write the page with all parts of one run. Its first line counts the missed goals."""
    every = [row for rows in parts.values() for row in rows]
    head = f"# What things cost: {missed(every)}\n\n{INTRODUCTION}\n{measured_now()}\n"
    tables = [f"## {name}\n\n{table(rows)}\n" for name, rows in parts.items() if rows]
    page.write_text("\n".join([head, *tables]), encoding="utf-8")
