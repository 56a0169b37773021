"""Tests of what moderators do: settings, removals, blocks, and the log of it all."""

from dataclasses import replace
from typing import Any

import pytest

from db.servers import servers
from db.servers.servers import Server
from tests.bot.host.seating.test_stand_in import Housed
from tests.bot.house import ANN, BEN, CAT, DAN, GUILD, House, refused
from tests.small.game.moves import Hide

BLOCKED = "The moderators of Ours have blocked you from its tables."
MOD = 900


async def acts(house: House) -> list[tuple[str, int | None, int | None]]:
    """Return the kind, the person and the table of each act, newest first."""
    found = await house.store.servers.newest_acts(GUILD, 99)
    assert all(act.moderator in (MOD, ANN, CAT) for act in found)
    return [(act.kind, act.person, act.table) for act in found]


async def block(house: House, person: int) -> list[int]:
    return await house.host.moderation.block(GUILD, "Ours", MOD, person)


async def set_limit(house: House, most: int | None) -> Server:
    moderation = house.host.moderation
    act = moderation.act(MOD, "limit", detail=str(most or ""))
    return await moderation.change(GUILD, act, lambda it: replace(it, most_tables=most))


async def silenced(house: House, **terms: Any) -> int:
    """Deal a table to Ann, Ben and Cat, and block Ben."""
    table = await house.dealt(ANN, BEN, CAT, **terms)
    assert await block(house, BEN) == [table]
    return table


# --- settings ---


async def test_a_setting_is_kept_and_noted_once(idle_house: House):
    house = idle_house
    assert (await set_limit(house, 2)).most_tables == 2
    await set_limit(house, 2)
    assert house.store.servers.of(GUILD).most_tables == 2
    assert house.store.servers.of(GUILD + 1) == Server()
    assert await acts(house) == [("limit", None, None)], "the second changed nothing"
    await house.store.servers.load()
    assert house.store.servers.of(GUILD).most_tables == 2


async def test_a_setting_that_is_not_stored_is_not_obeyed(
    idle_house: House, monkeypatch: pytest.MonkeyPatch
):
    async def fails(*_: Any) -> None:
        raise OSError("disk")

    monkeypatch.setattr("bot.host.servers.moderation.servers.note", fails)
    with pytest.raises(OSError, match="disk"):
        await set_limit(idle_house, 2)
    assert idle_house.store.servers.of(GUILD) == Server()


async def test_the_limit_counts_tables_that_are_open_or_in_play(idle_house: House):
    house = idle_house
    await house.dealt(ANN, BEN)
    second = await house.open(BEN, CAT)
    await set_limit(house, 2)
    said = "The moderators here allow 2 tables at a time. Try again when one is over."
    assert await refused(house.open(DAN)) == said
    await house.host.endings.end(second, BEN, house.receipt(), moderator=False)
    assert await house.open(DAN) > second
    await set_limit(house, 1)
    assert "allow one table" in await refused(house.open(CAT))
    await set_limit(house, None)
    assert await house.open(CAT)


# --- removing a player ---


async def test_a_removed_player_leaves_as_if_by_themselves(idle_house: House):
    house = idle_house
    table = await house.open(ANN, BEN, CAT)
    after = await house.host.moderation.remove(table, MOD, BEN, "Ben", house.receipt())
    assert [player.person for player in after.table.players] == [ANN, CAT]
    last = (await house.log(table))[-1]
    assert (last.kind, last.seat, last.person) == ("leave", 1, BEN)
    assert await acts(house) == [("remove", BEN, table)]
    await house.host.seats.join(table, BEN, "Ben", house.receipt())


async def test_a_removal_that_arrives_twice_is_noted_once(idle_house: House):
    house, receipt = idle_house, idle_house.receipt()
    table = await house.open(ANN, BEN)
    for _ in range(2):
        await house.host.moderation.remove(table, MOD, BEN, "Ben", receipt)
    assert await acts(house) == [("remove", BEN, table)]


async def test_nobody_is_removed_who_does_not_sit_there_or_after_the_deal(idle_house: House):
    house = idle_house
    table = await house.open(ANN, BEN)
    remove = house.host.moderation.remove
    said = await refused(remove(table, MOD, DAN, "D*n", house.receipt()))
    assert said == f"D\\*n isn't at table {table}."
    dealt = await house.dealt(ANN, BEN)
    said = await refused(remove(dealt, MOD, BEN, "Ben", house.receipt()))
    assert said.startswith(f"The cards at table {dealt} have been dealt, so nobody can be removed")
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    await refused(remove(table, MOD, BEN, "Ben", house.receipt()))
    assert await acts(house) == []


async def test_a_table_closes_when_its_last_player_is_removed(idle_house: House):
    table = await idle_house.open(ANN, house=1)
    remove = idle_house.host.moderation.remove
    after = await remove(table, MOD, ANN, "Ann", idle_house.receipt())
    assert after.table.phase == "ended"


# --- ending a table ---


async def test_only_a_table_that_its_opener_did_not_close_is_noted(idle_house: House):
    house = idle_house
    own, other = await house.open(ANN, BEN), await house.open(BEN, ANN)
    for table in (own, other):
        await house.host.endings.end(table, ANN, house.receipt(), moderator=True)
    assert await acts(house) == [("end", None, other)]


# --- blocking a person ---


async def test_a_blocked_person_opens_and_joins_nothing_on_that_server(idle_house: House):
    house = idle_house
    table = await house.open(ANN)
    assert await block(house, BEN) == []
    assert await refused(house.host.seats.join(table, BEN, "Ben", house.receipt())) == BLOCKED
    assert await refused(house.open(BEN)) == BLOCKED
    assert await acts(house) == [("block", BEN, None)]
    assert await house.host.moderation.unblock(GUILD, "Ours", MOD, BEN)
    assert not await house.host.moderation.unblock(GUILD, "Ours", MOD, BEN)
    await house.host.seats.join(table, BEN, "Ben", house.receipt())
    assert (await acts(house))[0] == ("unblock", BEN, None)
    assert len(await acts(house)) == 2


async def test_a_blocked_person_gives_up_seats_at_open_tables_and_keeps_practice(
    idle_house: House,
):
    house = idle_house
    table, own = await house.open(ANN, BEN), await house.open(BEN)
    assert sorted(await block(house, BEN)) == [table, own]
    assert [player.person for player in (await house.stored(table)).players] == [ANN]
    assert (await house.stored(own)).phase == "ended", "nobody else sat there"
    assert await block(house, BEN) == [], "again, it changes nothing"


async def test_a_blocked_person_takes_no_seat_that_was_given_up(house: House):
    house.played_by(Housed())
    table = await house.dealt(ANN, BEN, CAT)
    await house.host.tenures.give_up(table, CAT, house.receipt())
    await block(house, DAN)
    take = house.host.tenures.take(table, DAN, "Dan", None, house.receipt())
    assert await refused(take) == BLOCKED


async def test_the_house_plays_for_a_blocked_player_until_they_are_back(house: House):
    house.played_by(Housed())
    table = await silenced(house, stand_in=2)
    assert (await house.seen(table)).stand_in_seats == {1}
    await house.hide(table, ANN, CAT)
    await house.quiet()
    assert 1 not in (await house.seen(table)).to_move, "the house has hidden for Ben"
    await house.host.moderation.unblock(GUILD, "Ours", MOD, BEN)
    await house.host.absence.back(table, BEN, house.receipt())
    assert (await house.seen(table)).stand_in_seats == frozenset()


async def test_the_clock_runs_for_a_blocked_player_where_the_house_does_not_play(house: House):
    table = await house.dealt(ANN, BEN, stand_in=0)
    before = (await house.stored(table)).players[1].due
    assert before is not None
    await block(house, BEN)
    player = (await house.stored(table)).players[1]
    assert (player.due, player.notice_at, player.person) == (before, None, BEN)
    rev = (await house.stored(table)).rev
    assert await block(house, BEN) == []
    assert (await house.stored(table)).rev == rev, "a second block changes nothing"


async def test_a_second_block_completes_one_that_was_interrupted(house: House):
    table = await house.open(ANN, BEN)
    async with house.database.transaction() as tx:
        await servers.save(tx, GUILD, Server(name="Ours", blocked=frozenset({BEN})))
    await house.store.servers.load()
    assert await block(house, BEN) == [table]
    assert [player.person for player in (await house.stored(table)).players] == [ANN]
    assert await acts(house) == [], "which was noted then"


async def test_a_block_says_nothing_of_a_secret_move(house: House):
    """Whether the blocked player has already moved in secret must not change what others see."""
    seen: list[tuple[int, Any]] = []
    for moves in (False, True):
        table = await house.dealt(ANN, BEN, CAT, stand_in=0)
        if moves:
            await house.play(table, BEN, Hide(coins=3))
        step = (await house.stored(table)).step
        await block(house, BEN)
        seen.append(
            ((await house.stored(table)).step - step, (await house.seen(table)).stand_in_seats)
        )
        await house.host.moderation.unblock(GUILD, "Ours", MOD, BEN)
    assert seen[0] == seen[1]
