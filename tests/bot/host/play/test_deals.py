from dataclasses import replace
from typing import Any

import pytest

from bot.host.commit.change import luck_of_next
from bot.host.play.deals import may_deal
from bot.host.reading.loaded_table import LoadedTable
from bot.host.time.discord_ids import id_after
from db.base.codec import codec_of
from games.chance import Chance
from games.rules import Refusal
from tests.bot.house import ANN, BEN, CAT, CHANNEL, House, luck_of, refused
from tests.small.game import SmallRules
from tests.small.game.state import Options


async def test_a_deal_needs_players_a_seat_and_the_seal(house: House):
    table, deal = await house.open(ANN), house.host.deals.deal
    assert "2 to 4 players, and so far you have 1" in await refused(
        deal(table, ANN, house.receipt())
    )
    await house.host.seats.join(table, BEN, "Ben", house.receipt())
    assert "aren't at table" in await refused(deal(table, CAT, house.receipt()))
    assert "seal" in await refused(deal(table, ANN, house.receipt()))
    await house.seal(table)
    await house.deal(table, BEN)
    assert (await house.seen(table)).phase == "playing"
    assert "already been dealt" in await refused(deal(table, ANN, house.receipt()))


async def test_luck_of_a_deal_is_the_secret_and_ids_nobody_chooses(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.seal(table, 900)
    await house.seal(table, 950)  # a later message changes nothing
    receipt = house.receipt()
    await house.host.deals.deal(table, ANN, receipt)
    assert await house.host.deals.deal_frozen(table, (960, CHANNEL))
    stored = await house.stored(table)
    assert (stored.sealed_by, stored.deal_press, stored.mixed_by) == (901, receipt, 960)
    luck = luck_of(stored, stored.secret, receipt, 960)
    dealt = SmallRules().start(3, Options(), Chance.of(stored.secret, luck, 0)).state
    assert codec_of(SmallRules()).state.load(stored.state or "") == dealt


async def test_luck_of_a_move_ignores_presses_before_the_deal(house: House):
    table = await house.open(ANN, BEN)
    for _ in range(3):
        await house.host.seats.join(table, CAT, "Cat", house.receipt())
        await house.host.seats.leave(table, CAT, house.receipt())
    await house.seal(table)
    await house.deal(table, ANN)
    for number in (1, 2):
        stored = await house.stored(table)
        luck = luck_of(stored, stored.secret, stored.deal_press or 0, stored.mixed_by or 0)
        fair = Chance.of(stored.secret, luck, number)
        assert luck_of_next(stored).shuffled(range(30)) == fair.shuffled(range(30))
        await house.hide(table, (ANN, BEN)[number - 1])


async def test_a_refused_deal_changes_nothing(house: House):
    class Picky(SmallRules):
        def start(self, seats: int, options: Options, chance: Chance) -> Any:
            raise Refusal("Not today.")

    table = await house.open(ANN, BEN)
    await house.seal(table)
    before = await house.stored(table)
    house.played_by(Picky())
    assert await refused(house.host.deals.deal(table, ANN, house.receipt())) == "Not today."
    assert await house.stored(table) == before


@pytest.fixture
async def opened(house: House) -> LoadedTable:
    table = await house.open(ANN, BEN)
    await house.seal(table)
    return await house.store.loaded(table)


def why_not_dealt(loaded: LoadedTable, person: int, press: int) -> str:
    with pytest.raises(Refusal) as refusal:
        may_deal(loaded, person, press)
    return str(refusal.value)


async def test_players_may_deal_once_the_seal_is_posted(opened: LoadedTable):
    press = (opened.table.sealed_by or 0) + id_after(1)
    assert may_deal(opened, BEN, press) == opened.table.players[1]
    assert "aren't at table" in why_not_dealt(opened, CAT, press)
    late = replace(opened.table, sealed_by=press + id_after(1))
    early = replace(opened, table=late, state=None, views={})
    assert "still posting the seal" in why_not_dealt(early, BEN, press)
