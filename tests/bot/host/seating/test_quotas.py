import asyncio

from games.rules import Refusal
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, NAMES, House, refused
from tests.small.game.state import Options


async def close(house: House, table: int, person: int) -> None:
    await house.host.endings.end(table, person, house.receipt(), moderator=False)


async def test_quota_of_three_undealt_tables(house: House):
    tables = [await house.open(ANN) for _ in range(3)]
    said = await refused(house.open(ANN))
    assert f"tables {tables[0]}, {tables[1]} and {tables[2]}, and none of them is dealt" in said
    assert "or you close one with `/table end`" in said
    await close(house, tables[0], ANN)
    assert await house.open(ANN) > tables[2]
    await house.open(BEN)  # nobody else is kept from it


async def test_quota_of_five_open_tables(house: House):
    for _ in range(5):
        await house.dealt(ANN, BEN)
    said = await refused(house.open(ANN))
    assert "none of them is over yet. You can have 5 at once" in said
    mine = await house.queries.of_person(ANN)
    assert len(mine) == 5, "nothing is left of what was refused"
    await house.play_out(mine[0])
    await house.open(ANN)


async def test_quota_counts_tables_left_to_others(house: House):
    for _ in range(3):
        table = await house.open(ANN, BEN)
        await house.host.seats.leave(table, ANN, house.receipt())
    said = await refused(house.open(ANN))
    assert "none of them is dealt yet" in said
    assert "/table end" not in said, "they are Ben's to close now"
    await house.open(BEN)  # who has opened none of them


async def test_quota_of_twenty_tables_in_a_channel(house: House):
    for person in range(201, 211):
        NAMES[person] = f"Guest {person}"
        for _ in range(2):
            await house.open(person)
    assert "This channel already has 20 tables" in await refused(house.open(ANN))
    elsewhere = await house.open(ANN, channel=9)
    said = await refused(house.host.seats.move_to(elsewhere, CHANNEL))
    assert "that's the limit" in said
    assert (await house.seen(elsewhere)).channel == 9
    gone = (await house.queries.in_channel(CHANNEL))[0]
    await house.host.endings.end(gone, ANN, house.receipt(), moderator=True)
    await house.host.seats.move_to(elsewhere, CHANNEL)


async def test_quota_of_twenty_five_seats(house: House):
    hosts = range(301, 313)
    NAMES.update({person: f"Host {person}" for person in hosts})
    for person in hosts:
        for _ in range(2):
            await house.open(person, CAT, channel=person)
    table = await house.open(CAT)
    one_more = await house.open(ANN)
    said = await refused(house.host.seats.join(one_more, CAT, "Cat", house.receipt()))
    assert said.startswith("You're already at 25 tables")
    assert "already at 25 tables" in await refused(house.open(CAT))
    assert (await house.seen(one_more)).people == (ANN,)
    await house.host.seats.leave(table, CAT, house.receipt())
    await house.host.seats.join(one_more, CAT, "Cat", house.receipt())


async def test_quota_lets_in_one_of_two_simultaneous_presses(house: House):
    for _ in range(2):
        await house.open(ANN)
    both = await asyncio.gather(house.open(ANN), house.open(ANN), return_exceptions=True)
    assert sum(isinstance(result, Refusal) for result in both) == 1


async def test_idempotent_open_command(house: House):
    tables = [await house.open(ANN) for _ in range(2)]
    receipt = house.receipt()
    opened = [
        await house.host.seats.open(
            "small",
            Options(),
            pace="live",
            laid_open=True,
            guild=1,
            channel=CHANNEL,
            person=ANN,
            name="Ann",
            receipt=receipt,
        )
        for _ in range(2)
    ]
    assert opened[0] == opened[1]
    assert opened[0] not in tables


async def test_names_are_stored_on_one_line(house: House):
    table = await house.open(ANN)
    await house.host.seats.join(table, DAN, "D\u202ea\ud800n\x00", house.receipt())
    assert [player.name for player in (await house.stored(table)).players] == ["Ann", "Dan"]


async def test_a_person_opens_six_tables_an_hour_in_a_channel_and_closed_ones_count(house: House):
    for _ in range(6):
        await close(house, await house.open(ANN), ANN)
    assert "6 tables in this channel within an hour" in await refused(house.open(ANN))
    await house.open(BEN)
    await house.open(ANN, channel=9)
    house.clock.advance(3601)
    await house.open(ANN)
