"""Waking hours: the hours of the day when a person's deadlines run and notices may be sent.

A person is awake while the clock in their time zone shows one of their waking hours. When clocks
change, a skipped hour gives them no time and a repeated hour gives them two hours. All functions
take and return times in seconds since 1970. A stored deadline doesn't change if its player changes
their waking hours.
"""

import math
import re
from dataclasses import dataclass

from bot.host.time import time_zones
from bot.ui.panels.words import folded
from db.people.people import Person
from games.rules import Refusal

FEWEST_HOURS = 12  # minimum number of waking hours per day, because tables wait at night
HOUR, QUARTER = 3600.0, 900  # seconds; every zone changes its clock at a multiple of 15 minutes

OFF_WORDS = {"off", "none", "no", "never", "always"}
SAY_SO = "Tell me when you're up, as in `8-23 Europe/Berlin`, or say `off`."
_O_CLOCK = r"([0-9]{1,2})(?:[:.]([0-9]{2}))?(?: ?(am|pm)|h)?"
_SPAN = re.compile(rf"(?:from )?{_O_CLOCK} ?(?:-|–|—|to|until|till) ?{_O_CLOCK}(?!\w)")


@dataclass(frozen=True, slots=True)
class Hours:
    """A person's waking hours on the clock of their time zone.

    `first` is 0 to 23 and `last` is 1 to 24. If `last` is less than `first`, it is on the next day.
    Raises ValueError if fewer than `FEWEST_HOURS` or all 24 are given (None means all day).
    """

    first: int
    last: int
    zone: str

    def __post_init__(self) -> None:
        if not (0 <= self.first < 24 and 1 <= self.last <= 24 and self.awake >= FEWEST_HOURS):
            raise ValueError(f"not from {self.first} to {self.last}")

    @property
    def awake(self) -> int:
        """The number of waking hours on a day without a clock change."""
        return (self.last - self.first) % 24


def hours_of(person: Person) -> Hours | None:
    """Return a person's waking hours, or None if they count as awake all day."""
    if person.zone is None or person.awake_from is None or person.awake_until is None:
        return None
    try:
        time_zones.zone(person.zone)
        return Hours(person.awake_from, person.awake_until, person.zone)
    except (KeyError, ValueError, OSError):  # an unknown time zone must not stop the game
        return None


# --- between instants -----------------------------------------------------------------------------


def is_awake(at: float, hours: Hours) -> bool:
    """Return whether a person is awake at this time."""
    return (time_zones.local(math.floor(at), hours.zone).hour - hours.first) % 24 < hours.awake


def wakes(at: float, hours: Hours | None) -> float:
    """Return `at` itself if the person is awake at that time, or else when they wake up."""
    return at if hours is None or is_awake(at, hours) else _next_switch(at, hours)


def due(start: float, seconds: float, hours: Hours | None) -> float:
    """Return the time at which `seconds` of a person's waking time have passed since `start`."""
    if hours is None:
        return start + seconds
    at, remaining = wakes(start, hours), seconds
    while at + remaining > (asleep := _next_switch(at, hours)):
        remaining -= asleep - at
        at = _next_switch(asleep, hours)
    return at + remaining


def passed(start: float, end: float, hours: Hours | None) -> float:
    """Return the number of seconds for which a person is awake between two times."""
    if hours is None:
        return max(0.0, end - start)
    total, at = 0.0, wakes(start, hours)
    while at < end:
        asleep = _next_switch(at, hours)
        total += min(asleep, end) - at
        at = _next_switch(asleep, hours)
    return total


def part(start: float, end: float, share: float, hours: Hours | None) -> float:
    """Return when a share (0 to 1) of a person's waking time from `start` to `end` has passed.

    The person is awake at that time, unless they sleep from `start` to `end`.
    """
    at = wakes(due(start, passed(start, end, hours) * share, hours), hours)
    return min(at, end)


def _next_switch(at: float, hours: Hours) -> float:
    """Return the next time at which a person wakes or falls asleep."""
    whole = math.floor(at)
    now, awake = time_zones.local(whole, hours.zone), is_awake(at, hours)
    hours_left = ((hours.last if awake else hours.first) - now.hour) % 24
    turn = whole - now.minute * 60 - now.second + hours_left * HOUR
    if time_zones.local(turn, hours.zone).utcoffset() == now.utcoffset():
        return turn
    quarter = whole // QUARTER * QUARTER  # clocks change before `turn`, so search in steps
    while is_awake(quarter := quarter + QUARTER, hours) == awake:
        pass
    return float(quarter)


# --- reading a text -------------------------------------------------------------------------------


def read(text: str, zone: str | None = None) -> Hours | None:
    """Parse waking hours such as `8-23 Europe/Berlin`, or `8-23` if `zone` is given.

    Return None for `off` and for all day. Raises Refusal if the text is invalid.
    """
    typed = folded(text)
    if typed in OFF_WORDS:
        return None
    match = _SPAN.match(typed)
    if match is None:
        raise Refusal(SAY_SO)
    first, last = _o_clock(*match.groups()[:3]) % 24, _o_clock(*match.groups()[3:]) % 24
    zone_text = typed[match.end() :].strip(" ,()")
    where = time_zones.read(zone_text) if zone_text else zone
    awake = (last - first) % 24
    if awake == 0:  # the person is awake all day
        return None
    if awake < FEWEST_HOURS:
        many = "one hour" if awake == 1 else f"{awake} hours"
        raise Refusal(
            f"The others could count on you for only {many} a day. "
            f"I need at least {FEWEST_HOURS}, as in `9-21`; more make for shorter games."
        )
    if where is None:
        raise Refusal(
            "What's your time zone? Add it, as in "
            f"`{first}-{last or 24} Europe/Berlin`. I'll remember it."
        )
    return Hours(first, last or 24, where)


def _o_clock(hour: str, minutes: str | None, half: str | None) -> int:
    """Return a typed time as an hour from 0 to 24. Raises Refusal unless it is a full hour."""
    number = int(hour)
    if minutes not in (None, "00"):
        raise Refusal("Please give full hours, as in `8-23`.")
    if number > 24 or (half and not 1 <= number <= 12):
        raise Refusal(f"There's no hour {number}{half or ''} in a day. {SAY_SO}")
    if half:
        return number % 12 + (12 if half == "pm" else 0)
    return number
