"""Reads a time of day that somebody typed, such as `20:00` or `8 pm`."""

import re
from datetime import datetime, timedelta

from bot.host.time import time_zones
from bot.ui.panels.words import folded
from games.rules import Refusal

UNTIL_BACK = 1e11
"""Stands for "until I'm back" among points in time, in seconds since 1970."""

OFF_WORDS = {"off", "none", "no", "cancel", "never"}
SAY_SO = "Give a time of day, as in `/table meet 20:00`, or call it off with `/table meet off`."
SAY_ZONE = "I don't know your time zone yet. Choose it in `/settings`, then try again."
_TIME = re.compile(r"(?:at )?(\d{1,2})(?:[:.h ]?(\d\d))? ?(am|pm|h|o'clock)?", re.ASCII)


def is_off(text: str) -> bool:
    """Return whether a typed text means that the meeting is cancelled."""
    return folded(text) in OFF_WORDS


def next_time(text: str, zone: str | None, now: float, say_so: str = SAY_SO) -> float:
    """Return when clocks in a time zone next show a typed time of day.

    Raises Refusal, with the sentence `say_so` if the text is no time of the day.
    """
    hour, minute = _read(text, say_so)
    if zone is None:
        raise Refusal(SAY_ZONE)
    try:
        today, tz = time_zones.local(now, zone), time_zones.zone(zone)
    except (KeyError, ValueError, OSError):  # the time zone no longer exists
        raise Refusal(SAY_ZONE) from None
    for days in range(4):  # some times don't exist on the day when clocks go forward
        day = today.date() + timedelta(days=days)
        for fold in (0, 1):  # some times occur twice when clocks go back
            shown_time = datetime(day.year, day.month, day.day, hour, minute, tzinfo=tz, fold=fold)
            at = shown_time.timestamp()
            shown = time_zones.local(at, zone)
            if at > now and (shown.hour, shown.minute) == (hour, minute):
                return at
    raise Refusal(say_so)


def _read(text: str, say_so: str) -> tuple[int, int]:
    """Parse a typed time of day into hour and minute. Raises Refusal if it isn't one."""
    match = _TIME.fullmatch(folded(text))
    if match is None:
        raise Refusal(say_so)
    hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
    if half in ("am", "pm"):
        if not 1 <= hour <= 12:
            raise Refusal(say_so)
        hour = hour % 12 + (12 if half == "pm" else 0)
    if minute > 59 or hour > 24 or (hour == 24 and minute):
        raise Refusal(say_so)
    return hour % 24, minute
