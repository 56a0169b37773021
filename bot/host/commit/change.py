"""Computes the result of a change to a table, with pure functions that wait for nothing.

    rules.play -> the next state -> its step, its question, every deadline, a log row
    and, if every seat that must still answer has a standing order that answers, those moves

committer.py writes the result in one transaction.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.host.commit.ahead import PRACTICE_KEPT, THINKS, answering, house_seats, thinking_time
from bot.host.proof.luck import house_player, house_stream, stream
from bot.host.reading.loaded_table import NO_ORDERS, LoadedTable, Orders
from bot.host.time.deadlines import (
    all_here,
    answers_in,
    asleep_at,
    due_after,
    hours_at_table,
    notice_at,
)
from bot.host.time.pace import PACES
from bot.host.time.time_of_day import UNTIL_BACK
from db.base.codec import codec_of
from db.people.people import Person
from db.tables.log import LogEntry
from db.tables.tables import Player, Table
from games.chance import Chance
from games.rules import AnyRules, IllegalMove, Seat, Step

log = logging.getLogger(__name__)

RETURNED: Final[Mapping[str, Any]] = {
    "unanswered": 0,
    "gone": False,
    "away_until": None,
    "offered_to": None,
    "offered_name": "",
}
"""The fields of a player that are reset when they act, because the house plays for them no more."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The time of a change, and the settings of the people at the table at that time.

    A player who is asked something gets a notice after `notice_after` seconds, or after `here_for`
    seconds if they are present. The house takes at least `house_thinks` seconds for a move.
    """

    now: float
    notice_after: float
    here_for: float
    people: Mapping[int, Person]
    house_thinks: float = THINKS

    def notice_at(self, table: Table, player: Player) -> float | None:
        """Return when to notify a player that a question waits for them, or None for no notice."""
        if player.person is None or player.gone:
            return None
        known = self.people.get(player.person, Person())
        hours = hours_at_table(table, player, known)
        return notice_at(
            player, known, hours, self.now, notice_after=self.notice_after, here_for=self.here_for
        )

    def acted(self, player: Player, kind: str, hurried: bool = False) -> dict[str, Any]:
        """Return the fields of a player that change when they make a public move.

        A move by a standing order or by the house changes none, and a call (`hurried`) that the
        player didn't answer is not a missed question. The time of the move is left out if the
        player hides their presence.
        """
        if kind == "clock":
            return {} if hurried else {"unanswered": player.unanswered + 1}
        if kind != "move":
            return {}
        settings = self.people.get(player.person or 0, Person())
        acted: dict[str, Any] = {**RETURNED}
        if settings.here:
            acted |= {"acted_at": self.now, "answers_in": answers_in(player, self.now)}
        return acted


@dataclass(frozen=True, slots=True)
class Change:
    """The result of a change: the new log row, and the table after the change."""

    entry: LogEntry
    after: LoadedTable


def table_change(
    loaded: LoadedTable,
    table: Table,
    kind: str,
    seat: Seat | None,
    person: int | None,
    receipt: int | None,
    moment: Moment,
) -> Change:
    """Return a change that does not affect the game's state, such as a player joining."""
    orders = loaded.orders if table.phase == "playing" else NO_ORDERS
    offered = _to_offer(loaded, orders)
    entry = LogEntry(table.rev + 1, table.step, kind, seat, person, None, "[]", receipt, moment.now)
    return Change(entry, loaded.after(_next_rev(table, moment), entry, None, {}, orders, offered))


def make_move(
    loaded: LoadedTable, player: Player, move: Any, kind: str, receipt: int | None, moment: Moment
) -> Change:
    """Return the change caused by a move. Raises IllegalMove if the rules forbid it."""
    table = loaded.table
    step = loaded.rules.play(loaded.state, player.seat, move, luck_of_next(table))
    table = replace(table, moves=table.moves + 1)
    return take_step(loaded, table, player, step, kind, receipt, moment, move)


def why_not(loaded: LoadedTable, seat: Seat, move: Any) -> str:
    """Return why a seat may not make a move or give a standing order, or "" if it may.

    The move is only tried. The sentence is the one with which the real move would be refused.
    """
    rules = loaded.rules
    try:
        if rules.orders is not None and isinstance(move, rules.orders.kinds):
            rules.orders.accept(loaded.view(seat), move)
        else:
            rules.play(loaded.state, seat, move, luck_of_next(loaded.table))
    except IllegalMove as refusal:
        return refusal.text(loaded.names.__getitem__)
    return ""


def luck_of_next(table: Table) -> Chance:
    """Return the random stream for the next move of a table that has been dealt."""
    return stream(table, table.moves + 1, table.rev + 1)


def take_step(
    loaded: LoadedTable,
    table: Table,
    player: Player,
    step: Step[Any, Any],
    kind: str,
    receipt: int | None,
    moment: Moment,
    move: Any = None,
) -> Change:
    """Return the change caused by a deal or move, from the step that the rules returned."""
    rules, codec = loaded.rules, codec_of(loaded.rules)
    views: dict[Seat | None, Any] = {None: rules.view(step.state, None)}
    orders = _remaining(rules, step, loaded.orders, views)
    after = _table_after(loaded, table, step, views[None], orders, player.seat, kind, moment)
    entry = LogEntry(
        after.rev + 1,
        after.step,
        kind,
        player.seat,
        player.person,
        None if move is None else codec.move.dump(move),
        codec.told.dump(step.told),
        receipt,
        moment.now,
        house_player(rules) if kind == "house" else "",
    )
    numbered = _next_rev(after, moment)
    if after.step == table.step:  # a secret move must not reorder public lists of tables
        numbered = replace(numbered, changed_at=table.changed_at)
    return Change(
        entry, loaded.after(numbered, entry, step, views, orders, _to_offer(loaded, orders))
    )


def _next_rev(table: Table, moment: Moment) -> Table:
    return replace(table, rev=table.rev + 1, changed_at=moment.now, behind=True)


def _table_after(
    loaded: LoadedTable,
    table: Table,
    step: Step[Any, Any],
    public: Any,
    orders: Orders,
    seat: Seat,
    kind: str,
    moment: Moment,
) -> Table:
    """Return the table with its new state, public step, question and deadlines."""
    rules, mover = loaded.rules, None if kind == "deal" else seat
    to_move, question = rules.to_move(public), rules.question(public)
    told_to_all = any(told.to is None for told in step.told)
    is_public = mover is None or told_to_all or public != loaded.public
    number = table.step + is_public
    new_subject = question.subject != table.subject or mover is None
    new_key = new_subject or question.key != table.question
    acted: dict[str, Any] = {}
    if is_public:
        hurried = table.hurried and bool(table.stand_in)
        acted = {"acted_step": number} | moment.acted(table.players[seat], kind, hurried)
    players = [
        replace(player, **acted) if mover in (player.seat, None) else player
        for player in table.players
    ]
    timed = with_deadlines(
        rules,
        replace(table, step=number),
        players,
        public,
        orders,
        moment,
        new=new_key,
        by_house=kind == "house",
    )
    together = table.all_here
    if mover is None or (is_public and kind == "move"):
        before = mover is not None and all_here(table.players, moment.now)
        together = not before and all_here(players, moment.now)
    return replace(
        table,
        all_here=together,
        phase="playing" if to_move else "over",
        state=codec_of(rules).state.dump(step.state),
        step=number,
        subject=question.subject,
        subject_step=number if new_subject else table.subject_step,
        question=question.key,
        question_step=number if new_key else table.question_step,
        hurried=question.hurried,
        players=timed,
    )


def timed_again(
    loaded: LoadedTable, players: Sequence[Player], moment: Moment
) -> tuple[Player, ...]:
    """Return the players of a table with the deadlines that apply if its question stays."""
    return with_deadlines(
        loaded.rules,
        loaded.table,
        players,
        loaded.public,
        loaded.orders,
        moment,
        new=False,
    )


def with_deadlines(
    rules: AnyRules,
    table: Table,
    players: Sequence[Player],
    public: Any,
    orders: Orders,
    moment: Moment,
    *,
    new: bool,
    by_house: bool = False,
) -> tuple[Player, ...]:
    """Return the players with the deadlines and notice times that apply after a change.

    `new` means that the question differs from the one before. If only the house must move, its
    moves are due like those of the clock, so that a restart forgets none. It takes its time for the
    first of several moves in a row, and `by_house` means that this one is not the first.
    """
    to_move = rules.to_move(public)
    players = [_returned(player, moment.now) for player in players]
    timed = due_after(
        players,
        to_move,
        rules.question(public),
        new=new,
        pace=PACES[table.pace],
        now=moment.now,
        notices={player.seat: moment.notice_at(table, player) for player in players},
        hours=asleep_at(players, moment.people, PACES[table.pace]),
        stand_in=table.stand_in,
    )
    house = house_seats(rules, table, players, to_move)
    ahead = answering(rules, public, to_move, orders) | house
    thinks = thinking_time(table, players, moment.now, moment.house_thinks)
    at = moment.now + (thinks if new and not by_house else 0.0)

    def timed_ahead(before: Player, player: Player) -> Player:
        if player.seat in house and house == to_move:
            due = at if new or before.due is None else min(before.due, at)
            return replace(player, due=due, notice_at=None)
        if table.practice and player.person is not None and player.due is not None:
            return replace(player, due=moment.now + PRACTICE_KEPT, notice_at=None)
        if player.seat in house and player.away_until is not None:  # their time is still running
            back = player.away_until if player.away_until < UNTIL_BACK else None
            return replace(player, notice_at=back)
        if player.seat in house and player.person is None:  # it answers together with the people
            return replace(player, due=None, notice_at=None)
        return replace(player, notice_at=None) if player.seat in ahead else player

    return tuple(map(timed_ahead, players, timed))


def _returned(player: Player, now: float) -> Player:
    """Return a player without their absence if it is over."""
    over = player.away_until is not None and player.away_until <= now
    return replace(player, away_until=None) if over else player


# --- standing orders ------------------------------------------------------------------------------


def only_orders(loaded: LoadedTable, now: float) -> bool:
    """Return whether standing orders or the house answer now for every seat that must move.

    If only the house must move, it may take its time (`thinking_time`).
    """
    to_move, rules, players = loaded.to_move(), loaded.rules, loaded.table.players
    if not to_move:
        return False
    house = house_seats(rules, loaded.table, players, to_move)
    if house == to_move:
        return all((players[seat].due or now) <= now for seat in house)
    return answering(rules, loaded.public, to_move, loaded.orders) | house == to_move


def house_move(loaded: LoadedTable, seat: Seat, moment: Moment) -> Change:
    """Return the change caused by the move that the house chooses for a seat."""
    rules, table = loaded.rules, loaded.table
    assert rules.player is not None
    luck = house_stream(table, seat, table.moves + 1)
    move = rules.player.choose(loaded.view(seat), luck)
    return make_move(loaded, table.players[seat], move, "house", None, moment)


class OrderFailed(Exception):
    """A standing order or the house produced no legal move, which is a bug."""


def obey(loaded: LoadedTable, seat: Seat, moment: Moment) -> Change:
    """Return the change caused by a seat's standing orders, or else by the house.

    Raises OrderFailed if they fail.
    """
    rules = loaded.rules
    try:
        if not answering(rules, loaded.public, frozenset({seat}), loaded.orders):
            return house_move(loaded, seat, moment)
        assert rules.orders is not None
        move = rules.orders.obey(loaded.view(seat), loaded.orders[seat])
        return make_move(loaded, loaded.table.players[seat], move, "order", None, moment)
    except Exception as fault:
        raise OrderFailed(f"seat {seat} of table {loaded.table.id}") from fault


def order_moves(before: LoadedTable, now: LoadedTable, moment: Moment) -> Iterator[Change]:
    """Yield moves of standing orders as long as every seat that must move has one that answers.

    The seat with the lowest number moves first. Stop when the question of `before` is answered,
    because the next question gets its own transaction.
    """
    asked = before.table.question_step
    while now.table.question_step == asked and only_orders(now, moment.now):
        change = try_obey(now, min(now.to_move()), moment)
        if change is None:
            return
        yield change
        now = change.after


def try_obey(loaded: LoadedTable, seat: Seat, moment: Moment) -> Change | None:
    """Return the change caused by a seat's standing orders, or None if they fail."""
    try:
        return obey(loaded, seat, moment)
    except OrderFailed:  # this bug must not make another player's move fail
        log.exception("A standing order failed")
        return None


def _remaining(
    rules: AnyRules, step: Step[Any, Any], orders: Orders, views: dict[Seat | None, Any]
) -> Orders:
    """Return the orders that remain after a step. Add each view that is built here to `views`."""
    if rules.orders is None or not orders:
        return orders
    if not rules.to_move(views[None]):
        return NO_ORDERS  # the game is over
    remaining: dict[Seat, tuple[Any, ...]] = {}
    for seat, given in orders.items():
        views[seat] = rules.view(step.state, seat)
        left = tuple(rules.orders.remaining(views[seat], given))
        if left:
            remaining[seat] = left
    return remaining


def _to_offer(loaded: LoadedTable, left: Orders) -> Orders:
    """Return the orders to offer in the next game: older offers, and lasting orders that ended."""
    ahead = loaded.rules.orders
    if ahead is None or left is loaded.orders:
        return loaded.offered
    offers = dict(loaded.offered)
    for seat, given in loaded.orders.items():
        kinds_left = {order.kind for order in left.get(seat, ())}
        ended = [
            order for order in given if order.kind not in kinds_left and ahead.is_lasting(order)
        ]
        if ended:
            kinds = kinds_left | {order.kind for order in ended}
            older = [order for order in offers.get(seat, ()) if order.kind not in kinds]
            offers[seat] = (*older, *ended)
    return offers
