"""Serves `/settings`: shows a person's settings, and changes one with each choice."""

from collections.abc import Mapping
from dataclasses import replace

from bot.host.host import Host
from bot.host.time import time_zones
from bot.host.time.waking_hours import Hours, hours_of
from bot.show.deliver.display import Display
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.parts.message import Message
from bot.show.draw.people import settings_panel as panel
from bot.ui.panels.panel import Form, Request
from db.people.people import Notices, Person
from games.rules import Refusal

PLACES: Mapping[str, Notices] = {"dm": "dm", "channel": "channel", "none": "none"}
NOT_MINE = "That choice doesn't work any more."


class SettingsActions:
    """Serves the settings panel."""

    def __init__(self, host: Host, display: Display) -> None:
        self._host = host
        self._contacts = host.contacts
        self._display = display

    async def settings(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Show the settings, after changing one if the request does. Raises Refusal."""
        known = await self._contacts.of(reply.person)
        asked = form_for(wanted.args, known)
        if asked is not None:
            if not await reply.form(asked, table_id, 0):
                raise Refusal("That took me too long. Please choose it again.")
            return
        await self.change(reply, wanted.args)
        await self.show(reply, table_id)

    async def change(self, reply: InteractionReply, args: Mapping[str, str]) -> None:
        """Change what the arguments name. Raises Refusal."""
        where = args.get(panel.NOTICES, args.get("where", ""))
        if where in PLACES:
            await self._contacts.likes(reply.person, PLACES[where])
            self._display.hands.notices_moved(reply.person)
        await self._contacts.change(reply.person, lambda person: changed(person, args))

    async def show(self, reply: InteractionReply, table_id: int, note: str = "") -> None:
        """Show the settings on the pressed panel, or in a new answer."""
        known = await self._contacts.of(reply.person)
        drawn = panel.draw(known, self._host.now(), note)
        message = Message(panel=drawn, table=table_id)
        if not reply.on_own_panel or not await reply.update(message):
            await reply.say(message)


def form_for(args: Mapping[str, str], known: Person) -> Form | None:
    """Return the form that a choice opens, or None if it is complete."""
    if args.get(panel.ZONE) == panel.OTHER:
        return panel.zone_form()
    quiet = args.get(panel.QUIET, "")
    if quiet == panel.OTHER:
        return panel.quiet_form(known)
    if quiet not in ("", panel.OFF) and known.zone is None:
        _span_in(quiet)  # a forged choice opens no form
        return panel.zone_form(quiet)
    return None


def changed(person: Person, args: Mapping[str, str]) -> Person:
    """Return a person's record after a choice or a form. Raises Refusal if it makes no sense.

    >>> changed(Person(), {"*here": "off"}).here
    False
    """
    if panel.HERE in args:
        return replace(person, here=args[panel.HERE] != panel.OFF)
    if panel.AVATAR in args:
        return replace(person, avatar=args[panel.AVATAR] != panel.OFF)
    typed = args.get(panel.TYPED_ZONE, args.get(panel.ZONE))
    if typed is not None:
        person = replace(person, zone=time_zones.read(typed))
    if args.get(panel.QUIET) == panel.OFF:
        return replace(person, awake_from=None, awake_until=None)
    if panel.FROM in args and panel.UNTIL in args:
        return _quiet(person, f"{args[panel.FROM]}-{args[panel.UNTIL]}")
    quiet = args.get(panel.QUIET) or args.get(panel.MEANT)
    return _quiet(person, quiet) if quiet else person


def _quiet(person: Person, text: str) -> Person:
    """Return a person's record with quiet hours such as `23-8` in their time zone."""
    first, until = _span_in(text)
    try:
        hours = Hours(until, first or 24, person.zone or "")
    except ValueError:
        raise Refusal(
            f"Quiet hours can last from 1 to {panel.LONGEST_QUIET} hours, so that the others can "
            "count on you for half the day."
        ) from None
    after = replace(person, awake_from=hours.first, awake_until=hours.last)
    if hours_of(after) is None:
        raise Refusal("Choose your time zone first, so that I know when those hours are.")
    return after


def _span_in(text: str) -> tuple[int, int]:
    first, _, until = text.partition("-")
    if not all(part.isascii() and part.isdigit() and len(part) < 3 for part in (first, until)):
        raise Refusal(NOT_MINE)
    if int(first) > 23 or int(until) > 23:
        raise Refusal(NOT_MINE)
    return int(first), int(until)
