"""Time zones, by the names that people type: `Europe/Berlin`, or just `berlin`."""

import difflib
from datetime import datetime
from functools import cache, lru_cache
from importlib import resources
from zoneinfo import ZoneInfo

from bot.ui.words import escape, folded, listed
from games.rules import Refusal

REGIONS = {
    *("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic"),
    *("Australia", "Europe", "Indian", "Pacific"),
}
NEAR = 3  # names that are offered where one is not known
OFTEN = (  # what is offered before anything is typed
    *("Europe/Berlin", "Europe/London", "Europe/Paris", "Europe/Lisbon", "Europe/Helsinki"),
    *("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"),
    *("America/Sao_Paulo", "Asia/Kolkata", "Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo"),
    *("Australia/Sydney", "Pacific/Auckland", "UTC"),
)


@cache
def known() -> tuple[str, ...]:
    """List all time zones there are; the list comes with the package, the same on any machine."""
    listing = resources.files("tzdata").joinpath("zones").read_text(encoding="utf-8")
    return tuple(listing.split())


@lru_cache(maxsize=256)
def zone(name: str) -> ZoneInfo:
    """Return a time zone. Raises KeyError or ValueError if there is none of that name."""
    return ZoneInfo(name)


def local(at: float, name: str) -> datetime:
    """Return what the clocks of a time zone show at an instant."""
    return datetime.fromtimestamp(at, zone(name))


def spoken(name: str) -> str:
    """Write a time zone in a sentence: `Europe/Berlin`, `America/New York`."""
    return name.replace("_", " ")


def read(text: str) -> str:
    """Read a time zone: its whole name, or the city in it. Raises Refusal, with those near it."""
    wanted = _plain(text)
    whole = _by_name().get(wanted)
    if whole is not None:
        return whole
    cities = _by_city().get(wanted, [])
    if len({_changes(name) for name in cities}) == 1:
        return cities[0]
    near = cities or _near(wanted)
    offered = listed([f"`{spoken(one)}`" for one in near], "or")
    if cities:
        raise Refusal(f"There are several of that name: {offered}. Which one is yours?")
    if near:
        raise Refusal(f'I know no time zone "{escape(text)}". Do you mean {offered}?')
    raise Refusal(
        f'I know no time zone "{escape(text)}". They are called after the large cities in them, '
        "as in `Europe/Berlin`."
    )


def offered(text: str, most: int) -> list[str]:
    """Offer time zones while one is being typed, the cities that begin so first."""
    wanted = _plain(text)
    if not wanted:
        return list(OFTEN[:most])
    found = [name for name in _places() if wanted in _plain(name)]
    found.sort(key=lambda name: (not _plain(_city(name)).startswith(wanted), name))
    return (found or _near(wanted))[:most]


def _changes(name: str) -> bytes:
    """Read how the clocks of a zone change: some zones have several names."""
    return resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()


def _plain(name: str) -> str:
    """Put a name into the form in which they are compared."""
    return folded(name.replace("_", " ").replace("-", " "))


def _city(name: str) -> str:
    return name.rsplit("/", 1)[-1]


@cache
def _places() -> tuple[str, ...]:
    """List the zones that are called after a place; the others are old ways to write these."""
    return (*(name for name in known() if name.split("/")[0] in REGIONS), "UTC")


@cache
def _by_name() -> dict[str, str]:
    return {_plain(name): name for name in known()}


@cache
def _by_city() -> dict[str, list[str]]:
    cities: dict[str, list[str]] = {}
    for name in _places():
        cities.setdefault(_plain(_city(name)), []).append(name)
    return cities


def _near(wanted: str) -> list[str]:
    """List the names that come nearest to what was typed."""
    among = _by_city() | {_plain(name): [name] for name in _places()}
    inside = [among[one][0] for one in among if len(wanted) > 2 and wanted in one]
    close = difflib.get_close_matches(wanted, among, NEAR, cutoff=0.7)
    return list(dict.fromkeys([*(among[one][0] for one in close), *inside]))[:NEAR]
