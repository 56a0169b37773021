"""Finds time zones by the names that people type, such as `Europe/Berlin` or `berlin`."""

import difflib
import re
from datetime import datetime
from functools import cache, lru_cache
from importlib import resources
from zoneinfo import ZoneInfo

from bot.ui.panels.words import escape, folded, listed
from games.rules import Refusal

REGIONS = {
    *("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic"),
    *("Australia", "Europe", "Indian", "Pacific"),
}
MOST_SUGGESTIONS = 3  # maximum number of similar names suggested for an unknown name
COMMON_ZONES = (  # zones that are suggested before anything is typed
    *("Europe/Berlin", "Europe/London", "Europe/Paris", "Europe/Lisbon", "Europe/Helsinki"),
    *("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"),
    *("America/Sao_Paulo", "Asia/Kolkata", "Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo"),
    *("Australia/Sydney", "Pacific/Auckland", "UTC"),
)
_OFFSET = re.compile(r"(?:utc|gmt)? ?([+-]) ?([0-9]{1,2})(?::?([0-9]{2}))?")
_FIXED = re.compile(r"Etc/GMT([+-])([1-9][0-9]?)")
_FLIPPED = {"+": "-", "-": "+"}  # `Etc/GMT-2` is the name of UTC+2


@cache
def known() -> tuple[str, ...]:
    """Return the names of all time zones. On every machine they come from the package tzdata."""
    listing = resources.files("tzdata").joinpath("zones").read_text(encoding="utf-8")
    return tuple(listing.split())


@lru_cache(maxsize=256)
def zone(name: str) -> ZoneInfo:
    """Return a time zone. Raises KeyError or ValueError if its name is unknown."""
    return ZoneInfo(name)


def local(at: float, name: str) -> datetime:
    """Return the local date and time of a moment in a time zone."""
    return datetime.fromtimestamp(at, zone(name))


def spoken(name: str) -> str:
    """Return a time zone's name for use in a sentence: `Europe/Berlin`, `America/New York`.

    >>> spoken("Etc/GMT-2")
    'UTC+2'
    """
    fixed = _FIXED.fullmatch(name)
    if fixed is not None:
        return f"UTC{_FLIPPED[fixed[1]]}{fixed[2]}"
    return name.replace("_", " ")


def read(text: str) -> str:
    """Return the time zone with this name, city or offset (`UTC+2`).

    Raises Refusal that suggests similar names.
    """
    wanted = _normalized(text)
    whole = _by_name().get(wanted)
    if whole is not None:
        return whole
    offset = _OFFSET.fullmatch(folded(text))
    if offset is not None:
        return _of_offset(*offset.groups())
    cities = _by_city().get(wanted, [])
    if len({_zone_file(name) for name in cities}) == 1:
        return cities[0]
    near = cities or _near(wanted)
    offered = listed([f"`{spoken(name)}`" for name in near], "or")
    if cities:
        raise Refusal(f"There are several of that name. Is yours {offered}?")
    if near:
        raise Refusal(f'I don\'t know the time zone "{escape(text)}". Do you mean {offered}?')
    raise Refusal(
        f'I don\'t know the time zone "{escape(text)}". Time zones have the names of large cities, '
        "as in `Europe/Berlin`."
    )


def _of_offset(sign: str, hours: str, minutes: str | None) -> str:
    """Return the time zone of whole hours from UTC, without summer time. Raises Refusal."""
    if minutes not in (None, "00"):
        raise Refusal("Only whole hours have a name like that. Name a large city in your zone.")
    if int(hours) == 0:
        return "UTC"
    name = f"Etc/GMT{_FLIPPED[sign]}{int(hours)}"
    if name not in known():
        raise Refusal("Time zones go from UTC-12 to UTC+14.")
    return name


def offered(text: str, most: int) -> list[str]:
    """Return suggestions for a half-typed time zone. Cities that begin with the text come first."""
    wanted = _normalized(text)
    if not wanted:
        return list(COMMON_ZONES[:most])
    found = [name for name in _places() if wanted in _normalized(name)]
    found.sort(key=lambda name: (not _normalized(_city(name)).startswith(wanted), name))
    return (found or _near(wanted))[:most]


def _zone_file(name: str) -> bytes:
    """Return the content of a time zone's file. It is equal for two names of the same time zone."""
    return resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()


def _normalized(name: str) -> str:
    """Normalize a name for comparison."""
    return folded(name.replace("_", " ").replace("-", " "))


def _city(name: str) -> str:
    return name.rsplit("/", 1)[-1]


@cache
def _places() -> tuple[str, ...]:
    """Return the time zones that are named after a place, and UTC. Ignore old aliases."""
    return (*(name for name in known() if name.split("/")[0] in REGIONS), "UTC")


@cache
def _by_name() -> dict[str, str]:
    return {_normalized(name): name for name in known()}


@cache
def _by_city() -> dict[str, list[str]]:
    cities: dict[str, list[str]] = {}
    for name in _places():
        cities.setdefault(_normalized(_city(name)), []).append(name)
    return cities


def _near(wanted: str) -> list[str]:
    """Return the names that are most similar to a typed name."""
    among = _by_city() | {_normalized(name): [name] for name in _places()}
    inside = [among[name][0] for name in among if len(wanted) > 2 and wanted in name]
    close = difflib.get_close_matches(wanted, among, MOST_SUGGESTIONS, cutoff=0.7)
    return list(dict.fromkeys([*(among[name][0] for name in close), *inside]))[:MOST_SUGGESTIONS]
