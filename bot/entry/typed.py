"""A line that somebody types in their DM is a move as well: read, played, and answered below it."""

import logging
from collections.abc import Mapping

import discord

from bot.entry.door import Door
from bot.entry.serving import Serving, panel_of, still_open
from bot.entry.sight import Sight
from bot.entry.way_in import read_typed
from bot.entry.which_table import table_typed_for
from bot.host.contacts import Contacts
from bot.host.fresh import Stale
from bot.host.queries import Queries
from bot.show.discord_messenger import rendered
from bot.show.display import Display, sentence
from bot.show.messenger import Message
from bot.ui.face import AnyFace
from bot.ui.panel import Form, Panel
from bot.ui.words import visible
from games.rules import Refusal

log = logging.getLogger(__name__)


class TypedLines:
    """Serves lines."""

    def __init__(
        self,
        queries: Queries,
        display: Display,
        contacts: Contacts,
        faces: Mapping[str, AnyFace],
        sight: Sight,
        serving: Serving,
        door: Door,
    ) -> None:
        self._queries = queries
        self._display = display
        self._contacts = contacts
        self._faces = faces
        self._sight = sight
        self._serving = serving
        self._door = door

    async def serve(self, message: discord.Message) -> None:
        """Answer a line, whatever it says, and where it was a move show where that led."""
        person, table_id = message.author.id, None
        try:
            async with self._door.turns.of(person):
                await self._contacts.reachable(person, message.channel.id)
                table_id, said = await self._made(message)
        except Refusal as refusal:
            said = sentence(str(refusal))
        except Exception:
            sorry = self._door.why(message.id, "typed line")
            said = None if sorry is None else sentence(sorry)
        try:
            if said is not None:
                await message.channel.send(view=rendered(said, self._door.known), silent=True)
            if table_id is not None:
                await self._display.hands.send_again(table_id, person, message.id)
        except Exception:  # what is missing is a picture of what is so
            log.exception("What came of a typed line could not be shown")

    async def _made(self, message: discord.Message) -> tuple[int | None, Message | None]:
        """Do what a line says: the table whose hand goes below it, and what is said to it."""
        person = message.author.id
        table_id, text = await table_typed_for(
            self._queries, self._faces, person, visible(message.content)
        )
        table = await self._sight.own(person, table_id)
        face = self._faces[table.game]
        found = read_typed(face, table, text)
        if isinstance(found.made, Form):
            raise Refusal(still_open(table, found))
        if isinstance(found.made, Panel):
            return None, panel_of(face, table, found.made, self._serving.now())
        try:
            await self._serving.play(face, table, found, None, message.id)
        except Stale as stale:  # its hand below says what is asked now
            return table_id, sentence(await self._serving.gone_on(table_id, person, stale))
        return table_id, None
