"""Games are deleted some time after they ended, and nobody who still needs one is surprised."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.host.deleting.expiry import DAY, SERVER_KEPT, SHOWN_LATE
from db.base.problems import NotSaved
from db.tables import results
from tests.bot.house import ANN, BEN, CAT, GUILD, House, house_on, refused

DAYS = 30


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    """Open a house that draws, because the end of a game must be shown before it's deleted."""
    async with house_on(tmp_path) as opened:
        yield opened


async def over(house: House) -> int:
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    await house.quiet()
    await house.passes(5)
    return table


async def no_pause() -> None:
    """Go on at once."""


async def expired(house: House) -> list[int]:
    return [table.id for table in await house.host.expiry.expired(DAYS)]


async def test_a_game_is_deleted_when_its_days_are_over_and_its_result_stays(house: House):
    table = await over(house)
    before = await results.of_table(house.database.reader, table)
    house.clock.advance(DAYS * DAY - 60)
    assert await expired(house) == []
    assert not await house.host.expiry.delete_expired(table, DAYS)
    house.clock.advance(60)
    assert await expired(house) == [table]
    assert await house.host.expiry.delete_expired(table, DAYS)
    assert not await house.host.expiry.delete_expired(table, DAYS), "it is gone"
    assert await house.database.reader.all("SELECT * FROM log") == []
    assert await results.of_table(house.database.reader, table) == before
    assert before[0].place is not None


async def test_a_deleted_table_is_not_in_memory_either(house: House):
    table = await over(house)
    house.clock.advance(DAYS * DAY)
    await house.store.loaded(table)  # somebody looked at it just now
    await house.host.expiry.delete_expired(table, DAYS)
    sentence = await refused(house.queries.table(table, ANN))
    assert "Its result stays." in sentence
    house.display.board_changed(table)
    house.display.look_at(table)
    await house.passes(700)
    assert table not in house.store.cache


async def test_a_table_whose_end_could_not_be_shown_stays_longer(idle_house: House):
    """Nothing was drawn, so the board still shows the game."""
    table = await over(idle_house)
    idle_house.clock.advance(DAYS * DAY)
    assert await expired(idle_house) == []
    idle_house.clock.advance(SHOWN_LATE)
    assert await expired(idle_house) == [table]


async def test_a_press_that_comes_first_is_served_and_the_deletion_waits(house: House):
    """Ann opens the rematch while the table is due."""
    table = await over(house)
    house.clock.advance(DAYS * DAY)
    planned = await house.host.rematches.planned(await house.seen(table), ANN)
    async with house.host.committer.turn(table):
        deleting = asyncio.ensure_future(house.host.expiry.delete_expired(table, DAYS))
        again = await house.open(ANN, CAT)
        async with house.database.transaction() as tx:
            await tx.run(
                "INSERT INTO rematches VALUES (?, ?, ?)", (again, table, planned.expires_at)
            )
        assert not deleting.done()
    assert not await deleting
    assert (await house.seen(table)).phase == "over"


async def test_places_are_added_where_they_were_unknown(idle_house: House):
    table = await over(idle_house)
    [*before] = await results.of_table(idle_house.database.reader, table)
    async with idle_house.database.transaction() as tx:
        await tx.run("UPDATE results SET place=NULL, points=NULL")
    expiry = idle_house.host.expiry
    assert await expiry.unranked() == [table]
    await expiry.rank(table)
    assert await results.of_table(idle_house.database.reader, table) == before
    assert await expiry.unranked() == []


async def test_a_game_whose_rules_are_gone_has_no_places_and_is_deleted(idle_house: House):
    table = await over(idle_house)
    async with idle_house.database.transaction() as tx:
        await tx.run("UPDATE results SET place=NULL, points=NULL")
        await tx.run("UPDATE tables SET game='lost', behind=0")
    await idle_house.host.expiry.rank(table)
    assert await idle_house.host.expiry.unranked() == [table]
    idle_house.clock.advance(DAYS * DAY)
    assert await idle_house.host.expiry.delete_expired(table, DAYS)
    assert await idle_house.host.expiry.unranked() == []
    [ann, _] = await results.of_table(idle_house.database.reader, table)
    assert (ann.person, ann.place) == (ANN, None)


async def test_a_damaged_table_holds_nothing_up(
    idle_house: House, caplog: pytest.LogCaptureFixture
):
    table = await over(idle_house)
    async with idle_house.database.transaction() as tx:
        await tx.run("UPDATE results SET place=NULL")
        await tx.run("UPDATE tables SET state='{'")
    await idle_house.host.expiry.rank(table)
    assert f"Table {table} can't be ranked" in caplog.text
    idle_house.clock.advance(DAYS * DAY + SHOWN_LATE)
    assert await idle_house.host.expiry.delete_expired(table, DAYS)


async def test_a_server_goes_with_everything_even_in_play(house: House):
    playing, finished = await house.dealt(ANN, BEN), await over(house)
    opened = await house.open(ANN, CAT)
    await house.contacts.change(ANN, lambda known: replace(known, zone="UTC"))
    await house.host.meetings.call(playing, ANN, "20:00")
    await house.host.moderation.block(GUILD, "Ours", BEN, ANN)
    await house.host.departures.note_departure(GUILD)
    house.clock.advance(SERVER_KEPT)
    gone, others = await house.host.expiry.delete_server(GUILD, no_pause)
    assert [table.id for table in gone] == sorted([playing, finished, opened])
    assert others >= 5, "results, settings, a block, an act, the note of the removal"
    for name in ("tables", "log", "meetings", "results", "servers", "blocks", "servers_left"):
        assert await house.database.reader.all(f"SELECT * FROM {name}") == [], name
    assert not house.store.servers.blocks(GUILD, ANN)
    await house.passes(3 * DAY)  # no deadline, notice or drawing trips over them
    assert await house.open(ANN, CAT) > opened, "no number is used again"
    assert "is gone" in await refused(house.queries.table(playing, ANN))


async def test_a_server_that_takes_the_bot_back_meanwhile_keeps_the_rest(house: House):
    first, second = await over(house), await over(house)
    await house.host.departures.note_departure(GUILD)
    house.clock.advance(SERVER_KEPT)

    async def back() -> None:
        await house.host.departures.back(GUILD)

    gone, others = await house.host.expiry.delete_server(GUILD, back)
    assert ([table.id for table in gone], others) == ([first], 0)
    assert (await house.seen(second)).phase == "over"
    assert await results.of_table(house.database.reader, first) != []


async def test_a_full_disk_deletes_nothing(house: House, monkeypatch: pytest.MonkeyPatch):
    table = await over(house)
    house.clock.advance(DAYS * DAY)

    async def full(*_: Any) -> None:
        raise NotSaved("The disk is full.")

    monkeypatch.setattr("db.upkeep.deletion.delete_table", full)
    with pytest.raises(NotSaved):
        await house.host.expiry.delete_expired(table, DAYS)
    monkeypatch.undo()
    assert (await house.seen(table)).phase == "over"
