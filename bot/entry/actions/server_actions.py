"""Serves the panel and the commands with which moderators set up their server."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.entry.access.opening_rules import check_manages, unseen_channels
from bot.entry.access.table_access import TableAccess
from bot.entry.actions.channel_check import how_it_is, why_closed
from bot.entry.actions.opening import Opening
from bot.host.host import Host
from bot.show.deliver.display import Display
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.pages import server_panel
from bot.show.draw.parts.message import Message, sentence
from bot.ui.panels.operator import Operator
from bot.ui.panels.panel import CHOICE_LIMIT, Request
from bot.ui.panels.words import listed
from db.servers.servers import ActKind, Server
from games.rules import Refusal

Serve = Callable[[InteractionReply, int, Request], Awaitable[None]]


class ServerActions:
    """Serves what only moderators may do. Each method checks that again. Raises Refusal."""

    def __init__(
        self,
        host: Host,
        display: Display,
        access: TableAccess,
        opening: Opening,
        operator: Operator,
    ) -> None:
        self._host = host
        self._opening = opening
        self._servers = host.servers
        self._moderation = host.moderation
        self._display = display
        self._faces = display.faces
        self._access = access
        self._operator = operator
        self.verbs: Mapping[str, Serve] = {
            server_panel.CHANNELS.verb: self._picked_channels,
            server_panel.GAMES.verb: self._picked_games,
            server_panel.OPENER.verb: self._picked_opener,
            server_panel.LIMIT.verb: self._picked_limit,
            server_panel.THREADS.verb: self._picked_threads,
        }

    # --- the settings ---

    async def settings(self, reply: InteractionReply) -> None:
        """Show the settings of the server, on the pressed panel or on a new one."""
        guild = check_manages(reply.interaction)
        known = reply.interaction.guild
        there = set[int]()
        if known is not None:
            there = {channel.id for channel in known.channels} | {role.id for role in known.roles}
        name, server = _name_of(reply.interaction), self._servers.of(guild)
        unseen = unseen_channels(reply.interaction, server)
        panel = server_panel.settings(
            name, server, self._faces, there, self._operator.shown, unseen=unseen
        )
        message = Message(panel=panel)
        if not reply.on_own_panel or not await reply.update(message):
            await reply.say(message)

    async def set_channels(self, reply: InteractionReply, channels: list[int]) -> None:
        """Let tables be opened in these channels only (none: in every channel)."""
        chosen = tuple(dict.fromkeys(channels))
        if len(chosen) > CHOICE_LIMIT:
            raise Refusal(f"The list can have at most {CHOICE_LIMIT} channels. Remove some first.")
        detail = " ".join(map(str, chosen))
        await self._set(reply, "channels", detail, lambda it: replace(it, channels=chosen))

    async def set_games(self, reply: InteractionReply, games: list[str]) -> None:
        """Let only these games be opened (none: all of them)."""
        chosen = tuple(name for name in self._faces if name in games)
        if set(server_panel.offered(self._faces)) <= set(chosen):
            chosen = ()
        await self._set(reply, "games", " ".join(chosen), lambda it: replace(it, games=chosen))

    async def set_opener(self, reply: InteractionReply, role: int | None) -> None:
        """Let only members with a role open tables (None: everybody)."""
        if role == reply.interaction.guild_id:  # the role @everyone
            role = None
        detail = "" if role is None else str(role)
        await self._set(reply, "opener", detail, lambda it: replace(it, opener_role=role))

    async def set_limit(self, reply: InteractionReply, most: int | None) -> None:
        """Set how many tables may be open or in play at the same time (None: no limit)."""
        detail = "" if most is None else str(most)
        await self._set(reply, "limit", detail, lambda it: replace(it, most_tables=most))

    async def set_threads(self, reply: InteractionReply, *, in_threads: bool) -> None:
        """Set whether tables are played in threads unless their opener chooses otherwise."""
        detail = "yes" if in_threads else "no"
        await self._set(reply, "threads", detail, lambda it: replace(it, in_threads=in_threads))

    async def _set(
        self,
        reply: InteractionReply,
        kind: ActKind,
        detail: str,
        how: Callable[[Server], Server],
    ) -> None:
        guild, name = check_manages(reply.interaction), _name_of(reply.interaction)
        act = self._moderation.act(reply.person, kind, detail=detail)
        await self._moderation.change(guild, act, lambda it: replace(how(it), name=name))
        await self.settings(reply)

    async def _picked_channels(self, reply: InteractionReply, _: int, wanted: Request) -> None:
        await self.set_channels(reply, _ids(wanted))

    async def _picked_games(self, reply: InteractionReply, _: int, wanted: Request) -> None:
        await self.set_games(reply, _picked(wanted))

    async def _picked_opener(self, reply: InteractionReply, _: int, wanted: Request) -> None:
        roles = _ids(wanted)
        await self.set_opener(reply, roles[0] if roles else None)

    async def _picked_limit(self, reply: InteractionReply, _: int, wanted: Request) -> None:
        most = next(iter(_ids(wanted)), server_panel.NO_LIMIT)
        await self.set_limit(reply, most if most in server_panel.LIMITS else None)

    async def _picked_threads(self, reply: InteractionReply, _: int, wanted: Request) -> None:
        await self.set_threads(reply, in_threads="yes" in _picked(wanted))

    async def check(self, reply: InteractionReply) -> None:
        """Say whether tables can be opened in the channel of a command, and what is missing."""
        guild, here = check_manages(reply.interaction), reply.interaction
        server = self._servers.of(guild)
        there = await self._host.queries.unfinished_in(guild, here.channel_id or 0)
        closed = await why_closed(here, server, there, self._opening)
        said = how_it_is(here, server, there, self._faces, pictures=self._display.board_pictures.on)
        await reply.say(Message(panel=server_panel.check(closed, said)))

    # --- people ---

    async def block(self, reply: InteractionReply, person: discord.Member | discord.User) -> None:
        """Block a person from the tables of the server."""
        guild = check_manages(reply.interaction)
        if person.id == reply.person:
            raise Refusal("You can't block yourself.")
        if person.bot:
            raise Refusal("That's a bot, and bots don't play here.")
        if isinstance(person, discord.Member) and _may_manage(person):
            raise Refusal(f"{person.mention} also manages this server, so I can't block them.")
        name = _name_of(reply.interaction)
        changed = await self._moderation.block(guild, name, reply.person, person.id)
        for table_id in changed:
            self._display.board_changed(table_id)
        at = f" This changed {_tables(changed)}." if changed else ""
        await reply.say(
            sentence(
                f"{person.mention} is blocked from the tables here.{at} Their seats at tables that "
                "aren't dealt yet are free. In a game that goes on, I move for them when their "
                "time is up, or the house plays if the terms say so. `/server unblock` lets them "
                "back."
            )
        )

    async def unblock(self, reply: InteractionReply, person: discord.Member | discord.User) -> None:
        """Let a blocked person play at the tables of the server again."""
        guild, name = check_manages(reply.interaction), _name_of(reply.interaction)
        was = await self._moderation.unblock(guild, name, reply.person, person.id)
        text = f"{person.mention} isn't blocked here."
        if was:
            text = (
                f"{person.mention} can play here again. If the house plays for them somewhere, "
                "they get that seat back when they open their hand or use `/table back`."
            )
        await reply.say(sentence(text))

    async def remove(
        self, reply: InteractionReply, table_id: int, person: discord.Member | discord.User
    ) -> None:
        """Free a person's seat before the deal, as a moderator of the table's channel."""
        table = await self._access.table(reply.interaction, table_id)
        if not await self._access.moderates(reply.interaction, table):
            raise Refusal(
                f"Only a moderator of <#{table.channel}> can remove a player from table {table_id}."
            )
        if person.id == reply.person:
            raise Refusal("That's your own seat. Use `/table leave` to give it up.")
        await self._moderation.remove(
            table_id, reply.person, person.id, person.display_name, reply.id
        )
        with self._display.showing(table_id):
            await reply.say(sentence(f"{person.mention} is no longer at table {table_id}."))
            await self._display.notices.tell_removed(table, person.id, reply.id)

    async def log(self, reply: InteractionReply) -> None:
        """Show the newest acts of the server's moderators."""
        guild = check_manages(reply.interaction)
        acts = await self._servers.newest_acts(guild, server_panel.ACTS_SHOWN)
        panel = server_panel.log(_name_of(reply.interaction), acts, self._faces)
        await reply.say(Message(panel=panel))


def _name_of(interaction: discord.Interaction[Any]) -> str:
    known = interaction.guild
    return "this server" if known is None else known.name or "this server"


def _may_manage(member: discord.Member) -> bool:
    held = member.resolved_permissions or member.guild_permissions
    return held.manage_guild


def _tables(numbers: list[int]) -> str:
    word = "table" if len(numbers) == 1 else "tables"
    return f"{word} {listed([str(number) for number in sorted(numbers)])}"


def _picked(wanted: Request) -> list[str]:
    """Return what was picked in a menu of the panel."""
    return [value for value in wanted.args.get(server_panel.PICKED, "").split(",") if value]


def _ids(wanted: Request) -> list[int]:
    found = _picked(wanted)
    return [
        int(value) for value in found if value.isascii() and value.isdigit() and len(value) < 20
    ]
