"""What can be asked of the house itself, at a table of any game: join, deal, my hand, help."""

import io
import json
from collections.abc import Mapping
from typing import Any

import discord

from bot import frame
from bot.face import AnyFace
from bot.host import Host
from bot.panel import Ask, Panel, Text, layout
from bot.post import Post
from bot.reply import Reply
from bot.window import Window, render
from games.rules import Refusal

NEEDED = {  # what the bot must be allowed where a table is, in the words of Discord's own settings
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}


class House:
    """Serves the buttons of the frame; see bot/frame.py for where they are."""

    def __init__(
        self, host: Host, window: Window, post: Post, faces: Mapping[str, AnyFace]
    ) -> None:
        self._host = host
        self._window = window
        self._post = post
        self._faces = faces
        self.verbs = {
            frame.JOIN.verb: self._join,
            frame.LEAVE.verb: self._leave,
            frame.DEAL.verb: self._deal,
            frame.HAND.verb: self._hand,
            frame.HOW_TO.verb: self._how_to,
            frame.REMATCH.verb: self._rematch,
            frame.TRANSCRIPT.verb: self._transcript,
            frame.TRUTH.verb: self._truth,
        }

    async def serve(self, reply: Reply, table_id: int, wanted: Ask) -> None:
        """Do what a button of the frame asks for. Raises Refusal."""
        await self.verbs[wanted.verb](reply, table_id, wanted)

    async def open(
        self, reply: Reply, game: str, options: Any, *, pace: str, laid_open: bool
    ) -> None:
        """Open a table in the channel of an interaction, and answer with its board."""
        interaction = reply.interaction
        if interaction.guild_id is None or interaction.channel_id is None:
            raise Refusal("A table stands in a server's channel. Open it there.")
        _check_permissions(interaction)
        table_id = await self._host.open(
            game,
            options,
            pace=pace,
            laid_open=laid_open,
            guild=interaction.guild_id,
            channel=interaction.channel_id,
            person=interaction.user.id,
            name=interaction.user.display_name,
            receipt=interaction.id,
        )
        await self._post.try_again(interaction.user.id)
        await self._window.post_board(reply, table_id)

    async def bring(self, reply: Reply, table_id: int) -> None:
        """Post a table's board anew, in the channel where that is asked for."""
        interaction = reply.interaction
        sight = await self._host.sight(table_id, interaction.user.id)
        if interaction.guild_id != sight.guild:
            raise Refusal("That table stands on another server.")
        if interaction.channel_id != sight.channel:
            if sight.seat is None:
                raise Refusal(f"Table {table_id} stands in <#{sight.channel}>.")
            _check_permissions(interaction)
            await self._host.move_to(table_id, interaction.channel_id or 0)
        await self._window.post_board(reply, table_id)

    async def _join(self, reply: Reply, table_id: int, _: Ask) -> None:
        user = reply.interaction.user
        await self._host.join(table_id, user.id, user.display_name, reply.interaction.id)
        await self._post.try_again(user.id)
        seat = len((await self._host.sight(table_id, user.id)).names)
        await self._say(
            reply,
            f"You sit in seat {seat}. What is private I show you under *My hand*, and I write to "
            "you by DM when it wants an answer.",
        )

    async def _leave(self, reply: Reply, table_id: int, _: Ask) -> None:
        await self._host.leave(table_id, reply.interaction.user.id, reply.interaction.id)
        await self._say(reply, f"You have left table {table_id}. Come back while it is open.")

    async def _deal(self, reply: Reply, table_id: int, _: Ask) -> None:
        await self._host.deal(table_id, reply.interaction.user.id, reply.interaction.id)
        if reply.on_message:
            await self._window.answer_board(reply, table_id)
        else:
            await self._window.answer_hand(reply, table_id, anew=True)

    async def _hand(self, reply: Reply, table_id: int, _: Ask) -> None:
        await self._window.answer_hand(reply, table_id, anew=not on_own_panel(reply))

    async def _how_to(self, reply: Reply, table_id: int, wanted: Ask) -> None:
        face = self._faces.get(wanted.args.get("game", ""))
        if face is None:
            face = self._faces[(await self._host.sight(table_id, None)).game]
        view = layout(frame.how_to(face, _page(wanted)), table_id, 0, face.colour)
        await self._page_or_say(reply, wanted, view)

    async def _truth(self, reply: Reply, table_id: int, wanted: Ask) -> None:
        sight = await self._host.story(table_id, reply.interaction.user.id)
        if sight.secret is None:
            raise Refusal("That is told once the game is over, and only if the terms say so.")
        face = self._faces[sight.game]
        await self._page_or_say(
            reply, wanted, render(face, frame.truth(face, sight, _page(wanted)), sight)
        )

    async def _page_or_say(self, reply: Reply, wanted: Ask, view: discord.ui.LayoutView) -> None:
        if "page" in wanted.args and on_own_panel(reply):
            await reply.update(view)
        else:
            await reply.say(view)

    async def _rematch(self, reply: Reply, table_id: int, _: Ask) -> None:
        sight = await self._host.sight(table_id, reply.interaction.user.id)
        if sight.seat is None:
            raise Refusal(f"You did not play at table {table_id}; open one of your own.")
        if sight.options is None:  # dealt under older rules, and on terms that only they can read
            raise Refusal(
                "The rules have changed since. Open a new table with the command `start`."
            )
        waiting = await self._host.open_in(reply.interaction.channel_id or 0, sight.game)
        if waiting is not None:
            raise Refusal(f"Table {waiting} is open here already; join that one.")
        await self.open(
            reply, sight.game, sight.options, pace=sight.pace, laid_open=sight.laid_open
        )

    async def _transcript(self, reply: Reply, table_id: int, _: Ask) -> None:
        written = await self._host.transcript(table_id)
        name = f"table-{table_id}.json"
        file = discord.File(io.BytesIO(json.dumps(written, indent=1).encode()), filename=name)
        text = (
            f"The whole of table {table_id}. To check that nothing was changed: "
            f"`python -m bot verify {name}`"
        )
        view = layout(Panel([Text(text)]), table_id, 0)
        view.add_item(discord.ui.File(f"attachment://{name}"))
        await reply.say(view, file)

    async def _say(self, reply: Reply, text: str) -> None:
        await reply.say(layout(Panel([Text(text)]), 0, 0))


def on_own_panel(reply: Reply) -> bool:
    """Say whether the click was on a message that only its owner sees."""
    message = reply.interaction.message
    return message is not None and (message.flags.ephemeral or reply.interaction.guild_id is None)


def _page(wanted: Ask) -> int:
    text = wanted.args.get("page", "0")
    return int(text) if text.isdigit() and len(text) < 4 else 0


def _check_permissions(interaction: discord.Interaction[Any]) -> None:
    allowed = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = {
        ("send_messages_in_threads" if in_thread and key == "send_messages" else key): label
        for key, label in NEEDED.items()
    }
    missing = [label for key, label in needed.items() if not getattr(allowed, key)]
    if missing:
        raise Refusal(
            f"I may not work in this channel yet: I need {', '.join(missing)}. "
            "Somebody who manages the server can allow it in the channel's settings."
        )
