from dataclasses import replace

import pytest

from bot.host.reading.history import NEWS_KEPT
from bot.host.reading.loaded_table import NEWS_SHOWN, may_be_laid_open, may_know
from db.base.codec import Unreadable
from db.tables.drafts import Draft
from db.tables.standing_orders import StoredOrder
from games.chance import seal
from games.rules import Told
from tests.bot.house import ANN, BEN, House
from tests.small.game.events import Began, HidSo, Pondered
from tests.small.game.moves import Hide, Ponder


async def test_a_table_after_a_move_equals_the_stored_one(house: House):
    table = await house.dealt(ANN, BEN)
    for person, move in ((ANN, Hide(coins=1)), (ANN, Hide(coins=3)), (BEN, Hide(coins=2))):
        carried = await house.play(table, person, move)
        house.store.cache.drop(table)
        read = await house.store.loaded(table)
        assert (carried.table, carried.options, carried.state) == (
            *(read.table, read.options, read.state),
        )
        for seat in (None, 0, 1):
            assert carried.view(seat) == read.view(seat)
            assert carried.news(seat, 0) == read.news(seat, 0)


async def test_what_is_stored_of_a_table_is_quoted_without_its_secrets(house: House):
    """An error or a log line that quotes it would show everybody's cards."""
    table = await house.dealt(ANN, BEN)
    after = await house.play(table, ANN, Hide(coins=3))
    entry = after.history[-1].entry
    order = StoredOrder(seat=0, kind="hide", said='{"coins":3}', stands=True)
    draft = Draft(number=1, kind="sum", json='{"coins":3}')
    quoted = " ".join(map(repr, (after, after.table, entry, order, draft)))
    for secret in (after.table.state, after.table.secret, entry.told, entry.move, order.said):
        assert str(secret) not in quoted
    assert "coins" not in quoted


async def test_private_events_reach_only_their_seats(house: House):
    table = await house.dealt(ANN, BEN)
    after = await house.play(table, ANN, Hide(coins=3))
    told = {seat: [news.event for news in after.news(seat, 0)] for seat in (None, 0, 1)}
    assert HidSo(seat=0, coins=3) in told[0]
    assert HidSo(seat=0, coins=3) not in told[1] + told[None]
    assert told[None] == told[1]


def test_may_know_follows_the_recipients_of_an_event():
    open_to_all, to_one = Told(Began(first=0)), Told(Began(first=0), frozenset({1}))
    assert [may_know(open_to_all, seat) for seat in (None, 0, 1)] == [True, True, True]
    assert [may_know(to_one, seat) for seat in (None, 0, 1)] == [False, False, True]


async def test_secrets_are_shown_only_after_a_game_on_open_terms(house: House):
    table = (await house.store.loaded(await house.dealt(ANN, BEN))).table
    found = {
        (phase, laid_open): may_be_laid_open(replace(table, phase=phase, laid_open=laid_open))
        for phase in ("open", "playing", "over", "ended")
        for laid_open in (True, False)
    }
    assert [key for key, may in found.items() if may] == [("over", True)]


async def test_each_view_is_built_once_per_reader(house: House):
    table = await house.dealt(ANN, BEN)
    loaded = await house.store.loaded(table)
    assert loaded.view(0) is loaded.view(0)
    assert loaded.table_view(0, 0) is loaded.table_view(0, 0)
    assert loaded.table_view(0, 0) is not loaded.table_view(0, 99), "the news are others"
    assert loaded.table_view(0, 0).view is loaded.table_view(0, 99).view


async def test_history_in_memory_is_bounded(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    for _ in range(NEWS_KEPT + 5):
        last = await house.play(table, ANN, Ponder())
    public = 6  # the opening, a seat taken, the press on Deal, the deal, and what each hid
    assert len(last.history) == NEWS_KEPT + public
    house.store.cache.drop(table)
    read = (await house.store.loaded(table)).history
    assert [row.entry for row in read] == [row.entry for row in last.history]


async def test_there_is_no_view_before_the_deal(house: House):
    loaded = await house.store.loaded(await house.open(ANN, BEN))
    assert (loaded.public, loaded.view(0), loaded.to_move()) == (None, None, frozenset())
    assert loaded.table_view(None, 0).seal == seal(loaded.table.secret)


async def test_a_damaged_table_is_unreadable(house: House):
    table = await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET state='{}' WHERE id=?", (table,))
    house.store.cache.drop(table)
    with pytest.raises(Unreadable):
        await house.store.loaded(table)


async def test_log_rows_are_decoded_on_demand(house: House):
    table = await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE log SET told='nonsense' WHERE table_id=?", (table,))
    house.store.cache.drop(table)
    loaded = await house.store.loaded(table)
    assert loaded.news(None, loaded.table.rev) == ()
    with pytest.raises(Unreadable):
        loaded.news(None, 0)


def test_a_hand_gets_more_news_than_the_board():
    assert NEWS_KEPT > NEWS_SHOWN > 0


async def test_all_news_are_returned_only_on_request(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    after = await house.play(table, ANN, Ponder())
    pondered = Pondered(seat=0, least=1, most=4)
    assert pondered in [news.event for news in after.table_view(1, 0, all_of_it=True).news]
    assert pondered not in [news.event for news in after.table_view(1, 0).news], "it was kept so"
