"""Lets people give up their seats during a game, and others take them.

The house plays a seat that was given up. Anybody may take it, and a seat that is offered to a
person (replacing.py) may be taken by that person. A newcomer sees what the seat sees now, and of
the private events only those since they took it.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.host.agreements.endings import closing
from bot.host.commit.ahead import house_can_play
from bot.host.commit.change import Change, Moment, table_change, timed_again
from bot.host.commit.committer import Committer
from bot.host.commit.preconditions import in_play, seated
from bot.host.reading.loaded_table import LoadedTable, Orders
from bot.host.seating.house_players import free_name
from bot.host.seating.quotas import Limits, check_seats
from bot.host.time.deadlines import NEWCOMER, hours_at_table
from bot.host.time.pace import PACES
from bot.host.time.waking_hours import due as due_at
from bot.ui.panels.words import escape, one_line
from db.database import Reads, Transaction
from db.people.people import Person
from db.tables import drafts, log, tenures
from db.tables.tables import Player, Table
from db.tables.tenures import Tenure
from games.rules import Refusal, Seat


class Tenures:
    """Changes who holds a seat during a game."""

    limits = Limits()

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def give_up(self, table_id: int, person: int, receipt: int | None) -> LoadedTable:
        """Give a person's seat to the house for good. Close the table if nobody is left there.

        Raises Refusal.
        """
        ended: list[Tenure] = []

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            rules, table = in_play(loaded), loaded.table
            leaver = seated(table, person)
            people = [other.person for other in table.players if other.person is not None]
            if table.practice or people == [person]:
                return closing(loaded, moment)
            if not house_can_play(rules, table):
                raise Refusal(
                    f"The cards at table {table_id} have been dealt, so your seat stays yours. "
                    "When your time is up, I move for you."
                )
            ended[:] = [_ended(leaver)]
            house = Player(
                leaver.seat,
                None,
                free_name(table.players),
                table.step + 1,
                joined=leaver.joined,
                house=leaver.house,
                held_since=table.rev + 1,
                former=leaver.name,
                due=leaver.due,
                asked_at=leaver.asked_at,
            )
            others = [other for other in people if other != person]
            opener = others[0] if table.opener == person else table.opener
            bare = _without_orders(loaded, leaver.seat)
            after = replace(_with_holder(bare, house, moment), opener=opener)
            return table_change(bare, after, "leave", leaver.seat, person, receipt, moment)

        async def store(tx: Transaction) -> None:
            for tenure in ended:
                await _store_ended(tx, table_id, tenure)

        after = await self._committer.change(table_id, change, receipt, store)
        self._store.forget_hands(table_id)
        return after

    async def take(
        self, table_id: int, person: int, name: str, seat: Seat | None, receipt: int
    ) -> LoadedTable:
        """Give a person a seat that was given up, or that is offered to them. None: the only one.

        Raises Refusal, also if the person is blocked or held another seat of this table before.
        """
        settings = await self._store.contacts.of(person)
        opened_at = (await self._store.loaded(table_id)).table.opened_at
        joins = await log.joins(self._store.database.reader, table_id)
        former = await tenures.of_table(self._store.database.reader, table_id)
        if await self._store.was_forgotten_since(opened_at, person):
            # who they were here is forgotten, and with it which cards they have seen
            raise Refusal(
                "You asked me to forget you while this game was on, so you can't take a seat in it "
                "any more. You're welcome at the next one."
            )
        ended: list[Tenure] = []

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            in_play(loaded)
            table = loaded.table
            self._store.servers.check_not_blocked(table.guild, person)
            if table.player_of(person) is not None:
                raise Refusal(f"You're already at table {table.id}.")
            before = _free_seat(loaded, person, seat)
            ended[:] = [_ended(before)]
            newcomer = Player(
                before.seat,
                person,
                one_line(name),
                table.step + 1,
                moment.now if settings.here else None,
                joined=before.joined,
                house=before.house,
                held_since=table.rev + 1,
                asked_at=before.asked_at,
            )
            bare = _without_orders(loaded, before.seat)
            lately = [row for row in joins if row.step > table.question_step]
            first = _is_new(former, before.seat, person) and not any(
                row.seat == before.seat and _is_new(former, before.seat, row.person, row.rev)
                for row in lately
            )
            after = _with_holder(bare, newcomer, moment, first=first)
            if table.opener == before.person:
                after = replace(after, opener=person)
            return table_change(bare, after, "join", before.seat, person, receipt, moment)

        async def check(tx: Transaction) -> None:
            for tenure in ended:
                if await held_another(tx, table_id, person, tenure.seat):
                    raise Refusal(
                        "You have seen the cards of another seat at this table, so you can only "
                        "take that one again."
                    )
                await _store_ended(tx, table_id, tenure)
            await check_seats(tx, self.limits, person)

        after = await self._committer.change(table_id, change, receipt, check)
        self._store.forget_hands(table_id)
        return after


def open_seats(table: Table) -> list[Player]:
    """Return the seats that people have given up and nobody has taken."""
    return [player for player in table.players if player.person is None and player.former]


async def held_another(reads: Reads, table_id: int, person: int, seat: Seat) -> bool:
    """Return whether a person held another seat of the table before, and knows its cards."""
    ended = await tenures.of_table(reads, table_id)
    return any(held.person == person and held.seat != seat for held in ended)


def _free_seat(loaded: LoadedTable, person: int, seat: Seat | None) -> Player:
    """Return the seat that a person may take. Raises Refusal if there is none, or several."""
    table, view = loaded.table, loaded.table_view(None, loaded.table.rev)
    offer, free = view.offer, {player.seat for player in open_seats(table)}
    if offer is not None and offer.person == person:
        if view.must_agree and seat == offer.seat and seat not in free:
            names = loaded.names.all(view.must_agree)
            raise Refusal(f"{names} must agree before you can take that seat.")
        if not view.must_agree:
            free.add(offer.seat)
    elif offer is not None and seat == offer.seat and seat not in free:
        raise Refusal(f"That seat is offered to {escape(offer.name)}, so nobody else can take it.")
    found = [
        player for player in table.players if player.seat in free and seat in (None, player.seat)
    ]
    if not found:
        raise Refusal(f"The cards at table {table.id} have been dealt, and no seat is free.")
    if len(found) > 1:
        raise Refusal("Several seats are free there. Press the button of the one you want.")
    return found[0]


def _ended(player: Player) -> Tenure:
    return Tenure(player.seat, player.held_since, player.person, player.name)


async def _store_ended(tx: Transaction, table_id: int, tenure: Tenure) -> None:
    """Store a tenure that has ended, and delete the drafts of its holder."""
    await tenures.add(tx, table_id, tenure)
    await drafts.delete_seat(tx, table_id, tenure.seat)


def _without_orders(loaded: LoadedTable, seat: Seat) -> LoadedTable:
    """Return the table without the standing orders of a seat."""
    return replace(
        loaded, orders=_without(loaded.orders, seat), offered=_without(loaded.offered, seat)
    )


def _without(orders: Orders, seat: Seat) -> Orders:
    return {other: given for other, given in orders.items() if other != seat}


def _with_holder(
    loaded: LoadedTable, holder: Player, moment: Moment, *, first: bool = False
) -> Table:
    """Return the table with a new holder of a seat, whose question has been open for a while.

    The `first` newcomer during a question gets at least NEWCOMER seconds.
    """
    table = loaded.table
    players = tuple(
        replace(holder, due=None) if player.seat == holder.seat else replace(player, agrees=0)
        for player in table.players
    )
    timed = timed_again(loaded, players, moment)
    if first:
        timed = tuple(
            _with_time(table, player, moment) if player.seat == holder.seat else player
            for player in timed
        )
    return replace(table, players=timed, step=table.step + 1)


def _is_new(
    former: Sequence[Tenure], seat: Seat, person: int | None, before: int | None = None
) -> bool:
    """Return whether a person had not held a seat before (a log row, or now)."""
    return not any(
        (held.seat, held.person) == (seat, person) and (before is None or held.since < before)
        for held in former
    )


def _with_time(table: Table, newcomer: Player, moment: Moment) -> Player:
    """Return a newcomer with enough time to look around, at most that of a whole question."""
    if newcomer.due is None:
        return newcomer
    hours = hours_at_table(table, newcomer, moment.people.get(newcomer.person or 0, Person()))
    enough = min(NEWCOMER, PACES[table.pace].decision)
    return replace(newcomer, due=max(newcomer.due, due_at(moment.now, enough, hours)))
