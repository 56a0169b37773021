"""One router for every button, menu, form, command and typed line: it always answers.

custom_id or command or text -> Request -> the face's declared ways in (way_in.py) -> a move,
or a form or panel that asks on; a move -> Host.play -> the board or the hand, drawn
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import discord

from bot.entry.errors import apology, reference, why_no_command
from bot.entry.slip_desk import SlipDesk, kind_of
from bot.entry.table_actions import TableActions
from bot.entry.way_in import Made, read_request, read_typed
from bot.entry.which_table import table_typed_for, which_table
from bot.host.contacts import Contacts
from bot.host.fresh import Stale
from bot.host.host import Host
from bot.host.loaded import Loaded
from bot.host.queries import Queries
from bot.host.slips import Slips
from bot.host.table_view import TableView
from bot.show import frame, pages
from bot.show.discord_messenger import rendered
from bot.show.display import Display, sentence
from bot.show.messenger import Message
from bot.show.reply import InteractionReply
from bot.ui import custom_id
from bot.ui.face import AnyFace
from bot.ui.lines import example
from bot.ui.panel import Form, Panel, Request, Text
from bot.ui.slip import AnySlipKind
from bot.ui.words import listed
from games.rules import IllegalMove, Refusal

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


class Router:
    """Takes what people press and type, and sees that each of them is answered."""

    def __init__(
        self,
        host: Host,
        queries: Queries,
        display: Display,
        contacts: Contacts,
        faces: Mapping[str, AnyFace],
        slips: Slips,
    ) -> None:
        self.host = host
        self.queries = queries
        self.display = display
        self.contacts = contacts
        self.faces = faces
        self.actions = TableActions(host, queries, display, contacts, faces)
        self.desk = SlipDesk(slips)

    # --- ways in ---

    async def pressed(self, interaction: Interaction) -> None:
        """Serve a button, a menu or a form; other interactions are the command tree's."""
        if interaction.type not in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            return
        data: dict[str, Any] = dict(interaction.data or {})

        async def work(reply: InteractionReply) -> None:
            found = custom_id.read(str(data.get("custom_id", "")))
            if found is None:
                raise Refusal("That button is not one of mine any more.")
            wanted, form = found.request, interaction.type is discord.InteractionType.modal_submit
            if found.pick is not None:
                chosen = [str(one) for one in data.get("values", ())]
                wanted = wanted.with_args({found.pick: chosen[0]} if chosen else {})
            if form:
                wanted = wanted.with_args(entries_of(data.get("components", ())))
            if interaction.guild_id is None:
                await self.contacts.reachable(reply.person, interaction.channel_id or 0)
            if wanted.verb in self.actions.verbs:
                await self.actions.serve(reply, found.table, wanted)
            else:
                await self._serve(reply, found.table, wanted, found.step, form=form)

        await self.answered(interaction, work)

    async def command(
        self, interaction: Interaction, face: AnyFace, wanted: Request, table: int | None
    ) -> None:
        """Serve a slash command that asks for a move, or for a look."""

        async def work(reply: InteractionReply) -> None:
            table_id = await self.which(interaction, face.rules.name, table)
            await self._serve(reply, table_id, wanted, None)

        await self.answered(interaction, work)

    async def open(
        self,
        interaction: Interaction,
        face: AnyFace,
        given: Callable[[], Mapping[str, Any]],
        *,
        pace: str,
        laid_open: bool,
    ) -> None:
        """Serve a `start` command; `given` reads its terms, by name."""

        async def work(reply: InteractionReply) -> None:
            options = face.options(given())
            game = face.rules.name
            await self.actions.open(reply, game, options, pace=pace, laid_open=laid_open)

        await self.answered(interaction, work)

    async def hand(self, interaction: Interaction, face: AnyFace, table: int | None) -> None:
        """Serve a `hand` command."""

        async def work(reply: InteractionReply) -> None:
            table_id = await self.which(interaction, face.rules.name, table)
            await self.display.answer_hand(reply, table_id, anew=True)

        await self.answered(interaction, work)

    async def table(self, interaction: Interaction, face: AnyFace, table: int | None) -> None:
        """Serve a `table` command: bring the board down to where the talk is."""

        async def work(reply: InteractionReply) -> None:
            table_id = await self.which(interaction, face.rules.name, table)
            await self.actions.bring(reply, table_id)

        await self.answered(interaction, work)

    async def rules(self, interaction: Interaction, face: AnyFace) -> None:
        """Serve a `rules` command."""

        async def work(reply: InteractionReply) -> None:
            await reply.say(Message(panel=pages.how_to(face, 0), accent=face.colour))

        await self.answered(interaction, work)

    async def typed(self, message: discord.Message) -> None:
        """Serve a line that somebody typed in their DM: a move as well."""
        person, answer = message.author.id, partial(message.channel.send, silent=True)
        await self.contacts.reachable(person, message.channel.id)
        try:
            table_id, text = await table_typed_for(
                self.queries, self.faces, person, message.content
            )
            table = await self.queries.table(table_id, person)
            face = self.faces[table.game]
            found = read_typed(face, table, text)
            if isinstance(found.made, Form):
                raise Refusal(still_open(table, found))
            if isinstance(found.made, Panel):
                await answer(view=rendered(self._panel(face, table, found.made)))
                return
            try:
                await self._play(face, table, found, None, message.id)
            except Stale as stale:  # its hand below says what is asked now
                text = await self._gone_on(table_id, person, stale)
                await answer(view=rendered(sentence(text)))
        except Refusal as refusal:
            await answer(view=rendered(sentence(str(refusal))))
            return
        except Exception:
            await answer(view=rendered(sentence(apology(reference("typed line")))))
            return
        try:
            await self.display.hands.send_again(table_id, person, message.id)
        except Exception:  # what is missing is a picture of what is so
            log.exception("The hand after a typed line could not be sent")

    async def seen(
        self, interaction: Interaction, game: str, table: int | None
    ) -> TableView | None:
        """Return the asker's view of the table they mean, for an autocomplete."""
        try:
            table_id = await self.which(interaction, game, table)
            seen = await self.queries.table(table_id, interaction.user.id)
        except Refusal:
            return None
        return None if seen.view is None or seen.seat is None else seen

    async def tables(
        self, interaction: Interaction, face: AnyFace | None, current: str
    ) -> list[discord.app_commands.Choice[int]]:
        """Offer the asker's tables of a game (None: of all), for the option `table`."""
        game = None if face is None else face.rules.name
        mine = await self.queries.of_person(interaction.user.id, game)
        return [
            discord.app_commands.Choice(name=f"table {table_id}", value=table_id)
            for table_id in mine
            if current.strip() in str(table_id)
        ][:25]

    async def which(self, interaction: Interaction, game: str | None, table: int | None) -> int:
        """Find the table that a command means. Raises Refusal."""
        return await which_table(
            self.queries,
            self.faces,
            person=interaction.user.id,
            guild=interaction.guild_id,
            channel=interaction.channel_id,
            game=game,
            said=table,
        )

    # --- the one way through ---

    async def command_failed(self, interaction: Interaction, error: Exception) -> None:
        """Answer a command that could not even be run."""
        text = why_no_command(error)

        async def work(reply: InteractionReply) -> None:
            raise Refusal(text)

        if not interaction.response.is_done():
            await self.answered(interaction, work)

    async def answered(
        self, interaction: Interaction, work: Callable[[InteractionReply], Awaitable[None]]
    ) -> None:
        """Do something for an interaction, and answer it whatever happens."""
        async with InteractionReply(interaction) as reply:
            try:
                await work(reply)
            except Refusal as refusal:
                await reply.say(sentence(str(refusal)))
            except Exception:
                await reply.say(sentence(apology(reference("interaction"))))

    async def _serve(
        self,
        reply: InteractionReply,
        table_id: int,
        wanted: Request,
        drawn_at: int | None,
        *,
        form: bool = False,
    ) -> None:
        table = await self.queries.table(table_id, reply.person)
        face = self.faces[table.game]
        slips = kind_of(face, wanted.verb)
        if slips is not None:
            await self._serve_slip(reply, face, table, slips, wanted, drawn_at, form=form)
            return
        # who has filled in a form has been asked already: what they left out is as usual
        found = read_request(face, table, wanted, line=form or drawn_at is None)
        if isinstance(found.made, Form):
            if form:  # Discord takes no form in answer to a form
                missing = listed([one.label for one in found.made.entries])
                raise Refusal(f"Something is still open: {missing}. Please press it again.")
            # what is said ahead is read by the present view, whenever its button was drawn
            since = None if found.way in face.orders else drawn_at
            if not await reply.form(found.made, table_id, since or table.step):
                raise Refusal("That took me too long. Please press it again.")
        elif isinstance(found.made, Panel):
            await reply.say(self._panel(face, table, found.made))
        else:
            with self.display.answering(reply, table_id):
                try:
                    after = await self._play(face, table, found, drawn_at, reply.id)
                except Stale as stale:
                    await self._say_stale(reply, table_id, stale)
                    return
                with self.display.showing(table_id):
                    await self._show_result(reply, face, table, after)

    async def _serve_slip(
        self,
        reply: InteractionReply,
        face: AnyFace,
        table: TableView,
        kind: AnySlipKind,
        wanted: Request,
        drawn_at: int | None,
        *,
        form: bool,
    ) -> None:
        """Serve what is asked of a slip: on its own panel, or in an answer of its own."""
        desk = await self.desk.serve(face, table, kind, wanted, reply.person)
        made = desk.made.made
        if isinstance(made, Form):
            if form:  # Discord takes no form in answer to a form
                raise Refusal("Something is still open there. Please press it again.")
            if not await reply.form(made, table.id, drawn_at or table.step):
                raise Refusal("That took me too long. Please press it again.")
            return
        if desk.slip is not None:
            try:
                await self._play(face, table, desk.made, drawn_at, reply.id)
            except Stale as stale:  # the slip is as it was, and drawn anew what it says is fresh
                now = await self.queries.table(table.id, reply.person)
                if reply.on_own_panel:
                    await reply.update(
                        self._panel(face, now, self.desk.panel(now, kind, desk.slip))
                    )
                await reply.say(sentence(await self._gone_on(table.id, reply.person, stale)))
                return
            with self.display.showing(table.id):
                await self.desk.became_a_move(table, reply.person, desk.slip)
            made = Panel([Text(desk.done)])
        message = self._panel(face, table, made)
        own = reply.on_own_panel and wanted.verb != f"{kind.kind}_open"
        if not own or not await reply.update(message):
            await reply.say(message)

    async def _play(
        self, face: AnyFace, table: TableView, found: Made, drawn_at: int | None, receipt: int
    ) -> Loaded:
        assert found.way is not None
        assert table.seat is not None
        person = table.people[table.seat]
        assert person is not None
        do = self.host.say_ahead if table.is_order(found.made) else self.host.play
        try:
            return await do(
                table.id,
                person,
                found.made,
                drawn_at=drawn_at,
                holds=found.way.holds,
                receipt=receipt,
            )
        except IllegalMove as refusal:
            if table.legal.moves or table.is_order(found.made):
                raise Refusal(refusal.said(table.names.__getitem__)) from None
            raise Refusal(face.situation(table.view, table.names)) from None

    async def _say_stale(self, reply: InteractionReply, table_id: int, stale: Stale) -> None:
        """Say what has changed since something was drawn, or while it was typed; show it anew."""
        text = await self._gone_on(table_id, reply.person, stale)
        self.display.look_at(table_id)
        if reply.on_own_panel:
            await self.display.answer_hand(reply, table_id)
        await reply.say(sentence(text))

    async def _gone_on(self, table_id: int, person: int, stale: Stale) -> str:
        """Tell what has happened since something came too late."""
        now = await self.queries.table(table_id, person)
        since = [one for one in now.news if one.step > stale.step]
        told = frame.told(self.faces[now.game], since, now.names, now.seat)
        lines = frame.newest(told, 1200, 3)
        return "\n".join([f"{stale} Here is how things stand now.", *lines])

    async def _show_result(
        self, reply: InteractionReply, face: AnyFace, before: TableView, after: Loaded
    ) -> None:
        """Show the mover where it led: the board they clicked, or their hand if private.

        What nobody else can see is no reason to draw a board: that alone would be seen.
        """
        table_id = before.id
        if reply.message is None:
            await self.display.answer_hand(reply, table_id, anew=True)
        elif reply.on_own_panel or reply.on_notice:
            await self.display.answer_hand(reply, table_id)
        elif not _seen_by_all(after, reply.id) or await self._is_private(
            face, before, reply.person
        ):
            await self.display.answer_hand(reply, table_id, anew=True)
        else:
            await self.display.answer_board(reply, table_id)

    async def _is_private(self, face: AnyFace, before: TableView, person: int) -> bool:
        """Say whether a mover owed something private, or does so now."""
        after = await self.queries.table(before.id, person)
        return any(
            table.seat in face.private(table.public) & table.to_move for table in (before, after)
        )

    def _panel(self, face: AnyFace, table: TableView, panel: Panel) -> Message:
        return Message(panel=panel, table=table.id, step=table.step, accent=face.colour)


def _seen_by_all(after: Loaded, receipt: int) -> bool:
    """Say whether the move with this receipt changed anything that everybody can see."""
    rows = pairwise(one.entry for one in after.heard)
    return any(before.step < row.step for before, row in rows if row.receipt == receipt)


def still_open(table: TableView, found: Made) -> str:
    """Say what a typed line leaves open, and how a whole one is typed."""
    assert found.way is not None
    missing = listed([one.label for one in found.made.entries])
    whole = example(found.way, table.view, table.names, table.sayable)
    return f"Something is still open: {missing}. You can type `{whole}`, for one."


def entries_of(components: Sequence[Any]) -> dict[str, str]:
    """Read a submitted form: what was typed, or chosen, under each entry's key."""
    found: dict[str, str] = {}
    for component in components:
        inner = component.get("component", component)
        if "custom_id" in inner:
            values = inner.get("values")
            if values is None:
                found[inner["custom_id"]] = str(inner.get("value") or "")
            elif values:
                found[inner["custom_id"]] = str(values[0])
        found |= entries_of(component.get("components", ()))
    return found
