"""Routes every button, menu, form, command and typed line, and always answers.

custom_id or command or text -> Request -> permission check (table_access.py) -> the face's ways
(request_handler.py), or the buttons of every table (table_actions.py)
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, cast

import discord

from bot.entry.access.table_access import TableAccess
from bot.entry.access.which_table import checked, which_table
from bot.entry.actions.table_actions import TableActions, needs_no_table, only_shows
from bot.entry.error_messages import why_no_command
from bot.entry.requests.request_handler import RequestHandler
from bot.entry.responder import Responder
from bot.entry.typed_lines import TypedLines
from bot.host.commit.staleness import Stale
from bot.host.host import Host
from bot.host.reading.store import SET_BACK
from bot.host.reading.table_view import TableView
from bot.observe import events
from bot.show.deliver.display import Display
from bot.show.deliver.queues.messenger import Messenger, on_board
from bot.show.discord_py.http_requests import was_answered
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.pages import pages
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import Message
from bot.ui.face.face import AnyFace
from bot.ui.panels import custom_id
from bot.ui.panels.operator import Operator
from bot.ui.panels.panel import KEY, Request
from bot.ui.panels.words import visible
from games.rules import Refusal

Interaction = discord.Interaction[Any]


class Router:
    """Receives all presses, commands and typed lines, and answers each of them."""

    def __init__(
        self,
        host: Host,
        display: Display,
        messenger: Messenger,
        known: Mapping[str, int] | None = None,
        operator: Operator | None = None,
    ) -> None:
        self.host = host
        self.operator = operator or Operator()
        self.display = display
        self.queries, self.contacts, self.faces = host.queries, host.contacts, display.faces
        self.access = TableAccess(host.queries, host.servers)
        self.responder = Responder(host, display, self.operator, known)
        self.actions = TableActions(host, display, self.access, self.operator)
        self.request_handler = RequestHandler(host, display)
        self.lines = TypedLines(
            host, display, messenger, self.access, self.request_handler, self.responder
        )

    async def pressed(self, interaction: Interaction) -> None:
        """Serve a button, a menu or a form. The command tree serves other interactions."""
        if interaction.type not in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            return
        data: dict[str, Any] = dict(interaction.data or {})

        async with self.answering(interaction) as reply, self.turn_of(reply):
            pressed = custom_id.read(str(data.get("custom_id", "")))
            if pressed is None:
                raise Refusal("That button doesn't work any more.")
            events.about(pressed.table, pressed.step, pressed.request.verb)
            wanted, form = pressed.request, interaction.type is discord.InteractionType.modal_submit
            if pressed.pick is not None:
                chosen = _chosen(data.get("values"))
                wanted = wanted.with_args({pressed.pick: chosen} if chosen else {})
            if form:
                wanted = wanted.with_args(entries_of(data.get("components", ())))
            if interaction.guild_id is None:
                await self.contacts.reachable(reply.person, interaction.channel_id or 0)
            seen = None
            if not needs_no_table(wanted):
                seen = await self.access.table(interaction, pressed.table)
                if pressed.epoch != self.host.store.epoch and not (
                    only_shows(wanted)
                    and await self.host.store.is_of_the_past(pressed.epoch, reply.message)
                ):
                    await self._refuse_set_back(reply, seen)
                    return
            try:
                if seen is None or wanted.verb in self.actions.verbs:
                    await self.actions.serve(reply, pressed.table, wanted)
                else:
                    await self.request_handler.serve(reply, seen, wanted, pressed.step, form=form)
            finally:
                self.display.pressed(reply, pressed.table)

    async def _refuse_set_back(self, reply: InteractionReply, seen: TableView) -> None:
        """Refuse a button from before a restore. On a board, draw buttons that can be pressed."""
        await self.request_handler.say_stale(reply, seen.id, Stale(SET_BACK, seen.step))
        if on_board(reply):
            self.display.board_changed(seen.id)

    async def command(
        self, interaction: Interaction, face: AnyFace, wanted: Request, table: int | None
    ) -> None:
        """Serve a slash command for a move or a private panel."""
        async with self.answering(interaction) as reply, self.turn_of(reply):
            seen = await self.which(interaction, face.rules.name, table)
            await self.request_handler.serve(reply, seen, wanted, None)

    async def open(
        self,
        interaction: Interaction,
        face: AnyFace,
        given: Callable[[], Mapping[str, Any]],
        *,
        pace: str,
        laid_open: bool,
        stand_in: int,
        house: int,
        in_thread: bool | None = None,
    ) -> None:
        """Serve a `start` command. `given` parses its terms by name."""
        async with self.answering(interaction) as reply, self.turn_of(reply):
            options = face.options(given())
            game = face.rules.name
            await self.actions.opening.open(
                reply,
                game,
                options,
                pace=pace,
                laid_open=laid_open,
                stand_in=stand_in,
                house=house,
                in_thread=in_thread,
            )

    async def practice(self, interaction: Interaction, face: AnyFace) -> None:
        """Serve a `practice` command."""
        async with self.answering(interaction) as reply, self.turn_of(reply):
            wanted = frame.PRACTICE.with_args({"game": face.rules.name})
            await self.actions.serve(reply, 0, wanted)

    async def hand(self, interaction: Interaction, face: AnyFace, table: int | None) -> None:
        """Serve a `hand` command."""
        async with self.answering(interaction) as reply, self.turn_of(reply):
            seen = await self.which(interaction, face.rules.name, table)
            await self.actions.hand(reply, seen.id)

    async def table(self, interaction: Interaction, face: AnyFace, table: int | None) -> None:
        """Serve a `table` command: post the board again at the end of the channel."""
        async with self.answering(interaction) as reply, self.turn_of(reply):
            seen = await self.which(interaction, face.rules.name, table)
            await self.actions.bring(reply, seen)

    async def rules(self, interaction: Interaction, face: AnyFace) -> None:
        """Serve a `rules` command."""
        async with self.answering(interaction) as reply, self.turn_of(reply):
            await reply.say(Message(panel=pages.how_to(face, 0), accent=face.colour))

    async def typed(self, message: discord.Message) -> None:
        """Serve a line typed in a DM, which may be a move."""
        await self.lines.serve(message)

    async def seen(
        self, interaction: Interaction, game: str, table: int | None
    ) -> TableView | None:
        """Return the user's view of the table for which an autocomplete needs suggestions."""
        try:
            seen = await self.which(interaction, game, table)
        except Refusal:
            return None
        return None if seen.view is None or seen.seat is None else seen

    async def tables(
        self, interaction: Interaction, face: AnyFace | None, current: str
    ) -> list[discord.app_commands.Choice[int]]:
        """Suggest the user's tables of a game (None for all games) for the option `table`."""
        game = None if face is None else face.rules.name
        mine = await self.queries.of_person(interaction.user.id, game)
        return [
            discord.app_commands.Choice(name=f"table {table_id}", value=table_id)
            for table_id in mine
            if current.strip() in str(table_id)
        ][:25]

    async def which(
        self, interaction: Interaction, game: str | None, table: int | None
    ) -> TableView:
        """Return the user's view of the table that a command is about. Raises Refusal."""
        if table is not None:
            found = checked(await self.access.table(interaction, table), game)
        else:
            only = await which_table(
                self.queries,
                self.host.servers,
                self.faces,
                person=interaction.user.id,
                guild=interaction.guild_id,
                channel=interaction.channel_id,
                game=game,
            )
            found = await self.access.table(interaction, only)
        events.about(found.id)
        return found

    async def command_failed(self, interaction: Interaction, error: Exception) -> None:
        """Answer a command that failed before it ran."""
        if was_answered(interaction):
            why_no_command(self.operator, error)  # puts a bug into the log
            return
        async with self.answering(interaction):
            raise Refusal(why_no_command(self.operator, error))

    def answering(self, interaction: Interaction) -> AbstractAsyncContextManager[InteractionReply]:
        """Answer an interaction in the body of the `async with`, and in any case, if it fails."""
        return self.responder.answering(interaction)

    def turn_of(self, reply: InteractionReply) -> AbstractAsyncContextManager[None]:
        """Wait until a person's earlier requests are served.

        Raises Refusal if too many wait, or if the request is older than a restore of the file.
        """
        self.host.store.check_after_restore(reply.id)
        return self.responder.turns.of(reply.person)


def entries_of(components: Any, deep: int = 4) -> dict[str, str]:
    """Return the text that was typed or chosen in a form, by the key of each entry.

    Components that are malformed or nested too deeply are ignored.
    """
    entries: dict[str, str] = {}
    for component in _dicts(components) if deep else ():
        (inner,) = _dicts([component.get("component", component)]) or [{}]
        values, key = inner.get("values"), inner.get("custom_id")
        if isinstance(key, str) and KEY.fullmatch(key):
            if isinstance(values, list):
                if values:
                    entries[key] = visible(_first(values))
            elif inner.get("type") == discord.ComponentType.text_input.value:
                entries[key] = visible(str(inner.get("value") or ""))
        entries |= entries_of(component.get("components", ()), deep - 1)
    return entries


def _dicts(found: Any) -> list[dict[str, Any]]:
    some = cast(list[Any], found) if isinstance(found, list) else []
    return [cast(dict[str, Any], item) for item in some if isinstance(item, dict)]


def _chosen(values: Any) -> str:
    """Return the chosen values of a menu, separated by commas. Most menus allow only one."""
    chosen = cast(list[Any], values) if isinstance(values, list) else []
    return ",".join(map(str, chosen))


def _first(values: Any) -> str:
    """Return the first string in a list of chosen values, or "" if there is none."""
    chosen = cast(list[Any], values) if isinstance(values, list) else []
    return str(chosen[0]) if chosen else ""
