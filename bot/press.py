"""One router for every button, menu, form, command and typed line: it always answers.

    custom_id or command or text -> Ask -> Face.read -> a move, or a form or panel that asks on
                                                  move -> Host.play -> the board or the hand, drawn

A Refusal is a sentence for the one who asked. Anything else that goes wrong is our bug: they get an
apology with a reference, the log gets the traceback under it, and the table is as it was.
"""

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from discord.app_commands import CommandSignatureMismatch

from bot import frame
from bot.face import AnyFace
from bot.host import Host, Stale
from bot.house import House, on_own_panel
from bot.panel import Ask, Form, Names, Panel, Text, chosen_in, layout, modal, read_custom_id
from bot.post import Post
from bot.reply import Reply
from bot.sight import Sight
from bot.window import Window
from bot.words import escape
from db import tables
from games.rules import Refusal

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


class Press:
    """Takes what people press and type, and sees that each of them is answered."""

    def __init__(
        self, host: Host, window: Window, post: Post, faces: Mapping[str, AnyFace]
    ) -> None:
        self.host = host
        self.window = window
        self.post = post
        self.faces = faces
        self.house = House(host, window, post, faces)

    # --- ways in ---

    async def pressed(self, interaction: Interaction) -> None:
        """Serve a button, a menu or a form; other interactions are the command tree's."""
        if interaction.type not in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            return
        data: dict[str, Any] = dict(interaction.data or {})

        async def work(reply: Reply) -> None:
            found = read_custom_id(str(data.get("custom_id", "")))
            if found is None:
                raise Refusal("That button is not one of mine any more.")
            table_id, rev, wanted = found
            wanted = chosen_in(wanted, data.get("values", ()))
            if interaction.type is discord.InteractionType.modal_submit:
                wanted = wanted.with_args(**fields_of(data.get("components", ())))
            if interaction.guild_id is None:
                await self.post.reachable(interaction.user.id, interaction.channel_id or 0)
            if wanted.verb in self.house.verbs:
                await self.house.serve(reply, table_id, wanted)
            else:
                await self._ask(reply, table_id, wanted, rev)

        await self.answered(interaction, work)

    async def command(
        self, interaction: Interaction, face: AnyFace, wanted: Ask, table: int | None
    ) -> None:
        """Serve a slash command that asks for a move."""

        async def work(reply: Reply) -> None:
            table_id = await self.which(interaction, face.rules.name, table)
            await self._ask(reply, table_id, wanted, None)

        await self.answered(interaction, work)

    async def open(
        self, interaction: Interaction, face: AnyFace, options: Any, *, pace: str, laid_open: bool
    ) -> None:
        """Serve a `start` command."""

        async def work(reply: Reply) -> None:
            game = face.rules.name
            await self.house.open(reply, game, options, pace=pace, laid_open=laid_open)

        await self.answered(interaction, work)

    async def hand(self, interaction: Interaction, face: AnyFace, table: int | None) -> None:
        """Serve a `hand` command."""

        async def work(reply: Reply) -> None:
            table_id = await self.which(interaction, face.rules.name, table)
            await self.window.answer_hand(reply, table_id, anew=True)

        await self.answered(interaction, work)

    async def table(self, interaction: Interaction, face: AnyFace, table: int | None) -> None:
        """Serve a `table` command: bring the board down to where the talk is."""

        async def work(reply: Reply) -> None:
            table_id = await self.which(interaction, face.rules.name, table)
            await self.house.bring(reply, table_id)

        await self.answered(interaction, work)

    async def rules(self, interaction: Interaction, face: AnyFace) -> None:
        """Serve a `rules` command."""

        async def work(reply: Reply) -> None:
            await reply.say(layout(frame.how_to(face, 0), 0, 0, face.colour))

        await self.answered(interaction, work)

    async def typed(self, message: discord.Message) -> None:
        """Serve a line that somebody typed in their DM: a move as well."""
        person = message.author.id
        await self.post.reachable(person, message.channel.id)
        try:
            table_id, text = await self._table_typed_for(person, message.content)
            sight = await self.host.sight(table_id, person)
            face = self.faces[sight.game]
            _check_dealt(sight)
            made = face.read(face.typed(text, sight.view), sight.view, sight.names)
            if isinstance(made, Form):
                raise Refusal("That wants a form: use the button on your hand.")
            if isinstance(made, Panel):
                await message.channel.send(view=layout(made, table_id, sight.rev, face.colour))
                return
            await self.host.play(table_id, person, made, seen_rev=None, receipt=message.id)
            await self.window.send_hand_again(table_id, person)
        except Refusal as refusal:
            await message.channel.send(view=sentence(str(refusal)))
        except Exception:
            await message.channel.send(view=sentence(apology(self._reference("typed line"))))

    async def seen(self, interaction: Interaction, face: AnyFace) -> tuple[Any, Names] | None:
        """Return the asker's view of the table they mean, for an autocomplete."""
        table = getattr(interaction.namespace, "table", None)
        try:
            number = table if isinstance(table, int) else None
            table_id = await self.which(interaction, face.rules.name, number)
            sight = await self.host.sight(table_id, interaction.user.id)
        except Refusal:
            return None
        return None if sight.view is None or sight.seat is None else (sight.view, sight.names)

    async def tables(
        self, interaction: Interaction, face: AnyFace | None, current: str
    ) -> list[discord.app_commands.Choice[int]]:
        """Offer the asker's tables of a game (None: of all), for the option `table`."""
        game = None if face is None else face.rules.name
        async with self.host.database.transaction() as tx:
            mine = await tables.of_person(tx, interaction.user.id, game)
        return [
            discord.app_commands.Choice(name=f"table {table_id}", value=table_id)
            for table_id in mine
            if current.strip() in str(table_id)
        ][:25]

    # --- the one way through ---

    async def command_failed(self, interaction: Interaction, error: Exception) -> None:
        """Answer a command that could not even be run: a check, a value that does not fit."""
        if isinstance(error, discord.app_commands.CheckFailure):
            text = "That command does not work here."
        elif isinstance(error, discord.app_commands.TransformerError):
            text = f"I cannot make anything of `{escape(str(error.value))}` there."
        elif isinstance(error, discord.app_commands.CommandNotFound | CommandSignatureMismatch):
            text = "That command has changed. Give Discord a minute, then type it again."
        else:
            text = apology(self._reference("command", error))

        async def work(reply: Reply) -> None:
            raise Refusal(text)

        if not interaction.response.is_done():
            await self.answered(interaction, work)

    async def answered(
        self, interaction: Interaction, work: Callable[[Reply], Awaitable[None]]
    ) -> None:
        """Do something for an interaction, and answer it whatever happens."""
        async with Reply(interaction) as reply:
            try:
                await work(reply)
            except Refusal as refusal:
                await reply.say(sentence(str(refusal)))
            except Exception:
                await reply.say(sentence(apology(self._reference("interaction"))))

    async def _ask(self, reply: Reply, table_id: int, wanted: Ask, seen_rev: int | None) -> None:
        person = reply.interaction.user.id
        sight = await self.host.sight(table_id, person)
        _check_dealt(sight)
        face = self.faces[sight.game]
        made = face.read(wanted, sight.view, sight.names)
        if isinstance(made, Form):
            if not await reply.form(modal(made, table_id, sight.rev)):
                raise Refusal("That took me too long. Please press it again.")
        elif isinstance(made, Panel):
            await reply.say(layout(made, table_id, sight.rev, face.colour))
        else:
            try:
                await self.host.play(
                    table_id, person, made, seen_rev=seen_rev, receipt=reply.interaction.id
                )
            except Stale:
                self.window.changed(table_id)
                if on_own_panel(reply):
                    await self.window.answer_hand(reply, table_id)
                raise
            await self._show_result(reply, face, sight)

    async def _show_result(self, reply: Reply, face: AnyFace, before: Sight) -> None:
        """Show the mover where it led: the board they clicked, or their hand if private."""
        table_id, message = before.id, reply.interaction.message
        after = await self.host.sight(table_id, reply.interaction.user.id)
        in_private = any(
            sight.seat in face.private(sight.public) & sight.awaited for sight in (before, after)
        )
        if message is None:
            await self.window.answer_hand(reply, table_id, anew=True)
        elif on_own_panel(reply):
            await self.window.answer_hand(reply, table_id)
        elif in_private:
            await self.window.answer_hand(reply, table_id, anew=True)
        else:
            await self.window.answer_board(reply, table_id)

    # --- which table is meant ---

    async def which(self, interaction: Interaction, game: str | None, table: int | None) -> int:
        """Find the table that is meant: as said, or the person's own, or the channel's.

        Raises Refusal; a table on another server is for those who sit there alone.
        """
        if table is not None:
            sight = await self.host.sight(table, interaction.user.id)
            if sight.seat is None and sight.guild != interaction.guild_id:
                raise Refusal("I know of no such table here.")
            if game not in (None, sight.game):
                raise Refusal(f"At table {table} {self.faces[sight.game].rules.title} is played.")
            return table
        async with self.host.database.transaction() as tx:
            mine = await tables.of_person(tx, interaction.user.id, game)
            here = await tables.in_channel(tx, interaction.channel_id or 0, game)
        for among in ([one for one in mine if one in here], mine, here):
            if len(among) == 1:
                return among[0]
            if among:
                numbers = ", ".join(str(one) for one in sorted(among))
                raise Refusal(
                    f"Which table do you mean: {numbers}? Say so with the option `table`."
                )
        name = "any game" if game is None else self.faces[game].rules.title
        raise Refusal(f"You sit at no table of {name}. Open one with the command `start`.")

    async def _table_typed_for(self, person: int, text: str) -> tuple[int, str]:
        """Find the table a typed line is for: `12: pass`, or the one that waits for this person."""
        number, colon, rest = text.partition(":")
        if colon and number.strip().lstrip("#").isdigit():
            return int(number.strip().lstrip("#")[:15]), rest.strip()
        async with self.host.database.transaction() as tx:
            mine = await tables.of_person(tx, person)
        if len(mine) == 1:
            return mine[0], text.strip()
        waiting: list[int] = []
        for table_id in mine:
            sight = await self.host.sight(table_id, person)
            if sight.seat in sight.awaited:
                waiting.append(table_id)
        if len(waiting) == 1:
            return waiting[0], text.strip()
        if not mine:
            raise Refusal(
                "You sit at no table right now. In a server channel, `/games` shows what is on."
            )
        numbers = ", ".join(str(one) for one in sorted(waiting or mine))
        raise Refusal(
            f"You sit at several tables ({numbers}). Begin with the number: `{mine[0]}: pass`."
        )

    def _reference(self, what: str, error: BaseException | None = None) -> str:
        """Log the exception that is being handled (or this one) under a fresh reference."""
        reference = secrets.token_hex(3)
        log.error(
            "A bug met by a player, reference %s (%s)", reference, what, exc_info=error or True
        )
        return reference


def _check_dealt(sight: Sight) -> None:
    if sight.seat is None:
        raise Refusal(f"You do not sit at table {sight.id}; you are welcome to watch.")
    if sight.phase == "open":
        raise Refusal(f"Table {sight.id} has not been dealt yet.")
    if sight.phase == "playing" and sight.view is None:
        raise Refusal(frame.outdated(sight))
    if sight.phase != "playing":
        raise Refusal(f"The game at table {sight.id} is over.")


def fields_of(components: Any) -> dict[str, str]:
    """Read a submitted form: each field's text, or what was chosen joined by commas."""
    found: dict[str, str] = {}
    for component in components:
        inner = component.get("component", component)
        if "custom_id" in inner:
            values = inner.get("values")
            value = inner.get("value") if values is None else ",".join(values)
            found[inner["custom_id"]] = str(value or "")
        found |= fields_of(component.get("components", ()))
    return found


def sentence(text: str) -> discord.ui.LayoutView:
    """Render one sentence as a message."""
    return layout(Panel([Text(text)]), 0, 0)


def apology(reference: str) -> str:
    """Say sorry for a bug of ours."""
    return (
        "Sorry, that is a mistake of mine, and nothing at the table has changed. "
        f"Please tell whoever runs me: reference `{reference}`."
    )
