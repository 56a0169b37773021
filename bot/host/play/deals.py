"""Deals the cards: freezes the seats and terms, then fixes the luck and starts the game."""

from dataclasses import replace

from bot.host.commit.change import Change, Moment, table_change, take_step
from bot.host.commit.committer import Committer
from bot.host.commit.preconditions import check_offered, require_open, seated
from bot.host.commit.staleness import Stale
from bot.host.proof.luck import mixed_at, stream
from bot.host.reading.loaded_table import NO_ORDERS, LoadedTable, Orders, read_orders
from bot.host.reading.store import Store
from bot.host.time.discord_ids import instant_of
from bot.ui.panels.words import spoken
from db.database import Transaction
from db.tables import standing_orders, tables
from db.tables.standing_orders import StoredOrder
from db.tables.tables import Player, Table
from games.chance import Chance
from games.rules import Refusal


class Deals:
    """Deals the cards of tables."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def deal(self, table_id: int, person: int, receipt: int) -> LoadedTable:
        """Freeze the seats and terms of a table. Later, `deal_frozen` deals the cards.

        If the terms never reveal any secrets and the table wants no thread, deal immediately.
        Raises Refusal if the number of players is wrong or the seal is not posted yet.
        """
        offered = await _last_orders(self._store, (await self._store.loaded(table_id)).table)

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            dealer, table = may_deal(loaded, person, receipt), loaded.table
            if not table.laid_open and not table.wants_thread:
                luck = mixed_at(table, loaded.rules, receipt)
                dealt_now = replace(table, mixed=luck)
                return deal_change(loaded, dealt_now, dealer, receipt, offered, moment)
            frozen = replace(table, deal_press=receipt, step=table.step + 1)
            return table_change(loaded, frozen, "freeze", dealer.seat, person, receipt, moment)

        return await self._committer.change(table_id, change, receipt)

    async def deal_frozen(self, table_id: int, posted: tuple[int, int] | None) -> bool:
        """Deal the cards of a frozen table. Return False if it is no longer frozen.

        `posted` is the id and the channel of the message that shows the values mixed into the luck.
        It is None if the message could not be posted.
        """
        offered = await _last_orders(self._store, (await self._store.loaded(table_id)).table)
        message, channel = posted or (None, None)

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            table = loaded.table
            if not table.is_frozen or table.deal_press is None:
                raise Stale("It is dealt already, or closed.")
            presser = next(
                history.entry
                for history in reversed(loaded.history)
                if history.entry.kind == "freeze"
            )
            luck = mixed_at(table, loaded.rules, table.deal_press)
            fixed = replace(table, mixed=luck, mixed_by=message, mixed_in=channel)
            dealer = table.players[presser.seat or 0]
            return deal_change(loaded, fixed, dealer, message, offered, moment)

        async def note(tx: Transaction) -> None:
            if message is not None and channel is not None:
                await tables.mix_shown(tx, table_id, message, channel)

        try:
            await self._committer.change(table_id, change, message, note)
        except Stale:
            return False
        return True


def may_deal(loaded: LoadedTable, person: int, press: int) -> Player:
    """Return the player who pressed *Deal*. Raises Refusal if the cards can't be dealt."""
    table, rules = require_open(loaded)
    check_offered(rules)
    dealer = seated(table, person)
    check_terms(loaded, table, press)
    return dealer


def check_terms(loaded: LoadedTable, table: Table, press: int) -> None:
    """Raise Refusal if the cards can't be dealt to the players of `table` by a press."""
    rules = loaded.rules
    if len(table.players) not in rules.seats:
        raise Refusal(
            f"{rules.title} is for {spoken(rules.seats)} players, and so far you have "
            f"{len(table.players)}."
        )
    if table.sealed_by is None or instant_of(press) < instant_of(table.sealed_by):
        raise Refusal("I'm still posting the seal of this table. Deal again in a moment.")
    # This only tests the terms, so the random numbers don't matter.
    rules.start(len(table.players), loaded.options, Chance.of(b"", 0, 0))


def is_dealt_by_joining(loaded: LoadedTable, joined: Table, press: int) -> bool:
    """Return whether a table is dealt by itself, because a press seats the last one it asked.

    `joined` is the table with the new player.
    """
    asked = () if loaded.rematch is None else loaded.rematch.people
    if not asked or any(joined.player_of(invited.person) is None for invited in asked):
        return False
    try:
        check_terms(loaded, joined, press)
    except Refusal:  # somebody can press *Deal* later
        return False
    return True


def deal_change(
    loaded: LoadedTable,
    table: Table,
    dealer: Player,
    receipt: int | None,
    offered: Orders,
    moment: Moment,
) -> Change:
    """Return the change that deals the cards. All values mixed into the luck must be known."""
    rules = loaded.rules
    step = rules.start(len(table.players), loaded.options, stream(table, 0, table.rev + 1))
    dealt = replace(
        table, phase="playing", version=rules.version, dealt_version=rules.version, moves=0
    )
    before = replace(loaded, offered=offered)
    return take_step(before, dealt, dealer, step, "deal", receipt, moment)


async def _last_orders(store: Store, table: Table) -> Orders:
    """Read the standing orders that the players of a table had in their last finished games."""
    rules = store.rules(table.game)
    people = {player.person: player.seat for player in table.players if player.person is not None}
    sealed = table.phase == "open" and table.sealed_by is not None
    if rules.orders is None or not sealed or len(table.players) not in rules.seats:
        return NO_ORDERS  # the deal will be refused, or the game has no standing orders
    last = await standing_orders.last_orders(store.database.reader, table.game, list(people))
    rows = [
        StoredOrder(people[person], kind, said, stands=False)
        for person, by_kind in last.items()
        for kind, said in by_kind.items()
    ]
    return read_orders(rules, rows)[1]
