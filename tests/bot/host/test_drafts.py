from bot.host.commit.staleness import Stale
from bot.host.drafts import MOST
from games.rules import Refusal
from tests.bot.house import ANN, BEN, CAT, House, refused


async def test_each_seat_has_private_drafts(house: House):
    table = await house.dealt(ANN, BEN)
    one = await house.host.drafts.begin(table, ANN, "deal", "1")
    two = await house.host.drafts.begin(table, BEN, "deal", "2")
    assert await house.host.drafts.of(table, ANN) == [one]
    assert await house.host.drafts.of(table, BEN) == [two]
    assert "aren't at table" in await refused(house.host.drafts.of(table, CAT), Refusal)
    await house.host.drafts.delete(table, ANN, two.number)
    assert await house.host.drafts.of(table, ANN) == []
    assert await house.host.drafts.of(table, BEN) == [two]


async def test_a_stale_change_of_a_draft_is_refused(house: House):
    table = await house.dealt(ANN, BEN)
    first = await house.host.drafts.begin(table, ANN, "deal", "1")
    second = await house.host.drafts.change(table, ANN, first, "2")
    assert "somewhere else" in await refused(
        house.host.drafts.change(table, ANN, first, "3"), Stale
    )
    assert await house.host.drafts.of(table, ANN) == [second]


async def test_a_seat_has_a_limited_number_of_drafts(house: House):
    table = await house.dealt(ANN, BEN)
    for _ in range(MOST):
        await house.host.drafts.begin(table, ANN, "deal", "1")
    assert "Discard one" in await refused(house.host.drafts.begin(table, ANN, "deal", "1"), Refusal)
    await house.host.drafts.begin(table, BEN, "deal", "1")


async def test_writing_a_draft_is_one_transaction_and_reading_none(house: House):
    table = await house.dealt(ANN, BEN)
    with house.counting() as counted:
        await house.host.drafts.begin(table, ANN, "deal", "1")
    assert counted.transactions == 1
    with house.counting() as counted:
        await house.host.drafts.of(table, ANN)
    assert counted.transactions == 0


async def test_drafts_end_with_the_game(house: House):
    table = await house.dealt(ANN, BEN)
    await house.host.drafts.begin(table, ANN, "deal", "1")
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    assert "was closed" in await refused(house.host.drafts.of(table, ANN), Refusal)
    assert await house.database.reader.all("SELECT * FROM slips") == []
