"""Tests of the DM that tells watchers how a game ended."""

import pytest

from bot.show.deliver.queues.messenger import TryLater
from bot.show.due.watcher_messages import LONGEST_WAIT
from db.people.people import Person
from db.tables import watchers
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, GUILD, House
from tests.bot.recording import problem
from tests.bot.show.at_table import restarted


async def watched(house: House, *people: int) -> int:
    """Deal a table of Ann and Ben that some people watch."""
    await house.start()
    table = await house.dealt(ANN, BEN)
    for person in people or (CAT,):
        await house.host.watching.watch(table, person)
    return table


async def finish(house: House, table: int) -> None:
    await house.play_out(table)
    await house.passes(3)


async def remaining(house: House, table: int) -> list[int]:
    return await watchers.of_table(house.database.reader, table)


async def test_each_watcher_gets_one_dm_with_the_winner_and_a_link(house: House):
    table = await watched(house, CAT, DAN)
    assert house.messenger.notices(CAT) == []
    await finish(house, table)
    for person in (CAT, DAN):
        text = house.notice(person).text
        assert f"Hidden Coins, table {table}, which you watched, is over." in text
        assert f"https://discord.com/channels/{GUILD}/{CHANNEL}/{house.board().id}" in text
    await house.passes(600)
    await restarted(house)
    assert [len(house.messenger.notices(person)) for person in (CAT, DAN)] == [1, 1]
    assert await remaining(house, table) == []


async def test_watchers_of_a_closed_table_are_told_in_one_sentence(house: House):
    table = await watched(house)
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    await house.quiet()
    assert "was closed before its game was over." in house.notice(CAT).text


async def test_a_kill_before_the_dm_loses_nobody(house: House):
    table = await watched(house)
    await house.close()
    await house.play_out(table)
    assert house.messenger.notices(CAT) == []
    await restarted(house)
    await house.passes(3)
    assert "is over" in house.notice(CAT).text


async def test_a_kill_after_the_dm_sends_no_second_one(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await watched(house)

    async def killed(*_: object) -> None:
        raise OSError("killed")

    with monkeypatch.context() as dying:
        dying.setattr(house.host.watching, "stop", killed)
        await finish(house, table)
    assert await remaining(house, table) == [CAT], "it wasn't noted that the DM was sent"
    await restarted(house)
    assert house.messenger.count("send_dm") == 2
    assert len(house.messenger.notices(CAT)) == 1
    assert await remaining(house, table) == []


async def test_nobody_is_told_who_may_not_know(house: House):
    table = await watched(house, CAT, DAN, 105)
    house.messenger.hidden.add((CHANNEL, CAT))
    await house.host.moderation.block(GUILD, "this server", ANN, DAN)
    house.messenger.gone.add(105)
    await finish(house, table)
    assert [house.messenger.notices(person) for person in (CAT, DAN, 105)] == [[], [], []]
    assert await remaining(house, table) == []


async def test_a_watcher_whose_dms_are_closed_is_forgotten_and_pinged_nowhere(house: House):
    table = await watched(house)
    house.messenger.closed_dms.add(CAT)
    await finish(house, table)
    assert house.messenger.notices(CAT) == []
    assert await remaining(house, table) == []


async def test_the_link_is_to_the_final_board_which_is_posted_first(house: House):
    table = await watched(house)
    held, before = house.messenger.hold("post"), house.board().id
    await finish(house, table)
    assert house.messenger.notices(CAT) == []
    house.messenger.drop(held)
    held.release()
    await house.passes(3)
    assert house.board().id != before
    assert house.notice(CAT).text.endswith(f"/{house.board().id}")


async def test_a_final_board_that_cannot_be_posted_delays_the_dm_by_minutes_only(house: House):
    table = await watched(house)
    house.messenger.shut_channels.add(CHANNEL)
    await finish(house, table)
    assert house.messenger.notices(CAT) == []
    await house.passes(LONGEST_WAIT)
    assert "is over" in house.notice(CAT).text


async def test_quiet_hours_hold_for_the_dm(house: House):
    """It is 22:13 UTC."""
    table = await watched(house)
    asleep = Person(zone="UTC", awake_from=8, awake_until=22)
    await house.contacts.change(CAT, lambda _: asleep)
    await finish(house, table)
    await house.passes(9 * 3600)
    assert house.messenger.notices(CAT) == []
    await house.passes(3600)
    assert len(house.messenger.notices(CAT)) == 1


async def test_an_outage_delays_the_dm_of_one_watcher_alone(house: House):
    table = await watched(house, CAT, DAN)
    house.messenger.fail("send_dm", problem(TryLater), where=CAT)
    await finish(house, table)
    assert house.messenger.notices(CAT) == []
    assert len(house.messenger.notices(DAN)) == 1
    await house.passes(60)
    assert len(house.messenger.notices(CAT)) == 1


async def test_an_unexpected_error_holds_nobody_else_up(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await watched(house, CAT, DAN)
    house.messenger.fail("sees", ValueError("odd"), where=CAT)
    await finish(house, table)
    assert len(house.messenger.notices(DAN)) == 1
    await house.passes(60)
    assert len(house.messenger.notices(CAT)) == 1


async def test_a_watcher_who_took_a_seat_is_not_told(house: House):
    table = await watched(house)
    async with house.database.transaction() as tx:
        await watchers.add(tx, table, BEN)
    await finish(house, table)
    assert all("which you watched" not in notice.text for notice in house.messenger.notices(BEN))
    assert await remaining(house, table) == []
