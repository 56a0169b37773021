"""How much of the house one person, or one channel, may take up: in a sentence, and no more."""

import asyncio

from games.rules import Refusal
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, NAMES, House, refused
from tests.small.game.state import Options


async def close(house: House, table: int, person: int) -> None:
    await house.host.end(table, person, house.receipt(), moderator=False)


async def test_three_of_ones_tables_may_wait_for_the_deal(idle_house: House):
    tables = [await idle_house.open(ANN) for _ in range(3)]
    said = await refused(idle_house.open(ANN))
    assert f"tables {tables[0]}, {tables[1]} and {tables[2]}, and none of them is dealt" in said
    assert "or you close one with `/table end`" in said
    await close(idle_house, tables[0], ANN)
    assert await idle_house.open(ANN) > tables[2]
    await idle_house.open(BEN)  # nobody else is kept from it


async def test_five_of_ones_tables_may_be_going_on(idle_house: House):
    for _ in range(5):
        await idle_house.dealt(ANN, BEN)
    said = await refused(idle_house.open(ANN))
    assert "none of them is over yet: 5 are as many as one person can" in said
    mine = await idle_house.queries.of_person(ANN)
    assert len(mine) == 5, "nothing is left of what was refused"
    await idle_house.play_out(mine[0])
    await idle_house.open(ANN)


async def test_who_opens_tables_and_leaves_them_to_others_has_opened_them_all_the_same(
    idle_house: House,
):
    for _ in range(3):
        table = await idle_house.open(ANN, BEN)
        await idle_house.host.leave(table, ANN, idle_house.receipt())
    said = await refused(idle_house.open(ANN))
    assert "none of them is dealt yet" in said
    assert "/table end" not in said, "they are Ben's to close now"
    await idle_house.open(BEN)  # who has opened none of them


async def test_a_channel_holds_twenty_tables(idle_house: House):
    for person in range(201, 211):
        NAMES[person] = f"Guest {person}"
        for _ in range(2):
            await idle_house.open(person)
    assert "20 tables stand in this channel" in await refused(idle_house.open(ANN))
    elsewhere = await idle_house.open(ANN, channel=9)
    said = await refused(idle_house.host.move_to(elsewhere, CHANNEL))
    assert "it holds no more" in said
    assert (await idle_house.seen(elsewhere)).channel == 9
    gone = (await idle_house.queries.in_channel(CHANNEL))[0]
    await idle_house.host.end(gone, ANN, idle_house.receipt(), moderator=True)
    await idle_house.host.move_to(elsewhere, CHANNEL)


async def test_one_may_sit_at_twenty_five_tables(idle_house: House):
    hosts = range(301, 313)
    NAMES.update({person: f"Host {person}" for person in hosts})
    for person in hosts:
        for _ in range(2):
            await idle_house.open(person, CAT, channel=person)
    table = await idle_house.open(CAT)
    one_more = await idle_house.open(ANN)
    said = await refused(idle_house.host.join(one_more, CAT, "Cat", idle_house.receipt()))
    assert said.startswith("You sit at 25 tables already")
    assert "25 tables already" in await refused(idle_house.open(CAT))
    assert (await idle_house.seen(one_more)).people == (ANN,)
    await idle_house.host.leave(table, CAT, idle_house.receipt())
    await idle_house.host.join(one_more, CAT, "Cat", idle_house.receipt())


async def test_two_presses_at_once_are_not_let_in_both(idle_house: House):
    for _ in range(2):
        await idle_house.open(ANN)
    both = await asyncio.gather(idle_house.open(ANN), idle_house.open(ANN), return_exceptions=True)
    assert sum(isinstance(result, Refusal) for result in both) == 1


async def test_a_command_that_arrives_twice_is_one_table(idle_house: House):
    """The second time is no fourth table, and no reason to refuse anything."""
    tables = [await idle_house.open(ANN) for _ in range(2)]
    receipt = idle_house.receipt()
    opened = [
        await idle_house.host.open(
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


async def test_a_name_is_stored_as_it_can_be_shown(idle_house: House):
    """Half of a character cannot be written into the file, and would be an apology."""
    table = await idle_house.open(ANN)
    await idle_house.host.join(table, DAN, "D\u202ea\ud800n\x00", idle_house.receipt())
    assert [player.name for player in (await idle_house.stored(table)).players] == ["Ann", "Dan"]
