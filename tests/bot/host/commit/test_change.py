from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.host.commit.change import (
    RETURNED,
    Moment,
    OrderFailed,
    answering,
    luck_of_next,
    make_move,
    obey,
    only_orders,
    order_moves,
    table_change,
    try_obey,
    why_not,
)
from bot.host.proof.luck import stream
from bot.host.reading.loaded_table import NEWS_SHOWN, LoadedTable
from bot.host.reading.table_view import TableView
from bot.host.time.deadlines import PRESENT_WITHIN
from db.people.people import Person
from db.tables.tables import Player
from games.chance import Chance
from games.rules import IllegalMove, Step
from tests.bot.house import ANN, BEN, CAT, DAN, House
from tests.bot.show.test_orders_twins import AskedTogether
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide, Hurry, Move, Ponder
from tests.small.game.orders import GuessAhead, HideLast
from tests.small.game.state import Options, State

NOW, NOTICE, HERE = 1000.0, 30.0, 180.0
SOON, LATER = NOW + NOTICE, NOW + HERE


def at(now: float, people: Mapping[int, Person] | None = None) -> Moment:
    return Moment(now, NOTICE, HERE, people or {})


@pytest.mark.parametrize(
    ("person", "said", "known", "notice_at"),
    [
        (ANN, {}, {}, SOON),
        (ANN, {}, {BEN: Person(notices="none")}, SOON),
        (ANN, {}, {ANN: Person(notices="none")}, None),
        (ANN, {"acted_at": NOW}, {}, LATER),
        (ANN, {"gone": True}, {}, None),
        (None, {}, {}, None),
    ],
    ids=["unknown", "another's word", "wants none", "is here", "left the server", "the house"],
)
async def test_notice_time_follows_the_players_settings(
    house: House, person: int | None, said: dict[str, Any], known: dict[int, Person], notice_at: Any
):
    table = (await house.store.loaded(await house.open(ANN, BEN))).table
    asked = at(NOW, known).notice_at(table, Player(0, person, "Ann", **said))
    assert asked == notice_at


ANNS = Player(0, ANN, "Ann", unanswered=2, asked_at=NOW - 10, answers_in=6.0)


@pytest.mark.parametrize(
    ("kind", "known", "acted"),
    [
        (
            "move",
            Person(),
            {**RETURNED, "acted_at": NOW, "answers_in": 8.0},
        ),
        ("move", Person(here=False), dict(RETURNED)),
        ("clock", Person(), {"unanswered": 3}),
        ("order", Person(), {}),
    ],
)
def test_only_a_move_by_hand_records_presence(kind: str, known: Person, acted: dict[str, Any]):
    assert at(NOW, {ANN: known}).acted(ANNS, kind) == acted


async def test_all_here_marks_only_the_move_that_completes_presence(house: House):
    table = await house.dealt(ANN, BEN)
    house.clock.advance(PRESENT_WITHIN + 1)
    marked: list[bool] = []
    for person, move in (
        (ANN, Hide(coins=1)),  # Ben is away
        (BEN, Hide(coins=1)),
        (ANN, Ponder()),  # nobody sees that: what was marked stays so
        (ANN, Guess(total=1)),  # they are still here
    ):
        marked.append((await house.play(table, person, move)).table.all_here)
    assert marked == [False, True, True, False]


async def test_a_move_makes_a_new_table_and_never_changes_the_old_one(house: House):
    loaded = await house.store.loaded(await house.dealt(ANN, BEN))
    table, state, history = loaded.table, loaded.state, loaded.history
    with house.counting() as asked:
        made = make_move(loaded, table.players[0], Hide(coins=2), "move", 77, at(table.opened_at))
    assert (asked.transactions, asked.reads) == (0, 0)
    entry, after = made.entry, made.after.table
    assert (entry.rev, entry.kind, entry.seat, entry.person) == (table.rev + 1, "move", 0, ANN)
    assert (entry.receipt, entry.at, entry.move) == (
        77,
        table.opened_at,
        '{"kind":"hide","coins":2}',
    )
    assert (after.rev, after.step, after.moves) == (entry.rev, entry.step, table.moves + 1)
    assert after.behind, "what is shown of it is older now"
    assert (loaded.table, loaded.state, loaded.history) == (table, state, history)


async def test_an_illegal_move_makes_no_change(house: House):
    loaded = await house.store.loaded(await house.dealt(ANN, BEN))
    with pytest.raises(IllegalMove):
        make_move(loaded, loaded.table.players[0], Hide(coins=9), "move", 77, at(NOW))


async def test_why_not_returns_the_rules_refusal_and_changes_nothing(house: House):
    table = await house.dealt(ANN, BEN)
    loaded = await house.store.loaded(table)
    assert why_not(loaded, 0, Hide(coins=9)) == "Hide 0 to 3 coins."
    assert why_not(loaded, 0, HideLast(coins=9)) == "Hide 0 to 3 coins.", "nor said ahead"
    assert why_not(loaded, 0, Hide(coins=1)) == ""
    assert why_not(loaded, 0, HideLast(coins=1)) == ""
    assert await house.store.loaded(table) is loaded


async def test_a_table_change_keeps_the_state_of_the_game(house: House):
    loaded = await with_orders(house)
    table = replace(loaded.table, opener=BEN)
    made = table_change(loaded, table, "opener", 1, BEN, None, at(NOW))
    assert (made.entry.rev, made.entry.step) == (table.rev + 1, table.step)
    assert (made.entry.move, made.entry.told) == (None, "[]")
    assert (made.after.state, made.after.orders) == (loaded.state, loaded.orders)
    assert made.after.table == replace(table, rev=table.rev + 1, changed_at=NOW, behind=True)


async def test_closing_a_table_ends_standing_orders_and_offers_lasting_ones(house: House):
    loaded = await with_orders(house)
    closed = replace(loaded.table, phase="ended")
    after = table_change(loaded, closed, "end", None, ANN, None, at(NOW)).after
    assert after.orders == {}
    assert after.offered == {0: (GuessAhead(totals=(3,)),)}, "what Ben hides is another each time"


async def with_orders(house: House) -> LoadedTable:
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, GuessAhead(totals=(3,)))
    return await house.give_order(table, BEN, HideLast(coins=2))


async def test_luck_of_a_move_depends_on_its_number_or_once_on_its_rev(house: House):
    table = (await house.store.loaded(await house.dealt(ANN, BEN))).table
    secret, moved = table.secret, replace(table, moves=4, rev=20)
    assert same_luck(luck_of_next(moved), stream(table, 5, 0))
    older = replace(moved, mixed=None, sealed_by=901)
    assert same_luck(luck_of_next(older), Chance.of(secret, 901, 21))
    with pytest.raises(AssertionError, match="never dealt"):
        luck_of_next(replace(older, sealed_by=None))


def same_luck(one: Chance, other: Chance) -> bool:
    return [one.below(10**6) for _ in range(4)] == [other.below(10**6) for _ in range(4)]


async def test_only_a_public_move_counts_as_a_step(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    steps: list[tuple[int, int]] = []
    for person, move in (
        (BEN, Hide(coins=1)),  # everybody sees the fist close
        (BEN, Hide(coins=2)),  # and nobody that there is something else in it now
        (ANN, Hide(coins=2)),
        (CAT, Hide(coins=2)),
        (ANN, Ponder()),
        (ANN, Guess(total=1)),
    ):
        before = await house.stored(table)
        after = (await house.play(table, person, move)).table
        steps.append((after.rev - before.rev, after.step - before.step))
    assert steps == [(1, 1), (1, 0), (1, 1), (1, 1), (1, 0), (1, 1)]


async def test_a_secret_move_changes_nothing_that_others_see(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    other = await house.open(BEN, CAT)
    await house.hide(table, ANN, BEN, CAT)
    await house.host.seats.join(other, DAN, "Dan", house.receipt())
    house.clock.advance(7)
    readers = (None, BEN)
    before = [shown(await house.seen(table, person)) for person in readers]
    listed = await house.queries.of_person(BEN), await house.queries.in_channel(2)
    for _ in range(NEWS_SHOWN + 1):
        house.clock.advance(7)
        await house.play(table, ANN, Ponder())
    assert [shown(await house.seen(table, person)) for person in readers] == before
    assert (await house.queries.of_person(BEN), await house.queries.in_channel(2)) == listed


def shown(seen: TableView) -> dict[str, Any]:
    found = {key: value for key, value in vars(seen).items() if key not in ("rev", "legal")}
    found["names"] = list(seen.names)
    found["news"] = [(news.step, news.event, news.absent) for news in seen.news]
    return found


async def test_a_secret_move_makes_no_press_stale(house: House):
    table = await house.dealt(ANN, BEN)
    drawn = (await house.seen(table)).step
    await house.play(table, ANN, Hide(coins=1), drawn_at=drawn)
    own = (await house.seen(table)).step
    await house.play(table, ANN, Hide(coins=2), drawn_at=own)
    await house.play(table, ANN, Hide(coins=3), drawn_at=own)
    await house.play(table, BEN, Hide(coins=1), drawn_at=drawn)


def test_the_small_game_has_secret_moves():
    rules = SmallRules()
    state = rules.start(2, Options(), Chance.tape([0])).state
    for seat, move in ((0, Hide(coins=1)), (1, Hide(coins=1))):
        state = rules.play(state, seat, move, Chance.tape()).state
    step: Step[State, Any] = rules.play(state, 0, Ponder(), Chance.tape())
    assert step.state == state
    assert [told.to for told in step.told] == [frozenset({0})]
    legal: list[Move] = list(rules.legal_moves(rules.view(state, 1)))
    assert legal == [Hurry()]


async def asked_together(house: House) -> LoadedTable:
    house.played_by(AskedTogether())
    table = await house.dealt(ANN, BEN, CAT)
    await house.give_order(table, CAT, HideLast(coins=3))
    await house.give_order(table, BEN, HideLast(coins=2))
    return await house.give_order(table, ANN, GuessAhead(totals=(6,)))


async def test_standing_orders_that_answer_are_known_from_the_public_view(house: House):
    loaded = await asked_together(house)
    to_move, rules = loaded.to_move(), loaded.rules
    assert answering(rules, loaded.public, to_move, loaded.orders) == {1, 2}
    assert answering(rules, loaded.public, frozenset({0, 2}), loaded.orders) == {2}
    assert answering(rules, loaded.public, to_move, {}) == frozenset()
    assert not only_orders(loaded, 0), "Ann is still to hide something"


async def test_without_standing_orders_nobody_answers(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    loaded = await asked_together(house)
    monkeypatch.setattr(AskedTogether, "orders", None)
    assert answering(loaded.rules, loaded.public, loaded.to_move(), loaded.orders) == frozenset()
    assert not only_orders(loaded, 0)


async def test_a_finished_game_runs_no_standing_orders(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    assert not only_orders(await house.store.loaded(table), 0)


async def test_standing_orders_run_in_seat_order_for_one_question_only(house: House):
    loaded = await asked_together(house)
    moment = at(house.clock.now())
    first = make_move(loaded, loaded.table.players[0], Hide(coins=1), "move", 77, moment)
    made = list(order_moves(loaded, first.after, moment))
    assert [(change.entry.kind, change.entry.seat, change.entry.receipt) for change in made] == [
        ("order", 1, None),
        ("order", 2, None),
    ]
    revs = [change.entry.rev for change in (first, *made)]
    assert revs == [loaded.table.rev + 1 + number for number in range(3)]
    last = made[-1].after
    assert last.state.hidden == (1, 2, 3)
    assert last.orders == {0: (GuessAhead(totals=(6,)),)}, "what is done stands no longer"
    assert only_orders(last, 0), "the guess is another transaction's"


async def test_standing_orders_wait_while_another_seat_must_answer(house: House):
    loaded = await asked_together(house)
    assert list(order_moves(loaded, loaded, at(NOW))) == []


async def test_a_seat_with_a_standing_order_gets_a_deadline_but_no_notice(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    loaded = await house.give_order(table, ANN, GuessAhead(totals=(3,)))
    moment = at(house.clock.now())
    ben = loaded.table.players[1]
    ann = make_move(loaded, ben, Hide(coins=2), "move", 77, moment).after.table.players[0]
    assert ann.due is not None
    assert ann.notice_at is None
    silent = replace(loaded, orders={}, offered={})
    ann = make_move(silent, ben, Hide(coins=2), "move", 77, moment).after.table.players[0]
    assert ann.notice_at is not None


async def test_a_broken_standing_order_fails_no_other_move(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    loaded = await asked_together(house)

    def wrong(view: object, some: object) -> Move:
        return Hide(coins=99)

    monkeypatch.setattr(loaded.rules.orders, "obey", wrong)
    moment = at(house.clock.now())
    with pytest.raises(OrderFailed, match=f"seat 1 of table {loaded.table.id}"):
        obey(loaded, 1, moment)
    assert try_obey(loaded, 1, moment) is None
    assert "A standing order failed" in caplog.text
    first = make_move(loaded, loaded.table.players[0], Hide(coins=1), "move", 77, moment)
    assert list(order_moves(loaded, first.after, moment)) == [], "Ann's own move stands"
