from typing import Any

import pytest

from bot.host.reading.history import NEWS_KEPT
from bot.host.reading.loaded_table import NEWS_SHOWN
from bot.host.reading.table_view import TableView
from db.people.people import Person
from games.rules import Refusal
from tests.bot.house import ANN, BEN, CAT, CHANNEL, GUILD, House
from tests.small.game.events import Began, HidSo
from tests.small.game.moves import Guess, Hide, Ponder


def told(seen: TableView) -> list[Any]:
    return [news.event for news in seen.news]


async def test_a_reader_sees_only_what_they_may_know(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=3))
    mine, theirs, public, watcher = [
        await house.seen(table, person) for person in (ANN, BEN, None, CAT)
    ]
    assert HidSo(seat=0, coins=3) in told(mine)
    assert HidSo(seat=0, coins=3) not in told(theirs) + told(public)
    assert (mine.view.own, theirs.view.own, public.view.own) == (3, None, None)
    assert watcher == public, "who watches sees what everybody sees"
    assert {seen.secret for seen in (mine, theirs, public)} == {None}


async def test_news_are_what_a_player_has_not_read(house: House):
    table = await house.dealt(ANN, BEN)
    assert told(await house.seen(table, ANN)) == [Began(first=0)]
    await read_by(house, table, ANN)
    assert told(await house.seen(table, ANN)) == []
    await house.play(table, BEN, Hide(coins=1))
    assert len(told(await house.seen(table, ANN))) == 1
    assert len(told(await house.seen(table, BEN))) == 3, "Ben has not looked yet"


async def read_by(house: House, table: int, person: int) -> None:
    await house.display.answer_hand(house.reply(person), table, new_panel=True)


async def test_news_after_a_long_absence_are_bounded(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    for _ in range(NEWS_KEPT + 5):
        await house.play(table, ANN, Ponder())
    others = 4  # the deal, what each hid, and what she hid
    assert len(told(await house.seen(table, ANN))) == NEWS_KEPT + others
    assert len(told(await house.queries.story(table, ANN))) == NEWS_KEPT + 5 + 4


async def test_the_board_shows_the_last_public_steps(house: House):
    tables = [await house.dealt(ANN, BEN, CAT) for _ in range(2)]
    for table in tables:
        await house.play(table, ANN, Hide(coins=1))
    for coins in [2, 3, 1] * NEWS_SHOWN:
        await house.play(tables[0], ANN, Hide(coins=coins))
    quiet, busy = [await house.seen(table) for table in tables]
    assert told(quiet) == told(busy)
    assert len(told(quiet)) == 2


@pytest.mark.parametrize("laid_open", [True, False])
async def test_the_story_has_all_news_once_secrets_are_shown(house: House, laid_open: bool):
    table = await house.dealt(ANN, BEN, laid_open=laid_open)
    await house.play(table, ANN, Hide(coins=1))
    assert HidSo(seat=0, coins=1) not in told(await house.queries.story(table, BEN))
    await house.play(table, BEN, Hide(coins=2))
    await house.play(table, ANN, Guess(total=3))
    await house.play(table, BEN, Guess(total=4))
    for reader in (BEN, None):
        story = await house.queries.story(table, reader)
        assert (HidSo(seat=0, coins=1) in told(story)) == laid_open
        assert (story.secret is not None) == laid_open
    own = await house.queries.story(table, BEN)
    assert HidSo(seat=1, coins=2) in told(own), "one's own are always told"


async def test_a_table_closed_early_keeps_its_secrets(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    assert HidSo(seat=0, coins=1) not in told(await house.queries.story(table, BEN))
    assert (await house.seen(table)).secret is None
    with pytest.raises(Refusal, match="There's no transcript of it"):
        await house.queries.transcript(table)


async def test_a_game_of_older_rules_keeps_its_result(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    now = await house.seen(table)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET version=0 WHERE id=?", (table,))
        await tx.run("""UPDATE log SET told='[{"event": 1, "to": null}]' WHERE rev % 2 = 1""")
    house.store.cache.drop(table)
    story = await house.queries.story(table, ANN)
    assert (story.public, story.standing) == (now.public, now.standing)
    assert story.news
    assert all(news.rev % 2 == 0 for news in story.news)


async def test_an_unreadable_result_is_not_shown(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET version=0, state='{}' WHERE id=?", (table,))
    house.store.cache.drop(table)
    story = await house.queries.story(table, ANN)
    assert (story.public, story.news, story.closed_unread) == (None, (), False)


@pytest.mark.parametrize("by_hand", [True, False])
async def test_closed_unread_marks_tables_closed_for_their_age(house: House, by_hand: bool):
    table = await house.dealt(ANN, BEN)
    if by_hand:
        await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET version=0, phase='ended' WHERE id=?", (table,))
    house.store.cache.drop(table)
    assert (await house.seen(table)).closed_unread != by_hand


async def test_tables_are_listed_the_last_changed_first(house: House):
    one, two = await house.open(ANN, BEN), await house.open(BEN)
    other = await house.open(CAT, channel=7)
    house.clock.advance(1)
    await house.host.seats.join(one, CAT, "Cat", house.receipt())
    assert await house.queries.in_channel(CHANNEL) == [one, two]
    assert await house.queries.of_person(BEN) == [one, two]
    assert await house.queries.of_person(CAT, "small") == [one, other]
    assert await house.queries.of_person(CAT, "another") == []
    await house.host.endings.end(one, ANN, house.receipt(), moderator=False)
    assert await house.queries.in_channel(CHANNEL) == [two]


async def test_open_in_finds_a_table_to_join(house: House):
    dealt, opened = await house.dealt(ANN, BEN), await house.open(CAT)
    house.clock.advance(1)
    await house.hide(dealt, ANN)
    assert await house.queries.open_in(CHANNEL, "small") == opened
    assert await house.queries.open_in(CHANNEL, None, CAT) == opened
    assert await house.queries.open_in(CHANNEL, None, ANN) is None
    assert await house.queries.open_in(7, "small") is None
    assert await house.queries.open_in(CHANNEL, "another") is None


async def test_behind_and_due_tables_are_found(house: House):
    one, two = await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)
    house.store.caught_up(one, (await house.seen(one)).rev)
    await house.store.flush()
    assert await house.queries.behind() == [two]
    instant = house.clock.now() + house.timing.notice_after
    assert await house.queries.next_notice(set()) == (instant, one, 0)
    handed = {(instant, one, 0), (instant, one, 1)}
    assert await house.queries.next_notice(handed) == (instant, two, 0)
    earlier = {(instant - 1, one, 0)}  # of a question that is answered
    assert await house.queries.next_notice(earlier) == (instant, one, 0)


async def test_person_returns_the_settings(house: House):
    await house.contacts.reachable(ANN, 77)
    assert await house.queries.person(ANN) == Person(77, dm_closed=False)
    assert await house.queries.person(BEN) == Person()


async def test_the_results_of_ones_own_move_are_news(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    await house.play(table, ANN, Guess(total=3))
    await house.play(table, BEN, Guess(total=2))
    own = {
        person: [
            (type(news.event).__name__, news.own) for news in (await house.seen(table, person)).news
        ]
        for person in (ANN, BEN)
    }
    assert own[BEN][-3:] == [("Guessed", False), ("Guessed", True), ("Opened", False)]
    assert own[ANN][-3:] == [("Guessed", True), ("Guessed", False), ("Opened", False)]


async def test_unfinished_tables_are_counted_by_server_and_channel(house: House):
    await house.dealt(ANN, BEN)
    await house.open(ANN, channel=CHANNEL + 1)
    await house.play_out(await house.dealt(ANN, BEN))
    assert await house.queries.unfinished_in(GUILD, CHANNEL) == (2, 1)
    assert await house.queries.unfinished_in(GUILD + 1, CHANNEL + 5) == (0, 0)
