"""How long a table waits for a move."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Time to think, in seconds; `call` is the short time after "going once, going twice".

    At a pace that `sleeps` nobody's time runs in their quiet hours; at the others people sit
    together, and would wait for each other.
    """

    name: str
    label: str
    decision: float
    call: float
    sleeps: bool = False


PACES: dict[str, Pace] = {
    pace.name: pace
    for pace in (
        Pace("live", "live (5 min a decision)", 5 * 60, 20),
        Pace("evening", "an evening's pace (30 min a decision)", 30 * 60, 2 * 60),
        Pace("day", "a day's pace (4 h a decision)", 4 * 3600, 15 * 60, sleeps=True),
        Pace("week", "a week's pace (24 h a decision)", 24 * 3600, 2 * 3600, sleeps=True),
    )
}

USUAL_PACE = "day"
