"""Draws `/settings`: one private panel on which a person sees and changes all of their settings.

Each setting is a sentence with a menu below it. A menu's choice is an argument of the same request:
`*zone`, `*quiet`, `*notices`, `*here`, `*avatar`. *Other…* opens a form for what the menu doesn't
list.
"""

from collections.abc import Sequence

from bot.host.reading.contacts import notices_sentence
from bot.host.time import time_zones
from bot.host.time.waking_hours import FEWEST_HOURS, Hours, hours_of
from bot.show.draw.parts import frame
from bot.show.draw.people import my_data_panel
from bot.ui.panels.panel import Choice, Entry, Form, Menu, Panel, Row, Text
from db.people.people import Person

ZONE, QUIET, NOTICES, HERE = "*zone", "*quiet", "*notices", "*here"
AVATAR = "*avatar"
TYPED_ZONE, FROM, UNTIL, MEANT = "?zone", "*from", "*until", "quiet"
OTHER, OFF, ON = "other", "off", "on"
PRESETS = ((21, 7), (22, 6), (22, 7), (23, 7), (23, 8), (0, 8), (0, 9), (1, 9), (1, 10), (2, 10))
"""The quiet hours on the menu, as (from, until)."""
LONGEST_QUIET = 24 - FEWEST_HOURS
PLACES = {"dm": "By DM", "channel": "In the table's channel", "none": "Nowhere"}
_OTHER = Choice("Other…", OTHER)


def draw(known: Person, now: float, note: str = "") -> Panel:
    """Draw the settings of a person. `note` is a line above them that is shown only once."""
    title = "### Settings\n-# Only you see this. `/privacy` lists what else I keep."
    return Panel(
        [
            *([Text(note)] if note else []),
            Text(title),
            Text(f"**Your turn.** {notices_sentence(known)}"),
            _menu(NOTICES, "Where I write to you", _places(known)),
            Text(f"**Time zone.** {zone_sentence(known, now)}"),
            _menu(ZONE, "Choose your time zone", _zones(known, now)),
            Text(f"**Quiet hours.** {quiet_sentence(known)}"),
            _menu(QUIET, "When I keep quiet", _quiet(known)),
            Text(f"**Presence.** {presence_sentence(known)}"),
            _menu(HERE, "What the others see", _presence(known)),
            Text(f"**My avatar on posters.** {avatar_sentence(known)}"),
            _menu(AVATAR, "Your avatar on posters", _avatar(known)),
            Row([my_data_panel.START]),
        ]
    )


def _menu(key: str, placeholder: str, choices: Sequence[Choice]) -> Menu:
    return Menu(frame.SETTINGS, key, placeholder, choices)


def _places(known: Person) -> list[Choice]:
    return [Choice(label, to, chosen=known.notices == to) for to, label in PLACES.items()]


def _zones(known: Person, now: float) -> list[Choice]:
    """List the commonest time zones, and the person's own first if it isn't one of them."""
    own = [known.zone] if known.zone and known.zone not in time_zones.COMMON_ZONES else []
    zones = [
        Choice(time_zones.spoken(zone), zone, _clock(zone, now), chosen=zone == known.zone)
        for zone in (*own, *time_zones.COMMON_ZONES)
    ]
    return [*zones, _OTHER]


def _quiet(known: Person) -> list[Choice]:
    hours = hours_of(known)
    mine = None if hours is None else quiet_of(hours)
    own = [mine] if mine is not None and mine not in PRESETS else []
    spans = [
        Choice(_span(first, until), f"{first}-{until}", chosen=(first, until) == mine)
        for first, until in (*own, *PRESETS)
    ]
    return [Choice("No quiet hours", OFF, chosen=mine is None), *spans, _OTHER]


def _presence(known: Person) -> list[Choice]:
    return [
        Choice("Show when I'm here", ON, chosen=known.here),
        Choice("Never show that I'm here", OFF, chosen=not known.here),
    ]


def _avatar(known: Person) -> list[Choice]:
    return [
        Choice("Shown", ON, chosen=known.avatar),
        Choice("Hidden", OFF, chosen=not known.avatar),
    ]


# --- forms ----------------------------------------------------------------------------------------


def zone_form(quiet: str = "") -> Form:
    """Ask for a time zone. `quiet` are the quiet hours that it's needed for, as `23-8`."""
    wanted = frame.SETTINGS.with_args({MEANT: quiet} if quiet else {})
    return Form(wanted, "Your time zone", [_zone_entry()])


def quiet_form(known: Person) -> Form:
    """Ask for quiet hours, and for the time zone if it isn't known."""
    hours = hours_of(known)
    first, until = (23, 8) if hours is None else quiet_of(hours)
    entries = [
        Entry(FROM, "Quiet from", choices=_hours(first)),
        Entry(UNTIL, "Until", f"Up to {LONGEST_QUIET} hours later", choices=_hours(until)),
    ]
    zone = [] if known.zone else [_zone_entry()]
    return Form(frame.SETTINGS, "Your quiet hours", [*entries, *zone])


def _zone_entry() -> Entry:
    return Entry(TYPED_ZONE, "Your time zone", "Europe/Berlin, UTC+2, or a large city in your zone")


def _hours(chosen: int) -> list[Choice]:
    return [Choice(f"{hour}:00", str(hour), chosen=hour == chosen) for hour in range(24)]


# --- sentences ------------------------------------------------------------------------------------


def zone_sentence(known: Person, now: float) -> str:
    """Name a person's time zone with the time there, so that they notice a wrong one at once."""
    if known.zone is None:
        return "Discord doesn't tell me yours. I need it for quiet hours and meetings."
    clock = _clock(known.zone, now)
    return f"Yours is {time_zones.spoken(known.zone)}{f', {clock}' if clock else ''}."


def quiet_sentence(known: Person) -> str:
    """Say when a person's quiet hours are, what they do, and what others can guess from them."""
    hours = hours_of(known)
    if hours is None:
        return "You have none, so I write to you whenever it's your turn."
    return (
        f"From {_span(*quiet_of(hours))} I don't write to you and your clock stands still, at "
        "tables with a day's or a week's pace. The others see your deadlines, so they may guess "
        "when you sleep. A change counts from the next question on."
    )


def presence_sentence(known: Person) -> str:
    """Say whether others see that a person is here, and what follows for their notices."""
    if known.here:
        return (
            "For ten minutes after you move, the board says that you're here, and I wait three "
            "minutes before I write to you."
        )
    return "From your next move on, no board says that you're here, and I write to you at once."


def avatar_sentence(known: Person) -> str:
    """Say whether the posters of finished games show a person's avatar."""
    if known.avatar:
        return "The poster of a finished game shows your avatar on the podium."
    return "From now on, the podium of a finished game shows your initials."


def quiet_of(hours: Hours) -> tuple[int, int]:
    """Return quiet hours as (from, until), each an hour from 0 to 23."""
    return hours.last % 24, hours.first


def _span(first: int, until: int) -> str:
    return f"{first}:00 to {until}:00"


def _clock(zone: str, now: float) -> str:
    """Return the time in a zone, or "" if the zone no longer exists."""
    try:
        return f"where it's {time_zones.local(now, zone):%H:%M} now"
    except (KeyError, ValueError, OSError):
        return ""
