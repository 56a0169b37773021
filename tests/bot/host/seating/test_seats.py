from typing import Any

import pytest

from db.tables import tables
from games.chance import seal
from tests.bot.house import ANN, BEN, CAT, DAN, House, refused
from tests.small.game.state import Options

EVE = 199


async def test_an_opened_table_has_its_terms_and_opener(house: House):
    table = await house.open(ANN, pace="week", laid_open=False, most=2)
    seen = await house.seen(table, ANN)
    assert (seen.phase, seen.pace, seen.laid_open, seen.opener) == ("open", "week", False, ANN)
    assert (seen.options, seen.seat, list(seen.names)) == (Options(most=2), 0, ["Ann"])
    assert (seen.view, seen.public, seen.standing, seen.secret) == (None, None, None, None)


async def test_every_table_has_its_own_secret_and_seal(house: House):
    one, two = await house.open(ANN), await house.open(ANN)
    stored = await house.stored(one)
    assert len(stored.secret) == 32
    assert stored.secret != (await house.stored(two)).secret
    assert (await house.seen(one)).seal == seal(stored.secret)


async def test_joining_and_leaving_number_the_seats(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.host.seats.leave(table, BEN, house.receipt())
    assert list((await house.seen(table)).names) == ["Ann", "Cat"]
    assert (await house.seen(table, CAT)).seat == 1
    await house.host.seats.join(table, BEN, "Ben", house.receipt())
    assert list((await house.seen(table)).names) == ["Ann", "Cat", "Ben"]


async def test_the_next_player_takes_over_from_a_leaving_opener(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.host.seats.leave(table, ANN, house.receipt())
    seen = await house.seen(table)
    assert (seen.opener, list(seen.names)) == (BEN, ["Ben", "Cat"])


async def test_the_last_to_leave_closes_the_table(house: House):
    table = await house.open(ANN)
    await house.host.seats.leave(table, ANN, house.receipt())
    assert (await house.seen(table)).phase == "ended"
    assert "was closed" in await refused(house.host.seats.join(table, BEN, "Ben", house.receipt()))


async def test_refused_joins_and_leaves_say_why(house: House):
    table, host = await house.open(ANN, BEN, CAT, DAN), house.host
    again = await refused(host.seats.join(table, BEN, "Ben", house.receipt()))
    assert again == (
        f"You're already at table {table}, in seat 2. *Deal* starts the game, and *Leave* gives up "
        "your seat."
    )
    alone = await house.open(CAT)
    assert "once there are 2 of you" in await refused(
        host.seats.join(alone, CAT, "Cat", house.receipt())
    )
    assert "full: at most 4 can play" in await refused(
        host.seats.join(table, EVE, "Eve", house.receipt())
    )
    assert "aren't at table" in await refused(host.seats.leave(table, EVE, house.receipt()))
    assert "don't know that table" in await refused(
        host.seats.join(99, ANN, "Ann", house.receipt())
    )
    dealt = await house.dealt(ANN, BEN)
    assert "already been dealt" in await refused(
        host.seats.join(dealt, CAT, "Cat", house.receipt())
    )
    left = await refused(host.seats.leave(dealt, ANN, house.receipt()))
    assert "have been dealt, so your seat stays yours" in left
    again = await refused(host.deals.deal(dealt, ANN, house.receipt()))
    assert again == f"The cards at table {dealt} have already been dealt."


async def test_unplayable_terms_open_no_table(house: House):
    assert "don't know that pace" in await refused(house.open(ANN, pace="breakneck"))
    assert "1 to 5 coins" in await refused(house.open(ANN, most=99))
    assert await house.database.reader.all("SELECT id FROM tables") == []


async def test_a_table_can_move_to_another_channel(house: House):
    table = await house.open(ANN)
    assert await house.queries.open_in(2, "small") == table
    await house.host.seats.move_to(table, 7)
    assert (await house.seen(table)).channel == 7
    assert await house.queries.open_in(2, "small") is None


async def test_a_read_during_a_move_keeps_the_new_channel(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await house.open(ANN)
    real = tables.move_to

    async def read_meanwhile(tx: Any, table_id: int, channel: int) -> None:
        await house.store.loaded(table_id)  # a drawing, say
        await real(tx, table_id, channel)

    monkeypatch.setattr(tables, "move_to", read_meanwhile)
    await house.host.seats.move_to(table, 7)
    assert (await house.seen(table)).channel == 7
