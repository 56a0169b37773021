"""Tests of practice: one person, house players, no seal, no clock, and nobody else sees it."""

import pytest

from bot.host.commit.ahead import PRACTICE_KEPT
from bot.host.seating import practice
from games.rules import Refusal
from tests.bot.host.seating.test_stand_in import Housed, kinds
from tests.bot.house import ANN, BEN, CAT, CHANNEL, GUILD, House
from tests.small.game.state import Options


async def practises(house: House, person: int = ANN) -> int:
    house.played_by(Housed())
    return await house.host.practice.start(
        "small",
        Options(),
        guild=GUILD,
        channel=CHANNEL,
        person=person,
        name="Ann",
        receipt=house.receipt(),
    )


async def test_a_practice_table_is_dealt_at_once_against_house_players(house: House):
    table = await practises(house)
    seen = await house.seen(table, ANN)
    assert [*seen.names] == ["Ann", "Barnacle", "Bosun"]
    assert seen.practice
    assert seen.phase == "playing"
    assert seen.dues == (None, None, None), "nobody is in a hurry"
    assert (await house.stored(table)).players[0].notice_at is None
    await house.hide(table, ANN)
    assert (await kinds(house, table))[:3] == ["move", "house", "house"]


async def test_nobody_else_finds_a_practice_table(house: House):
    table = await practises(house)
    assert table not in await house.queries.in_channel(CHANNEL)
    await house.start()
    await house.passes(10)
    assert house.messenger.there(channel=CHANNEL) == [], "it has no board"


async def test_a_person_has_one_practice_table(house: House):
    first = await practises(house)
    assert await house.host.practice.running(ANN, "small") == first
    second = await practises(house)
    assert (await house.stored(first)).phase == "ended"
    assert await house.host.practice.running(ANN, "small") == second
    assert await house.host.practice.running(BEN, "small") is None


async def test_practice_without_a_move_leaves_nothing(house: House):
    played = await practises(house)
    await house.hide(played, ANN)
    idle = [await practises(house) for _ in range(5)]
    left = [row[0] for row in await house.database.reader.all("SELECT id FROM tables ORDER BY id")]
    assert left == [played, *idle[-2:]], "the newest, and the one before, whose panel may be up"
    assert await house.host.expiry.delete_expired(idle[-2], 30)
    assert not await house.host.expiry.delete_expired(idle[-1], 30)


async def test_practice_counts_towards_no_quota(house: House):
    house.host.seats.limits = practice_limits = type(house.host.seats.limits)(opened=1, seats=1)
    assert practice_limits.opened == 1
    await practises(house)
    await house.open(ANN)


async def test_only_so_many_people_practise_at_once(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(practice, "AT_ONCE", 2)
    await practises(house, ANN)
    await practises(house, BEN)
    with pytest.raises(Refusal, match="Many people are practising"):
        await practises(house, CAT)
    house.clock.advance(practice.BUSY)
    await practises(house, CAT)


async def test_a_practice_table_is_closed_after_a_day_untouched(house: House):
    table = await practises(house)
    house.clock.advance(PRACTICE_KEPT - 1)
    assert not await house.host.moves.play_absent(table, 0)
    house.clock.advance(1)
    assert await house.host.moves.play_absent(table, 0)
    assert (await house.stored(table)).phase == "ended"


async def test_a_repeated_press_deals_no_second_practice_table(house: House):
    house.played_by(Housed())
    press = house.receipt()
    start = house.host.practice.start
    where = {"guild": GUILD, "channel": CHANNEL}
    first = await start("small", Options(), **where, person=ANN, name="Ann", receipt=press)
    again = await start("small", Options(), **where, person=ANN, name="Ann", receipt=press)
    assert again == first
    assert (await house.stored(first)).phase == "playing"
