from pathlib import Path

import pytest

from bot.host.proof.transcript import written
from db.base.codec import codec_of
from db.tables.standing_orders import StoredOrder
from games.rules import IllegalMove, Refusal
from tests.bot.house import ANN, BEN, CAT, House, house_on, refused
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide, Move
from tests.small.game.orders import GuessAhead, HideLast, Order, SmallOrders


def guess(*totals: int) -> GuessAhead:
    return GuessAhead(totals=totals)


async def kinds(house: House, table: int) -> list[str]:
    return [
        entry.kind for entry in (await house.log(table)) if entry.kind in ("move", "clock", "order")
    ]


async def test_a_standing_order_answers_at_once(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, guess(3))
    await house.hide(table, ANN, BEN)
    seen = await house.seen(table)
    assert seen.public.seen.guesses == (3,)
    assert seen.to_move == {1}, "the table waits for Ben, not for Ann's answer"


async def test_each_question_answered_by_standing_orders_is_a_transaction(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    for person, total in ((ANN, 3), (BEN, 4), (CAT, 5)):
        await house.give_order(table, person, guess(total))
    await house.hide(table, ANN, BEN)
    with house.counting() as counted:
        await house.hide(table, CAT)
    assert counted.transactions == 4, "Cat's move, and each of the three guesses"
    assert await kinds(house, table) == ["move"] * 3 + ["order"] * 3
    assert (await house.stored(table)).phase == "over"


async def test_standing_orders_are_committed_with_the_last_answer(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.give_order(table, BEN, HideLast(coins=2))
    await house.hide(table, ANN)
    assert (await house.seen(table)).to_move == {1, 2}, "Ben stays awaited: Cat is to answer"
    with house.counting() as counted:
        await house.hide(table, CAT)
    assert counted.transactions == 1, "Cat's answer and Ben's are committed together"
    assert (await house.seen(table, BEN)).view.own == 2
    assert [entry.rev for entry in await house.log(table)] == list(range(1, 9))


async def test_a_standing_order_answers_an_open_question_at_once(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    await house.give_order(table, BEN, HideLast(coins=0))
    assert (await house.seen(table)).to_move == {0}


async def test_a_move_by_hand_goes_before_a_standing_order(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.give_order(table, BEN, HideLast(coins=2))
    await house.hide(table, BEN, coins=1)
    await house.hide(table, ANN, CAT)
    seen = await house.seen(table, BEN)
    assert (seen.view.own, seen.orders) == (1, ())


async def test_a_standing_order_goes_before_the_default_move_at_a_deadline(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.hide(table, ANN, BEN)
    await house.give_order(table, BEN, guess(4))
    loaded = await house.store.loaded(table)
    due = loaded.table.players[2].due
    assert due is not None
    house.clock.set(due)
    assert await house.host.moves.play_absent(table, 2)  # Cat hides nothing, and Ann is to guess
    house.clock.advance(10_000)
    assert await house.host.moves.play_absent(table, 0)
    assert (await house.seen(table)).public.seen.guesses == (0, 4)
    assert await kinds(house, table) == ["move", "move", "clock", "clock", "order"]


async def test_the_newest_standing_order_counts(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, guess(3))
    await house.give_order(table, ANN, guess(5, 4))
    await house.hide(table, ANN, BEN)
    assert (await house.seen(table)).public.seen.guesses == (5,)


class Joining(SmallOrders):
    def merged(self, order: Order, before: Order | None) -> Order | None:
        if isinstance(order, GuessAhead) and isinstance(before, GuessAhead):
            return guess(*dict.fromkeys((*before.totals, *order.totals)))
        return None if order == HideLast(coins=0) else order


async def test_a_game_combines_standing_orders(house: House, monkeypatch: pytest.MonkeyPatch):
    table = await house.dealt(ANN, BEN)
    monkeypatch.setattr(SmallRules, "orders", Joining())
    await house.give_order(table, ANN, guess(3))
    await house.give_order(table, ANN, guess(5, 3))
    await house.give_order(table, BEN, HideLast(coins=1))
    await house.give_order(table, BEN, HideLast(coins=0))
    house.store.cache.drop(table)
    assert (await house.seen(table, ANN)).orders == (guess(3, 5),)
    assert (await house.seen(table, BEN)).orders == (), "nothing of that kind is said any more"


async def test_a_cancelled_standing_order_does_not_answer(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, guess(3))
    await house.host.orders.cancel(table, ANN, "guess_ahead")
    await house.hide(table, ANN, BEN)
    seen = await house.seen(table, ANN)
    assert (seen.to_move, seen.orders) == ({0}, ())


async def test_an_outdated_standing_order_does_not_answer(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, BEN, guess(3))
    await house.hide(table, ANN, BEN)
    await house.play(table, ANN, Guess(total=3))
    assert (await house.seen(table)).to_move == {1}, "3 has been said: Ben says what else"


async def test_a_broken_standing_order_leaves_the_seat_to_answer(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    table = await house.dealt(ANN, BEN)
    orders = house.store.rules("small").orders

    def wrong(view: object, some: object) -> Move:
        return Hide(coins=99)

    monkeypatch.setattr(orders, "obey", wrong)
    await house.give_order(table, ANN, guess(3))
    await house.hide(table, ANN, BEN)
    assert (await house.seen(table)).to_move == {0}
    assert "a standing order of seat 0 failed" in caplog.text
    assert (await house.seen(table, ANN)).orders == (), "it would go wrong again and again"
    ann = (await house.stored(table)).players[0]
    assert ann.notice_at == (ann.asked_at or 0) + house.timing.notice_after, "she learns in time"
    await house.play(table, ANN, Guess(total=2))
    assert (await house.seen(table)).public.seen.guesses == (2,)


async def test_an_impossible_standing_order_is_refused(house: House):
    table = await house.dealt(ANN, BEN)
    assert "0 to 6" in await refused(house.give_order(table, ANN, guess(7)), IllegalMove)
    assert "aren't at table" in await refused(house.give_order(table, CAT, guess(1)), Refusal)
    assert (await house.seen(table, ANN)).orders == ()
    opened = await house.open(ANN, BEN)
    assert "hasn't been dealt" in await refused(house.give_order(opened, ANN, guess(1)), Refusal)


async def test_standing_orders_end_with_the_game(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    await house.play(table, ANN, Guess(total=1))
    await house.give_order(table, BEN, guess(1))  # Ann has said it: it never answers
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    assert await house.database.read("SELECT * FROM orders WHERE stands=1") == []


async def test_giving_a_standing_order_changes_nothing_public(house: House):
    table = await house.dealt(ANN, BEN)
    before, public = await house.stored(table), await house.seen(table, BEN)
    await house.give_order(table, ANN, guess(3))
    assert await house.stored(table) == before
    assert await house.seen(table, BEN) == public
    assert (await house.seen(table, ANN)).orders == (guess(3),)
    assert (await house.seen(table)).orders == ()


async def test_only_its_owner_sees_that_a_standing_order_moved(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, guess(3))
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


async def test_a_standing_order_records_no_presence(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    before = (await house.stored(table)).players[0].acted_at
    await house.give_order(table, ANN, guess(3))
    house.clock.advance(1000)
    await house.hide(table, BEN)
    assert (await house.stored(table)).players[0].acted_at == before


async def test_a_standing_order_cancels_the_notice(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.give_order(table, BEN, HideLast(coins=2))
    await house.hide(table, ANN)
    await house.host.orders.cancel(table, BEN, "hide_last")
    await house.give_order(table, CAT, guess(1))
    waiting = {player.name: player.notice_at for player in (await house.stored(table)).players}
    assert waiting["Ben"] is not None, "it was taken back"
    assert waiting["Cat"] is not None, "that is no answer to this question"


async def test_standing_orders_survive_a_restart(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN)
        await house.give_order(table, ANN, guess(3))
        await house.crash()
        assert (await house.seen(table, ANN)).orders == (guess(3),)
        await house.hide(table, ANN, BEN)
        assert (await house.seen(table)).to_move == {1}


async def test_standing_orders_go_on_after_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN)
        await house.give_order(table, ANN, guess(3))
        await house.hide(table, ANN)

        async def died(after: object) -> object:
            return after

        monkeypatch.setattr(house.host.committer, "run_orders", died)
        await house.hide(table, BEN)
        assert (await house.seen(table)).to_move == {0}
        await house.crash()
        await house.host.orders.resume()
        assert (await house.seen(table)).to_move == {1}
        assert await kinds(house, table) == ["move", "move", "order"]


async def test_unreadable_standing_orders_are_ignored(house: House):
    table = await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await tx.run("INSERT INTO orders VALUES (?, 0, 'old', '{\"kind\":\"old\"}', 1)", (table,))
    house.store.cache.drop(table)
    assert (await house.seen(table, ANN)).orders == ()


async def test_the_transcript_has_the_moves_of_standing_orders(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, guess(3))
    await house.hide(table, ANN, BEN)
    made = written(await house.stored(table), await house.log(table))
    assert [step["seat"] for step in made["steps"]] == [None, 0, 1, 0]


async def offered(house: House, table: int, person: int) -> tuple[Order, ...]:
    return (await house.seen(table, person)).again


async def another_after(house: House, *said: Order) -> int:
    table = await house.dealt(ANN, BEN)
    for order in said:
        await house.give_order(table, ANN, order)
    await house.hide(table, ANN, BEN)
    await house.play(table, BEN, Guess(total=4))
    assert (await house.stored(table)).phase == "over"
    return await house.dealt(BEN, ANN)


async def test_last_games_standing_order_is_offered_but_inactive(house: House):
    table = await another_after(house, guess(5, 3))
    assert await offered(house, table, ANN) == (guess(5, 3),)
    assert await offered(house, table, BEN) == () == await offered(house, table, CAT)
    assert (await house.seen(table, ANN)).orders == ()
    await house.hide(table, ANN, BEN)
    await house.play(table, BEN, Guess(total=2))
    assert (await house.seen(table)).to_move == {1}, "waiting for Ann"


async def test_only_lasting_standing_orders_are_offered_again(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, HideLast(coins=1))
    await house.give_order(table, ANN, guess(4))
    await house.host.orders.cancel(table, ANN, "guess_ahead")
    await house.give_order(table, BEN, guess(5))
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, BEN, Hide(coins=2))
    await house.play(table, ANN, Guess(total=3))
    assert (await house.stored(table)).phase == "over"
    table = await house.dealt(ANN, BEN)
    assert await offered(house, table, ANN) == ()
    assert await offered(house, table, BEN) == (guess(5),), "it was obeyed, and may be again"


async def test_an_offered_standing_order_is_renewed_by_one_press(house: House):
    table = await another_after(house, guess(5, 3))
    await house.host.orders.renew(table, ANN)
    assert (await house.seen(table, ANN)).orders == (guess(5, 3),)
    assert await offered(house, table, ANN) == ()
    assert "use again" in await refused(house.host.orders.renew(table, ANN))
    await house.crash()
    assert (await house.seen(table, ANN)).orders == (guess(5, 3),)


async def test_a_replaced_or_dismissed_standing_order_is_not_offered(house: House):
    table = await another_after(house, guess(5))
    await house.crash()
    assert await offered(house, table, ANN) == (guess(5),)
    await house.give_order(table, ANN, guess(1))
    assert await offered(house, table, ANN) == ()
    await house.host.orders.cancel(table, ANN, "guess_ahead")
    assert await offered(house, table, ANN) == ()
    other = await house.dealt(BEN, ANN)
    assert await offered(house, other, ANN) == (guess(5),)
    await house.host.orders.dismiss_offers(other, ANN)
    await house.crash()
    assert await offered(house, other, ANN) == ()
    assert (await house.seen(other, ANN)).orders == ()


async def test_standing_orders_of_a_closed_table_are_offered_again(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, guess(5))
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    assert await offered(house, table, ANN) == (), "nothing can be said there any more"
    await refused(house.host.orders.renew(table, ANN))
    assert await offered(house, await house.dealt(ANN, BEN), ANN) == (guess(5),)


async def test_an_unused_offer_of_a_standing_order_is_repeated(house: House):
    table = await another_after(house, guess(5))
    await house.host.endings.end(table, BEN, house.receipt(), moderator=False)
    assert await offered(house, await house.dealt(ANN, BEN), ANN) == (guess(5),)


def test_standing_orders_survive_json():
    codec = codec_of(SmallRules()).order
    assert codec is not None
    for order in (guess(3, 1), HideLast(coins=2)):
        assert codec.load(codec.dump(order)) == order
    assert StoredOrder(0, "guess_ahead", codec.dump(guess(1)), True).said.startswith('{"kind":')


async def test_the_same_press_delivered_again_after_a_restart_gives_one_order(house: House):
    table = await house.dealt(ANN, BEN)
    press = house.receipt()
    for _ in range(2):
        await house.host.orders.give(
            table, ANN, guess(3), drawn_at=None, holds="subject", receipt=press
        )
        if (await house.seen(table, ANN)).orders:
            await house.host.orders.cancel(table, ANN, guess(3).kind)
        await house.crash()
    assert not (await house.seen(table, ANN)).orders, "the canceled order doesn't come back"
