"""Handles requests at a table: finds the move, plays it and shows the result.

a Request -> the face's ways (move_parsing.py) -> a form or panel that asks for more, or a move
a move -> Moves.play -> the board or the hand
"""

from collections.abc import Sequence
from itertools import pairwise

from bot.entry.requests.draft_requests import Desk, DraftRequests, kind_of
from bot.entry.requests.move_parsing import Impossible, ParsedRequest, read_request
from bot.host.commit.staleness import Stale
from bot.host.host import Host
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.table_view import TableView
from bot.host.time.discord_ids import id_after
from bot.observe import events
from bot.show.deliver.display import Display
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.panels import orders_panel
from bot.show.draw.parts import frame, headers
from bot.show.draw.parts.message import Message, sentence
from bot.show.draw.people import next_table
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Form, Panel, Part, Request, Text
from bot.ui.panels.words import listed
from bot.ui.ways.draft_kind import AnyDraftKind
from bot.ui.ways.offers import example
from bot.ui.ways.order_menus import EndOrder
from db.tables.drafts import Draft
from games.rules import IllegalMove, Refusal, Seat


class RequestHandler:
    """Handles requests for moves, standing orders and drafts at a table."""

    def __init__(self, host: Host, display: Display) -> None:
        self._host = host
        self._queries = host.queries
        self._display = display
        self._faces = display.faces
        self._drafts = DraftRequests(host.drafts)

    async def serve(
        self,
        reply: InteractionReply,
        table: TableView,
        wanted: Request,
        drawn_at: int | None,
        *,
        form: bool = False,
    ) -> None:
        """Handle a request at a table: make a move, or ask for missing values. Raises Refusal.

        `table` is what the person saw as the request arrived. `drawn_at` is the public step at
        which the pressed button was drawn (None for a command). `form` means that the request is a
        submitted form.
        """
        face = self._faces[table.game]
        kind = kind_of(face, wanted.verb)
        if kind is not None:
            await self._serve_draft(reply, face, table, kind, wanted, drawn_at, form=form)
            return
        # The form has asked for every field, so an empty entry means the usual value.
        try:
            parsed = read_request(face, table, wanted, line=form or drawn_at is None)
        except Refusal as refusal:
            if await self._redrew(reply, table.id, form=form):
                return
            raise await self.explained(table, reply.person, refusal) from None
        if isinstance(parsed.made, Form):
            if form:  # Discord does not accept a form in response to a form
                missing = listed(parsed.made.asks())
                raise Refusal(f"Something is missing ({missing}). Please press the button again.")
            # Parse a standing order with the current view, however old its button is.
            since = None if parsed.way in face.orders else drawn_at
            if not await reply.form(parsed.made, table.id, since or table.step):
                raise Refusal("Sorry, that took me too long. Please press the button again.")
        elif isinstance(parsed.made, Panel):
            beside = parsed.orders_page is None and not parsed.covers_hand
            await self._show_panel(reply, face, table, parsed.made, beside_hand=beside)
        elif not await self._redrew(reply, table.id, form=form):
            with self._display.answering(reply, table.id):
                try:
                    after = await self.play(face, table, parsed, drawn_at, reply.id)
                except Stale as stale:
                    await self.say_stale(reply, table.id, stale)
                    return
                with self._display.showing(table.id):
                    is_order = table.is_order(parsed.made) or isinstance(parsed.made, EndOrder)
                    if is_order and after.table.rev == table.rev:  # it hasn't made a move yet
                        await self._show_orders(reply, face, table.id, parsed.orders_page)
                    else:
                        await self._show_result(reply, face, table, after)

    async def _redrew(self, reply: InteractionReply, table_id: int, *, form: bool) -> bool:
        """Redraw an outdated panel instead of obeying a press on it. Return whether it was redrawn.

        Forms are exempt because their step is checked, and so are presses that were already served.
        """
        if form or self._host.committer.happened(reply.id) is not None:
            return False
        return await self._display.renewed(reply, table_id)

    async def _serve_draft(
        self,
        reply: InteractionReply,
        face: AnyFace,
        table: TableView,
        kind: AnyDraftKind,
        wanted: Request,
        drawn_at: int | None,
        *,
        form: bool,
    ) -> None:
        """Handle a request about a draft, either on the draft's own panel or in a new answer."""
        result = await self._drafts.serve(face, table, kind, wanted, reply.person)
        content = result.made.made
        if isinstance(content, Form):
            if form:  # Discord does not accept a form in response to a form
                raise Refusal("Something is missing there. Please press the button again.")
            if not await reply.form(content, table.id, drawn_at or table.step):
                raise Refusal("Sorry, that took me too long. Please press the button again.")
            return
        if result.draft is not None:
            if not await self._redrew_draft(reply, face, table, kind, result.draft, form=form):
                with self._display.answering(reply, table.id):
                    await self._play_draft(reply, face, table, kind, wanted, result, drawn_at)
            return
        await self._show_draft(reply, face, table, kind, wanted, content)
        if result.shows is not None and reply.kept is not None:
            self._drafts.shown(reply.kept.message, result.shows, self._host.now())

    async def _play_draft(
        self,
        reply: InteractionReply,
        face: AnyFace,
        table: TableView,
        kind: AnyDraftKind,
        wanted: Request,
        result: Desk,
        drawn_at: int | None,
    ) -> None:
        """Make the move of a complete draft, and show on the draft's panel what came of it."""
        assert result.draft is not None
        try:
            await self.play(face, table, result.made, drawn_at, reply.id)
        except Stale as stale:  # The draft is kept. Redraw it at the current step.
            now = await self._queries.table(table.id, reply.person)
            if reply.on_own_panel:
                await self._draw_draft(reply, face, now, kind, result.draft)
            await reply.say(sentence(await self.changes_since(table.id, reply.person, stale)))
            return
        with self._display.showing(table.id):
            await self._drafts.became_a_move(table, reply.person, result.draft)
            more = await self.next_table(reply.person, table.id)
            await self._show_draft(
                reply, face, table, kind, wanted, Panel([Text(result.done), *more])
            )

    async def _redrew_draft(
        self,
        reply: InteractionReply,
        face: AnyFace,
        table: TableView,
        kind: AnyDraftKind,
        draft: Draft,
        *,
        form: bool,
    ) -> bool:
        """If a draft was changed elsewhere, redraw its panel instead of making its move."""
        if form or not reply.on_own_panel or self._host.committer.happened(reply.id) is not None:
            return False
        reading = id_after(self._host.committer.reading)
        at = self._drafts.outdated(reply.message, draft, reply.id, reading)
        if at is None:
            return False
        await self._draw_draft(reply, face, table, kind, draft, note=headers.renewed(at))
        self._drafts.shown(reply.message, draft, self._host.now(), reply.id)
        return True

    async def _draw_draft(
        self,
        reply: InteractionReply,
        face: AnyFace,
        table: TableView,
        kind: AnyDraftKind,
        draft: Draft,
        *,
        note: str = "",
    ) -> None:
        drawn = self._drafts.panel(table, kind, draft)
        if note:
            drawn = Panel([Text(note), *drawn.parts])
        await reply.update(panel_of(face, table, drawn, self._host.now()))

    async def _show_draft(
        self,
        reply: InteractionReply,
        face: AnyFace,
        table: TableView,
        kind: AnyDraftKind,
        wanted: Request,
        panel: Panel,
    ) -> None:
        opens = wanted.verb == f"{kind.kind}_open"
        await self._show_panel(reply, face, table, panel, beside_hand=opens)

    async def _show_panel(
        self,
        reply: InteractionReply,
        face: AnyFace,
        table: TableView,
        panel: Panel,
        *,
        beside_hand: bool = True,
    ) -> None:
        """Answer with a panel on the pressed one, with a way back to the hand.

        The hand in a DM stays and the panel is sent, if it is to stand `beside_hand`.
        """
        message = panel_of(face, table, frame.with_way_back(panel), self._host.now())
        if reply.on_own_panel and not (reply.in_dm and beside_hand):
            async with self._display.covering_hand(reply, table.id):
                if await reply.update(message):
                    return
        await reply.say(message)

    async def _show_orders(
        self, reply: InteractionReply, face: AnyFace, table_id: int, page: int | None
    ) -> None:
        """Show all standing orders after one was given or ended, on their own panel if on it."""
        table = await self._queries.table(table_id, reply.person)
        panel = orders_panel.draw(face, table, page or 0)
        await self._show_panel(reply, face, table, panel, beside_hand=page is None)

    async def play(
        self,
        face: AnyFace,
        table: TableView,
        parsed: ParsedRequest,
        drawn_at: int | None,
        receipt: int,
    ) -> LoadedTable:
        """Make a move, or store or end a standing order.

        Raises Refusal, and Stale if it comes too late.
        """
        assert parsed.way is not None
        assert table.seat is not None
        person = table.people[table.seat]
        assert person is not None
        if isinstance(parsed.made, EndOrder):
            return await self._host.orders.cancel(table.id, person, parsed.made.kind)
        do = self._host.orders.give if table.is_order(parsed.made) else self._host.moves.play
        try:
            return await do(
                table.id,
                person,
                parsed.made,
                drawn_at=drawn_at,
                holds=parsed.way.holds,
                receipt=receipt,
            )
        except IllegalMove as refusal:
            if table.legal.moves or table.is_order(parsed.made):
                raise Refusal(refusal.text(table.names.__getitem__)) from None
            raise Refusal(face.asked.situation(table.view, table.names)) from None

    async def explained(self, table: TableView, person: int, refusal: Refusal) -> Refusal:
        """Return the rules' own explanation of why a move is illegal, or else the given refusal."""
        if not isinstance(refusal, Impossible):
            return refusal
        why = await self._host.moves.why_not(table.id, person, refusal.move)
        return Refusal(why) if why else refusal

    def now(self) -> float:
        """Return the current time on the clock of the tables."""
        return self._host.now()

    async def say_stale(self, reply: InteractionReply, table_id: int, stale: Stale) -> None:
        """Tell a player what has changed since the button was drawn, and redraw the hand."""
        text = await self.changes_since(table_id, reply.person, stale)
        if reply.in_dm:  # one DM can show several tables
            table = await self._queries.table(table_id, reply.person)
            text = f"{headers.table_of(self._faces[table.game], table)}: {text}"
        self._display.look_at(table_id)
        text = self._display.unheard.take(reply.person, text)
        if reply.on_own_panel:
            await self._display.answer_hand(reply, table_id)
        await reply.say(sentence(text))

    async def changes_since(self, table_id: int, person: int, stale: Stale) -> str:
        """List the latest events that a late press or line did not take into account."""
        events.ended("refused")
        now = await self._queries.table(table_id, person)
        since = [row for row in now.news if row.step > stale.step]
        told = frame.told(self._faces[now.game], since, now.names, now.seat, public=now.public)
        lines = frame.newest(told, 1200, 3)
        return "\n".join([f"{stale} Here is how things stand now.", *lines])

    async def _show_result(
        self, reply: InteractionReply, face: AnyFace, before: TableView, after: LoadedTable
    ) -> None:
        """Show a player the result: the board that they clicked, or the hand after a private move.

        A change that only one player sees redraws no board, because a redraw would reveal it.
        """
        table_id = before.id
        on_panel = reply.on_own_panel or reply.on_notice
        on_a_board = reply.message is not None and not on_panel
        if on_a_board and not await self._needs_hand(face, before, after, reply):
            await self._display.answer_board(reply, table_id)
            return
        more = await self.next_table(reply.person, table_id)
        await self._display.answer_hand(reply, table_id, new_panel=not on_panel, more=more)

    async def next_table(self, person: int, table_id: int) -> Sequence[Part]:
        """Draw the next table that waits for a person, or nothing while this one does."""
        table = await self._queries.table(table_id, person)
        if table.seat in table.to_move:
            return ()
        found = await self._queries.next_of(person, table_id)
        face = None if found is None else self._faces.get(found[1])
        return () if found is None or face is None else next_table.draw(face, found[0])

    async def _needs_hand(
        self, face: AnyFace, before: TableView, after: LoadedTable, reply: InteractionReply
    ) -> bool:
        """Return whether the board alone doesn't answer a move that was made on it.

        That is so if others can't see the move, if only its player learned something from it, or if
        their next question is private and no panel of theirs shows it.
        """
        if not _seen_by_all(after, reply.id) or _learned(after, before.seat, reply.id):
            return True
        now = await self._queries.table(before.id, reply.person)
        asked = now.seat in face.private(now.public) & now.to_move
        return asked and not self._display.hand_is_open(reply, before.id)


def panel_of(face: AnyFace, table: TableView, panel: Panel, now: float) -> Message:
    """Build a message from a panel that is drawn now for one reader of a table."""
    panel = headers.headed(face, table, panel, now)
    return Message(panel=panel, table=table.id, step=table.step, accent=face.colour)


def _seen_by_all(after: LoadedTable, receipt: int) -> bool:
    """Return whether the change with this idempotency key is visible to everybody."""
    rows = pairwise(item.entry for item in after.history)
    return any(before.step < row.step for before, row in rows if row.receipt == receipt)


def _learned(after: LoadedTable, seat: Seat | None, receipt: int) -> bool:
    """Return whether a change told one seat something that others may not know."""
    events = (told for item in after.history if item.entry.receipt == receipt for told in item.told)
    return any(told.to is not None and seat in told.to for told in events)


def missing_values(table: TableView, parsed: ParsedRequest) -> str:
    """List the values that are missing from a typed line, with an example of a complete line."""
    assert parsed.way is not None
    missing = listed(parsed.made.asks())
    whole = example(parsed.way, table.view, table.names, table.legal_with_orders)
    return f"Something is missing ({missing}). You can type, for example, `{whole}`."
