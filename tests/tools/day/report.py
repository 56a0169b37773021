"""What came of the games of a row, in one line."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from tests.tools.day.rows import Control, Row, Target
from tests.tools.day.terms import Outcome

_COUNTS = ("pings", "(again)", "(there)", "boards", "(pict.)", "dms", "removed", "presses", "kept")
HEAD = (
    f"{'':50} {'waking hours':>13} {'moves for each player':>22} "
    f"{' '.join(f'{item:>7}' for item in _COUNTS)}\n"
    f"{'':50} {'median':>6} {'90 %':>6} {'hand':>8} {'ahead':>6} {'clock':>6}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The games of one row together; hours of a game, all else for each player, mean."""

    median: float
    ninth: float
    by_hand: float
    ahead: float
    by_clock: float
    pings: float
    repeated: float
    while_there: float
    boards: float
    pictures: float
    dms: float
    removed: float
    by_press: float
    kept: float
    unfinished: int


def figures(outcomes: Sequence[Outcome], players: int) -> Figures:
    """Put the games of a row together."""

    def each(*counts: int) -> float:
        return statistics.mean(counts) / players

    hours = sorted(outcome.hours for outcome in outcomes)
    return Figures(
        median=statistics.median(hours),
        ninth=hours[math.ceil(0.9 * len(hours)) - 1],
        by_hand=each(*(outcome.by_hand for outcome in outcomes)),
        ahead=each(*(outcome.ahead for outcome in outcomes)),
        by_clock=each(*(outcome.by_clock for outcome in outcomes)),
        pings=each(*(outcome.pings for outcome in outcomes)),
        repeated=each(*(outcome.repeated for outcome in outcomes)),
        while_there=each(*(outcome.while_there for outcome in outcomes)),
        boards=each(*(outcome.boards for outcome in outcomes)),
        pictures=each(*(outcome.pictures for outcome in outcomes)),
        dms=each(*(outcome.dms for outcome in outcomes)),
        removed=each(*(outcome.removed for outcome in outcomes)),
        by_press=each(*(outcome.by_press for outcome in outcomes)),
        kept=each(*(outcome.kept for outcome in outcomes)),
        unfinished=sum(not outcome.over for outcome in outcomes),
    )


def missed(found: Figures, goal: Target | Control | None) -> list[str]:
    """Say what does not hold."""
    lacking = [f"{found.unfinished} games did not end"] if found.unfinished else []
    match goal:
        case Target(median, ninth, pings):
            for name, value, most in (
                ("median", found.median, median),
                ("90 %", found.ninth, ninth),
                ("pings", found.pings, pings),
            ):
                if value > most:
                    lacking.append(f"{name} {value:.1f}, not {most:g}")
        case Control(least, most):
            if not least <= found.median <= most:
                lacking.append(f"median {found.median:.1f}, not {least:g} to {most:g}")
        case None:
            pass
    return lacking


def line(row: Row, found: Figures) -> str:
    """Write one row: its figures, and whether they are what they should be."""
    lacking = missed(found, row.goal)
    verdict = "" if row.goal is None and not lacking else "  holds"
    if lacking:
        verdict = f"  MISSED: {'; '.join(lacking)}"
    counts = (
        *(found.pings, found.repeated, found.while_there, found.boards, found.pictures),
        *(found.dms, found.removed, found.by_press, found.kept),
    )
    return (
        f"{row.name:50} {found.median:6.1f} {found.ninth:6.1f} {found.by_hand:8.1f}"
        f" {found.ahead:6.1f} {found.by_clock:6.1f} "
        f"{' '.join(f'{count:7.1f}' for count in counts)}{verdict}"
    )
