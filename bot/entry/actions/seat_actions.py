"""Serves the buttons and commands that change who plays a seat: a person, or the house."""

from bot.host.commit.preconditions import seated
from bot.host.host import Host
from bot.host.reading.contacts import notices_sentence
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.table_view import SeatOffer, TableView
from bot.host.time.time_of_day import UNTIL_BACK
from bot.show.deliver.display import Display
from bot.show.deliver.queues.messenger import on_board
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.parts import frame, presence
from bot.show.draw.parts.message import Message, sentence
from bot.show.draw.texts import seat_offer_text
from bot.ui.panels.panel import Button, Panel, Request, Row, Text
from bot.ui.panels.words import escape
from games.rules import Refusal, Seat


class SeatActions:
    """Serves requests to join, leave, be away or back, and to let the house play."""

    def __init__(self, host: Host, display: Display) -> None:
        self._host = host
        self._queries = host.queries
        self._contacts = host.contacts
        self._display = display

    async def join(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Give a person a seat, during a game one that the house plays. Raises Refusal."""
        user = reply.interaction.user
        if (await self._queries.table(table_id, user.id)).phase == "playing":
            after = await self._take(reply, table_id, _number(wanted, "seat", digits=2))
        else:
            after = await self._host.seats.join(table_id, user.id, user.display_name, reply.id)
        with self._display.showing(table_id):
            await self._contacts.try_again(user.id)
            known = await self._contacts.of(user.id)
            seat = seated(after.table, user.id).seat + 1
            text = (
                f"You're in, seat {seat}! What only you may see is under *My hand*. "
                f"{notices_sentence(known)}"
            )
            panel = Panel([Text(text), Row([Button("Settings…", frame.SETTINGS)])])
            await reply.say(Message(panel=panel, table=table_id, step=after.table.step))

    async def _take(self, reply: InteractionReply, table_id: int, seat: Seat | None) -> LoadedTable:
        """Give a person a seat that was given up or is offered to them, and say so on the offer."""
        before, user = await self._queries.table(table_id, reply.person), reply.interaction.user
        offer = before.offer
        held_by = None if offer is None else before.people[offer.seat]
        if offer is not None and offer.person == user.id and held_by is not None:
            await self._display.withdraw_notice(table_id, held_by)
        after = await self._host.tenures.take(table_id, user.id, user.display_name, seat, reply.id)
        with self._display.showing(table_id):
            if reply.on_notice and not reply.in_dm:
                name = before.names[seated(after.table, user.id).seat]
                text = seat_offer_text.taken(before, user.display_name, name)
                await reply.update(seat_offer_text.settled(before, text, user.id))
            elif offer is not None and offer.person == user.id:
                await self._display.withdraw_offer(table_id)
        return after

    async def replace(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Offer a seat that the house plays to a person, agree to that, or decline it."""
        if wanted.args.get("say") == "no":
            await self._decline(reply, table_id)
            return
        to, seat = _number(wanted, "to", digits=20), _number(wanted, "seat", digits=2)
        before = await self._queries.table(table_id, reply.person)
        name = wanted.args.get("name") or ("" if before.offer is None else before.offer.name)
        if to is None or not name:
            raise Refusal("That offer has ended.")
        if self._host.servers.blocks(before.guild, to):
            raise Refusal(f"{escape(name)} can't take a seat on this server.")
        await self._host.replacing.offer(table_id, reply.person, seat, to, name, reply.id)
        with self._display.showing(table_id):
            table = await self._queries.table(table_id, reply.person)
            offer = table.offer
            assert offer is not None, "it has just been made"
            told = True
            if not table.must_agree and not _was_agreed(before, offer):
                told = await self._host.replacing.may_ping(table_id, offer)
                await self._display.withdraw_offer(table_id)
                told = told and await self._display.offer_seat(table, reply.id)
            if on_board(reply):
                await self._display.answer_with_change(reply, table_id)
            else:
                text = seat_offer_text.asked(table, offer, told=told)
                await reply.say(sentence(text))
                self._display.board_changed(table_id)

    async def _decline(self, reply: InteractionReply, table_id: int) -> None:
        offer = (await self._queries.table(table_id, reply.person)).offer
        after = await self._host.replacing.decline(table_id, reply.person, reply.id)
        with self._display.showing(table_id):
            table = self._queries.seen_by(after, reply.person)
            text = "That offer has ended."
            if offer is not None:
                text = seat_offer_text.declined(table, offer)
            notice = seat_offer_text.settled(table, text, reply.person)
            if not reply.on_notice or not await reply.update(notice):
                await reply.say(sentence(text))
                await self._display.withdraw_offer(table_id)
            self._display.board_changed(table_id)

    async def house(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Serve the buttons that add and remove a house player, and the command for both."""
        number = _number(wanted, "number", digits=2)
        if number is None:
            raise Refusal("How many house players? Give me a number.")
        await self._host.house_players.seat(table_id, reply.person, number, reply.id)
        with self._display.showing(table_id):
            if reply.message is not None:
                await self._display.answer_board(reply, table_id)
            else:
                table = await self._queries.table(table_id, reply.person)
                line = presence.house_players(table).removeprefix("\n-# ")
                none = f"There are no house players at table {table_id}."
                await reply.say(sentence(line or none))

    async def leave(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Give a person's seat up, before or during the game. Raises Refusal."""
        table = await self._queries.table(table_id, reply.person)
        if table.phase == "playing":
            await self._leave_game(reply, table, wanted)
            return
        after = await self._host.seats.leave(table_id, reply.person, reply.id)
        closed = " Nobody was left, so it's closed."
        back = closed if after.table.phase == "ended" else " You can come back while it's open."
        with self._display.showing(table_id):
            await reply.say(sentence(f"You have left table {table_id}.{back}"))

    async def _leave_game(self, reply: InteractionReply, table: TableView, wanted: Request) -> None:
        """Give a seat up during a game, once its owner has said that they are sure."""
        if wanted.args.get("sure") == "yes" or table.seat is None:
            await self._display.withdraw_notice(table.id, reply.person)
            after = await self._host.tenures.give_up(table.id, reply.person, reply.id)
            said = "The house plays your seat now, and anyone may take it."
            if after.table.phase == "ended":
                said = "Nobody was left, so it's closed."
            message = sentence(f"You have left table {table.id}. {said}")
            with self._display.showing(table.id):
                if not reply.on_own_panel or not await reply.update(message):
                    await reply.say(message)
            return
        then = (
            "The house plays your seat from then on, and others may take it. If you only need a "
            "break, `/table away` lets the house play until you're back."
        )
        if sum(person is not None for person in table.people) == 1:
            then = "You're the only person there, so the table closes."
        text = f"Leave table {table.id} for good? {then}"
        sure = Button("Leave for good", frame.LEAVE.with_args({"sure": "yes"}), "danger")
        panel = Panel([Text(text), Row([sure])])
        await reply.say(Message(panel=panel, table=table.id, step=table.step))

    async def away(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Have the house play for a person, until a time or until they're back. Raises Refusal."""
        until = wanted.args.get("until", "")
        after = await self._host.absence.away(table_id, reply.person, until, reply.id)
        with self._display.showing(table_id):
            at = seated(after.table, reply.person).away_until
            when = "until you're back"
            if at is not None and at < UNTIL_BACK:
                when = f"until <t:{int(at)}:t>"
            text = (
                f"The house plays for you at table {table_id} {when}. Look at your hand or make a "
                "move, and you're back."
            )
            back = Row([Button("I'm back", frame.BACK)])
            panel = Panel([Text(text), back])
            await reply.say(Message(panel=panel, table=table_id, step=after.table.step))

    async def hurry(self, reply: InteractionReply, table_id: int, _: Request) -> None:
        """Agree that the house answers for a player who takes long."""
        before = await self._queries.table(table_id, reply.person)
        after = await self._host.hurrying.agree(table_id, reply.person, reply.id)
        with self._display.showing(table_id):
            done = after.table.rev > before.rev
            if on_board(reply):
                await self._display.answer_with_change(reply, table_id)
            else:
                waits = "The board now asks the others. If they all agree, the house answers."
                await reply.say(sentence("The house has answered." if done else waits))
                self._display.board_changed(table_id)

    async def back(self, reply: InteractionReply, table_id: int, _: Request) -> None:
        """Let a person move for themselves again, and show them their hand."""
        await self._host.absence.back(table_id, reply.person, reply.id)
        with self._display.showing(table_id):
            await self._display.answer_hand(reply, table_id, new_panel=not reply.on_own_panel)

    async def returns(self, reply: InteractionReply, table_id: int) -> None:
        """Let a person move for themselves again if the house plays for them."""
        table = await self._queries.table(table_id, reply.person)
        if table.seat in table.stand_in_seats:
            await self._host.absence.back(table_id, reply.person, reply.id)


def _was_agreed(before: TableView, offer: SeatOffer) -> bool:
    """Return whether a table had agreed to an offer already."""
    older = before.offer
    same = older is not None and (older.seat, older.person) == (offer.seat, offer.person)
    return same and not before.must_agree


def _number(wanted: Request, key: str, *, digits: int) -> int | None:
    """Return a number from a request, or None if there is none of at most so many digits."""
    text = wanted.args.get(key, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
