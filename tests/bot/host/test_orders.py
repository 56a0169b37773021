"""What is said ahead: when it is laid down, in whose transaction, and who learns of it."""

from pathlib import Path

import pytest

from bot.host.transcript import written
from db.codec import codec_of
from db.standing_orders import StoredOrder
from games.rules import IllegalMove, Refusal
from tests.bot.house import ANN, BEN, CAT, House, house_on, refused
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide, Move
from tests.small.game.orders import GuessAhead, HideLast, Order, SmallOrders


@pytest.fixture
def house(idle_house: House) -> House:
    """Nothing is drawn here."""
    return idle_house


def guess(*totals: int) -> GuessAhead:
    return GuessAhead(totals=totals)


async def kinds(house: House, table: int) -> list[str]:
    """List the kinds of what has happened since the deal."""
    return [
        entry.kind for entry in (await house.log(table)) if entry.kind in ("move", "clock", "order")
    ]


# --- when it is laid down -------------------------------------------------------------------------


async def test_what_is_said_ahead_answers_at_once_when_it_is_asked(house: House):
    table = await house.dealt(ANN, BEN)
    await house.say_ahead(table, ANN, guess(3))
    await house.hide(table, ANN, BEN)
    seen = await house.seen(table)
    assert seen.public.seen.guesses == (3,)
    assert seen.to_move == {1}, "the table waits for Ben, not for Ann's answer"


async def test_each_question_that_meets_orders_alone_is_a_transaction_of_its_own(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    for person, total in ((ANN, 3), (BEN, 4), (CAT, 5)):
        await house.say_ahead(table, person, guess(total))
    await house.hide(table, ANN, BEN)
    with house.counting() as counted:
        await house.hide(table, CAT)
    assert counted.transactions == 4, "Cat's move, and each of the three guesses"
    assert await kinds(house, table) == ["move"] * 3 + ["order"] * 3
    assert (await house.stored(table)).phase == "over"


async def test_of_a_question_to_several_the_last_answer_carries_what_was_said_ahead(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.say_ahead(table, BEN, HideLast(coins=2))
    await house.hide(table, ANN)
    assert (await house.seen(table)).to_move == {1, 2}, "Ben stays awaited: Cat is to answer"
    with house.counting() as counted:
        await house.hide(table, CAT)
    assert counted.transactions == 1, "Cat's answer and Ben's are committed together"
    assert (await house.seen(table, BEN)).view.own == 2
    assert [entry.rev for entry in await house.log(table)] == list(range(1, 9))


async def test_an_order_answers_at_once_if_the_table_waits_for_nothing_else(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    await house.say_ahead(table, BEN, HideLast(coins=0))
    assert (await house.seen(table)).to_move == {0}


async def test_a_move_by_hand_goes_before_what_was_said_ahead(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.say_ahead(table, BEN, HideLast(coins=2))
    await house.hide(table, BEN, coins=1)
    await house.hide(table, ANN, CAT)
    seen = await house.seen(table, BEN)
    assert (seen.view.own, seen.orders) == (1, ())


async def test_at_a_deadline_what_was_said_ahead_goes_before_the_default_move(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.hide(table, ANN, BEN)
    await house.say_ahead(table, BEN, guess(4))
    loaded = await house.store.loaded(table)
    due = loaded.table.players[2].due
    assert due is not None
    house.clock.set(due)
    assert await house.host.play_absent(table, 2)  # Cat hides nothing, and Ann is to guess
    house.clock.advance(10_000)
    assert await house.host.play_absent(table, 0)
    assert (await house.seen(table)).public.seen.guesses == (0, 4)
    assert await kinds(house, table) == ["move", "move", "clock", "clock", "order"]


async def test_the_order_counts_as_it_stands_at_that_moment(house: House):
    table = await house.dealt(ANN, BEN)
    await house.say_ahead(table, ANN, guess(3))
    await house.say_ahead(table, ANN, guess(5, 4))
    await house.hide(table, ANN, BEN)
    assert (await house.seen(table)).public.seen.guesses == (5,)


class Joining(SmallOrders):
    """Guesses are put behind those that were said before; to hide nothing ends what was said."""

    def joined(self, order: Order, before: Order | None) -> Order | None:
        if isinstance(order, GuessAhead) and isinstance(before, GuessAhead):
            return guess(*dict.fromkeys((*before.totals, *order.totals)))
        return None if order == HideLast(coins=0) else order


async def test_a_game_says_how_what_is_said_later_joins_what_stands(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await house.dealt(ANN, BEN)
    monkeypatch.setattr(SmallRules, "orders", Joining())
    await house.say_ahead(table, ANN, guess(3))
    await house.say_ahead(table, ANN, guess(5, 3))
    await house.say_ahead(table, BEN, HideLast(coins=1))
    await house.say_ahead(table, BEN, HideLast(coins=0))
    house.store.cache.drop(table)
    assert (await house.seen(table, ANN)).orders == (guess(3, 5),)
    assert (await house.seen(table, BEN)).orders == (), "nothing of that kind is said any more"


async def test_what_is_taken_back_is_asked(house: House):
    table = await house.dealt(ANN, BEN)
    await house.say_ahead(table, ANN, guess(3))
    await house.host.unsay(table, ANN, "guess_ahead")
    await house.hide(table, ANN, BEN)
    seen = await house.seen(table, ANN)
    assert (seen.to_move, seen.orders) == ({0}, ())


async def test_what_answers_no_longer_is_asked(house: House):
    table = await house.dealt(ANN, BEN)
    await house.say_ahead(table, BEN, guess(3))
    await house.hide(table, ANN, BEN)
    await house.play(table, ANN, Guess(total=3))
    assert (await house.seen(table)).to_move == {1}, "3 has been said: Ben says what else"


async def test_an_order_that_is_no_answer_after_all_leaves_the_seat_to_answer(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    table = await house.dealt(ANN, BEN)
    orders = house.store.rules("small").orders

    def wrong(view: object, some: object) -> Move:
        return Hide(coins=99)

    monkeypatch.setattr(orders, "obey", wrong)
    await house.say_ahead(table, ANN, guess(3))
    await house.hide(table, ANN, BEN)
    assert (await house.seen(table)).to_move == {0}
    assert "asks seat 0" in caplog.text
    assert (await house.seen(table, ANN)).orders == (), "it would go wrong again and again"
    ann = (await house.stored(table)).players[0]
    assert ann.notice_at == ann.asked_at + house.timing.notice_after, "she learns of it in time"
    await house.play(table, ANN, Guess(total=2))
    assert (await house.seen(table)).public.seen.guesses == (2,)


# --- what can be said -----------------------------------------------------------------------------


async def test_what_is_impossible_is_refused_and_nothing_is_kept(house: House):
    table = await house.dealt(ANN, BEN)
    assert "0 to 6" in await refused(house.say_ahead(table, ANN, guess(7)), IllegalMove)
    assert "do not sit" in await refused(house.say_ahead(table, CAT, guess(1)), Refusal)
    assert (await house.seen(table, ANN)).orders == ()
    opened = await house.open(ANN, BEN)
    assert "not been dealt" in await refused(house.say_ahead(opened, ANN, guess(1)), Refusal)


async def test_orders_end_with_the_game(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    await house.play(table, ANN, Guess(total=1))
    await house.say_ahead(table, BEN, guess(1))  # Ann has said it: it never answers
    await house.host.end(table, ANN, house.receipt(), moderator=False)
    assert await house.database.read("SELECT * FROM orders WHERE stands") == []


# --- who learns of it -----------------------------------------------------------------------------


async def test_saying_something_ahead_changes_nothing_that_others_could_count(house: House):
    table = await house.dealt(ANN, BEN)
    before, public = await house.stored(table), await house.seen(table, BEN)
    await house.say_ahead(table, ANN, guess(3))
    assert await house.stored(table) == before
    assert await house.seen(table, BEN) == public
    assert (await house.seen(table, ANN)).orders == (guess(3),)
    assert (await house.seen(table)).orders == ()


async def test_only_its_owner_reads_that_a_move_was_said_ahead_until_the_end(house: House):
    table = await house.dealt(ANN, BEN)
    await house.say_ahead(table, ANN, guess(3))
    await house.hide(table, ANN, BEN)
    said = {
        person: [
            news.ordered
            for news in (await house.seen(table, person)).news
            if news.event.kind == "guessed"
        ]
        for person in (ANN, BEN, None)
    }
    assert said == {ANN: [True], BEN: [False], None: [False]}
    await house.play(table, BEN, Guess(total=5))
    story = await house.queries.story(table, BEN)
    assert [news.ordered for news in story.news if news.event.kind == "guessed"] == [True, False]


async def test_a_move_that_was_said_ahead_makes_nobody_present(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    before = (await house.stored(table)).players[0].acted_at
    await house.say_ahead(table, ANN, guess(3))
    house.clock.advance(1000)
    await house.hide(table, BEN)
    assert (await house.stored(table)).players[0].acted_at == before


async def test_who_has_said_an_answer_ahead_is_not_written_to(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.say_ahead(table, BEN, HideLast(coins=2))
    await house.hide(table, ANN)
    await house.host.unsay(table, BEN, "hide_last")
    await house.say_ahead(table, CAT, guess(1))
    waiting = {player.name: player.notice_at for player in (await house.stored(table)).players}
    assert waiting["Ben"] is not None, "it was taken back"
    assert waiting["Cat"] is not None, "that is no answer to this question"


# --- the file -------------------------------------------------------------------------------------


async def test_orders_are_in_the_file_and_go_on_after_a_restart(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN)
        await house.say_ahead(table, ANN, guess(3))
        await house.crash()
        assert (await house.seen(table, ANN)).orders == (guess(3),)
        await house.hide(table, ANN, BEN)
        assert (await house.seen(table)).to_move == {1}


async def test_a_start_goes_on_where_a_crash_came_between_two_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN)
        await house.say_ahead(table, ANN, guess(3))
        await house.hide(table, ANN)

        async def died(after: object) -> object:
            return after

        monkeypatch.setattr(house.host, "_run_orders", died)
        await house.hide(table, BEN)
        assert (await house.seen(table)).to_move == {0}
        await house.crash()
        await house.host.go_on()
        assert (await house.seen(table)).to_move == {1}
        assert await kinds(house, table) == ["move", "move", "order"]


async def test_orders_that_can_no_longer_be_read_are_as_if_never_said(house: House):
    table = await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await tx.run("INSERT INTO orders VALUES (?, 0, 'old', '{\"kind\":\"old\"}', 1)", (table,))
    house.store.cache.drop(table)
    assert (await house.seen(table, ANN)).orders == ()


async def test_a_move_that_was_said_ahead_stands_in_the_transcript(house: House):
    table = await house.dealt(ANN, BEN)
    await house.say_ahead(table, ANN, guess(3))
    await house.hide(table, ANN, BEN)
    made = written(await house.stored(table), await house.log(table))
    assert [step["seat"] for step in made["steps"]] == [None, 0, 1, 0]


# --- and once more in the next game ---------------------------------------------------------------


async def offered(house: House, table: int, person: int) -> tuple[Order, ...]:
    """Say what a person is offered to say once more."""
    return (await house.seen(table, person)).again


async def another_after(house: House, *said: Order) -> int:
    """Play a game in which Ann says things ahead, and deal the next one."""
    table = await house.dealt(ANN, BEN)
    for order in said:
        await house.say_ahead(table, ANN, order)
    await house.hide(table, ANN, BEN)
    await house.play(table, BEN, Guess(total=4))
    assert (await house.stored(table)).phase == "over"
    return await house.dealt(BEN, ANN)


async def test_what_was_said_in_a_game_before_is_offered_and_does_nothing(house: House):
    table = await another_after(house, guess(5, 3))
    assert await offered(house, table, ANN) == (guess(5, 3),)
    assert await offered(house, table, BEN) == () == await offered(house, table, CAT)
    assert (await house.seen(table, ANN)).orders == ()
    await house.hide(table, ANN, BEN)
    await house.play(table, BEN, Guess(total=2))
    assert (await house.seen(table)).to_move == {1}, "it waits for Ann"


async def test_what_was_done_or_taken_back_or_is_of_one_game_alone(house: House):
    table = await house.dealt(ANN, BEN)
    await house.say_ahead(table, ANN, HideLast(coins=1))
    await house.say_ahead(table, ANN, guess(4))
    await house.host.unsay(table, ANN, "guess_ahead")
    await house.say_ahead(table, BEN, guess(5))
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, BEN, Hide(coins=2))
    await house.play(table, ANN, Guess(total=3))
    assert (await house.stored(table)).phase == "over"
    table = await house.dealt(ANN, BEN)
    assert await offered(house, table, ANN) == ()
    assert await offered(house, table, BEN) == (guess(5),), "it was obeyed, and may be again"


async def test_it_is_said_again_by_one_press_and_stands_from_then_on(house: House):
    table = await another_after(house, guess(5, 3))
    await house.host.say_again(table, ANN)
    assert (await house.seen(table, ANN)).orders == (guess(5, 3),)
    assert await offered(house, table, ANN) == ()
    assert "say again" in await refused(house.host.say_again(table, ANN))
    await house.crash()
    assert (await house.seen(table, ANN)).orders == (guess(5, 3),)


async def test_what_is_said_anew_or_not_wanted_is_offered_no_more(house: House):
    table = await another_after(house, guess(5))
    await house.crash()
    assert await offered(house, table, ANN) == (guess(5),)
    await house.say_ahead(table, ANN, guess(1))
    assert await offered(house, table, ANN) == ()
    await house.host.unsay(table, ANN, "guess_ahead")
    assert await offered(house, table, ANN) == ()
    other = await house.dealt(BEN, ANN)
    assert await offered(house, other, ANN) == (guess(5),)
    await house.host.not_again(other, ANN)
    await house.crash()
    assert await offered(house, other, ANN) == ()
    assert (await house.seen(other, ANN)).orders == ()


async def test_a_table_that_is_closed_remembers_as_well(house: House):
    table = await house.dealt(ANN, BEN)
    await house.say_ahead(table, ANN, guess(5))
    await house.host.end(table, ANN, house.receipt(), moderator=False)
    assert await offered(house, table, ANN) == (), "nothing can be said there any more"
    await refused(house.host.say_again(table, ANN))
    assert await offered(house, await house.dealt(ANN, BEN), ANN) == (guess(5),)


async def test_what_was_not_used_is_offered_in_the_game_after(house: House):
    table = await another_after(house, guess(5))
    await house.host.end(table, BEN, house.receipt(), moderator=False)
    assert await offered(house, await house.dealt(ANN, BEN), ANN) == (guess(5),)


def test_orders_survive_json():
    codec = codec_of(SmallRules()).order
    assert codec is not None
    for order in (guess(3, 1), HideLast(coins=2)):
        assert codec.load(codec.dump(order)) == order
    assert StoredOrder(0, "guess_ahead", codec.dump(guess(1)), True).said.startswith('{"kind":')
