"""What came of the games of a row, in one line."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from tests.tools.day.rows import Control, Row, Target
from tests.tools.day.terms import Outcome

_COUNTS = ("pings", "(again)", "(there)", "boards", "(pict.)", "dms", "removed", "presses", "kept")
HEAD = (
    f"{'':50} {'waking hours':>13} {'moves for each player':>36} "
    f"{' '.join(f'{item:>7}' for item in _COUNTS)}\n"
    f"{'':50} {'median':>6} {'90 %':>6} {'hand':>8} {'acts':>6} {'ahead':>6} "
    f"{'clock':>6} {'taken':>6}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The games of one row together; hours of a game, all else for each player, mean."""

    median: float
    ninth: float
    by_hand: float
    acts: float
    taken: float
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
        acts=each(*(outcome.acts for outcome in outcomes)),
        taken=each(*(outcome.taken for outcome in outcomes)),
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


def missed(
    found: Figures, goal: Target | Control | None, *, somebody_vanishes: bool = False
) -> list[str]:
    """Say what does not hold."""
    lacking = [f"{found.unfinished} games did not end"] if found.unfinished else []
    if found.taken and not somebody_vanishes:
        lacking.append(f"{found.taken:.2f} moves taken from who would have come")
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


def missed_by(row: Row, found: Figures) -> list[str]:
    """Say what does not hold of a row."""
    vanishes = row.terms.habits.vanishes is not None
    return missed(found, row.goal, somebody_vanishes=vanishes)


def line(row: Row, found: Figures) -> str:
    """Write one row: its figures, and whether they are what they should be."""
    lacking = missed_by(row, found)
    verdict = "" if row.goal is None and not lacking else "  holds"
    if lacking:
        verdict = f"  MISSED: {'; '.join(lacking)}"
    counts = (
        *(found.pings, found.repeated, found.while_there, found.boards, found.pictures),
        *(found.dms, found.removed, found.by_press, found.kept),
    )
    return (
        f"{row.name:50} {found.median:6.1f} {found.ninth:6.1f} {found.by_hand:8.1f}"
        f" {found.acts:6.1f} {found.ahead:6.1f} {found.by_clock:6.1f} {found.taken:6.2f} "
        f"{' '.join(f'{count:7.1f}' for count in counts)}{verdict}"
    )
