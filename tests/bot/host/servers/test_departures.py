"""Which servers the bot is on, as Discord says it."""

from bot.host.deleting.expiry import SERVER_KEPT
from bot.host.servers.departures import MISSING_FOR
from tests.bot.house import ANN, BEN, GUILD, House


async def test_what_belongs_to_a_server_is_due_some_time_after_the_removal(idle_house: House):
    departures, expiry = idle_house.host.departures, idle_house.host.expiry
    await idle_house.dealt(ANN, BEN)
    await departures.note_departure(GUILD)
    idle_house.clock.advance(SERVER_KEPT - 1)
    assert await expiry.servers(idle_house.clock.now()) == []
    idle_house.clock.advance(1)
    assert await expiry.servers(idle_house.clock.now()) == [GUILD]
    await departures.back(GUILD)
    assert await expiry.servers(idle_house.clock.now()) == []


async def test_a_server_must_be_missing_twice(idle_house: House):
    departures, expiry = idle_house.host.departures, idle_house.host.expiry
    await idle_house.dealt(ANN, BEN)
    assert not departures.are_known
    await departures.connected({GUILD + 1})
    assert departures.are_known
    idle_house.clock.advance(SERVER_KEPT)
    assert await expiry.servers(idle_house.clock.now()) == [], "once may be an outage"
    await departures.connected({GUILD + 1})
    assert await expiry.servers(idle_house.clock.now()) == [GUILD]
    await departures.connected({GUILD})
    assert await expiry.servers(idle_house.clock.now()) == []
    await departures.connected(())
    idle_house.clock.advance(MISSING_FOR - 1)
    await departures.connected(())
    idle_house.clock.advance(SERVER_KEPT)
    assert await expiry.servers(idle_house.clock.now()) == [], "too soon after one another"
