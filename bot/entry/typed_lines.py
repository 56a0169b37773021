"""Serves lines typed in a DM: it plays a move and posts the answer below the line.

A line can also ask for the list of tables, a hand or the help (dm_words.py).
"""

import logging

import discord

from bot.entry.access.table_access import TableAccess
from bot.entry.access.which_table import table_typed_for
from bot.entry.dm_words import GAMES, HAND, HELP, help_of, helped, listed, word_in
from bot.entry.requests.move_parsing import read_typed
from bot.entry.requests.request_handler import RequestHandler, missing_values, panel_of
from bot.entry.responder import Responder
from bot.host.commit.staleness import Stale
from bot.host.host import Host
from bot.host.reading.table_view import TableView
from bot.observe import events
from bot.show.deliver.display import Display
from bot.show.deliver.queues.messenger import CannotSend, Messenger
from bot.show.draw.parts import headers
from bot.show.draw.parts.message import Message, sentence
from bot.ui.panels.panel import Form, Panel
from bot.ui.panels.words import visible
from games.rules import Refusal

log = logging.getLogger(__name__)


class TypedLines:
    """Serves lines typed in DMs."""

    def __init__(
        self,
        host: Host,
        display: Display,
        messenger: Messenger,
        access: TableAccess,
        serving: RequestHandler,
        responder: Responder,
    ) -> None:
        self._host = host
        self._queries = host.queries
        self._display = display
        self._messenger = messenger
        self._contacts = host.contacts
        self._faces = display.faces
        self._access = access
        self._handler = serving
        self._responder = responder

    async def serve(self, message: discord.Message) -> None:
        """Answer a typed line. After a move, also send the hand again below it."""
        with events.handling(self._host.store.observer, "line", message.author.id):
            await self._serve(message)

    async def _serve(self, message: discord.Message) -> None:
        person, table_id = message.author.id, None
        try:
            await self._contacts.reachable(person, message.channel.id)
            async with self._responder.turns.of(person):
                table_id, answer = await self._carry_out(message)
        except Refusal as refusal:
            events.ended("refused")
            answer = sentence(self._display.unheard.take(person, str(refusal)))
        except Exception as problem:
            sorry = self._responder.why(message.id, "typed line", problem)
            answer = None if sorry is None else sentence(sorry)
        try:
            if answer is not None:
                await self._messenger.send_dm(person, answer, f"line{message.id}")
            if table_id is not None:
                more = await self._handler.next_table(person, table_id)
                await self._display.hands.send_again(table_id, person, message.id, more)
        except CannotSend as problem:
            log.info("I couldn't answer a typed line: %s", problem)
            if (changed := self._host.committer.happened(message.id)) is not None:
                await self._display.unheard.lost(person, changed)
        except Exception:  # the move is committed, and only its display is missing
            events.ended("failed")
            log.exception("I couldn't show the result of a typed line")

    async def _carry_out(self, message: discord.Message) -> tuple[int | None, Message | None]:
        """Carry out a typed line. Return the table whose hand to send again, and the answer."""
        self._host.store.check_after_restore(message.id)
        person, text = message.author.id, visible(message.content)
        word, about = word_in(text)
        if word == HELP:
            return None, helped(self._faces, about)
        if word == GAMES:
            return None, await listed(self._host, self._display, person)
        reply_to = None if message.reference is None else message.reference.message_id
        where = (self._queries, self._host.servers, self._faces)
        table_id, text = await table_typed_for(*where, person, text, reply_to)
        events.about(table=table_id)
        table = await self._access.own(person, table_id)
        word, _ = word_in(text)
        if word == HELP:
            return None, help_of(self._faces[table.game])
        if word == HAND:
            return table_id, None
        try:
            return await self._play_line(table, text, message)
        except Refusal as refusal:
            raise await self._with_table(person, table, refusal) from None

    async def _play_line(
        self, table: TableView, text: str, message: discord.Message
    ) -> tuple[int | None, Message | None]:
        face, person = self._faces[table.game], message.author.id
        try:
            parsed = read_typed(face, table, text)
        except Refusal as refusal:
            raise await self._handler.explained(table, person, refusal) from None
        events.about(what="" if parsed.way is None else parsed.way.verb)
        if isinstance(parsed.made, Form):
            raise Refusal(missing_values(table, parsed))
        if isinstance(parsed.made, Panel):
            return None, panel_of(face, table, parsed.made, self._handler.now())
        try:
            await self._handler.play(face, table, parsed, None, message.id)
        except Stale as stale:  # the hand below shows the new question
            changes = Refusal(await self._handler.changes_since(table.id, person, stale))
            return table.id, sentence(str(await self._with_table(person, table, changes)))
        return table.id, None

    async def _with_table(self, person: int, table: TableView, refusal: Refusal) -> Refusal:
        """Add the table's name to a refusal for players who sit at several tables."""
        if len(await self._queries.of_person(person)) < 2:
            return refusal
        return Refusal(f"{headers.table_of(self._faces[table.game], table)}: {refusal}")
