"""Tests of the time that players get back; host/servers/test_reach.py has those of one table."""

import pytest

from bot.host.time.lost_time import give_back
from db.tables import out_of_reach
from tests.bot.house import ANN, BEN, House


@pytest.mark.parametrize("only", [True, False])
async def test_one_table_gets_time_back_or_all_that_are_within_reach(house: House, only: bool):
    lost, other = await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)
    before = await house.due(lost)
    house.clock.advance(100)
    now = house.clock.now()
    async with house.database.transaction() as tx:
        await out_of_reach.lost(tx, [lost], now - 100)
        await give_back(tx, now - 100, now, lost if only else None)
    given, kept = (lost, other) if only else (other, lost)
    assert await house.due(given) == before
    assert await house.due(kept) == {name: (due or 0) - 100 for name, due in before.items()}
