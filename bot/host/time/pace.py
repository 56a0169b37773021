"""The paces of play: how long a table waits for a move."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """The seconds that a player has for a normal decision, and for a hurried one (`call`).

    If `sleeps` is set, a player's time doesn't run in their sleeping hours. At the other paces it
    always runs, because the players sit together and would have to wait for each other.
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

STAND_IN = {  # when the house plays for an absent player; the keys are shown to players
    "after one missed question": 1,
    "after two missed questions in a row": 2,
    "never: wait for them": 0,
}
USUAL_STAND_IN = 2
