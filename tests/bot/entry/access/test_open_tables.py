"""Tests of the tables that `/games` offers to join."""

import discord
import pytest

from bot.entry.access import open_tables
from bot.entry.access.open_tables import joinable, watchable
from bot.entry.dm_words import listed
from bot.show.draw.parts import frame
from bot.ui.panels.panel import Panel
from tests.bot.entry.arriving import arrives
from tests.bot.entry.server import HALL, STAFF, STAFF_ROLE, server
from tests.bot.house import ANN, BEN, CAT, DAN, GUILD, House
from tests.bot.recording import buttons


async def offered(house: House, interaction: discord.Interaction) -> list[int]:
    found = await joinable(house.queries, house.router.access, interaction)
    return [table.id for table in found]


async def games(house: House, person: int = CAT) -> Panel:
    found = await joinable(house.queries, house.router.access, arrives(person))
    return (await listed(house.host, house.display, person, found)).panel


async def test_only_tables_in_channels_that_the_user_sees_are_offered(idle_house: House):
    async with server() as here:
        table = await idle_house.open(ANN)
        staff = await idle_house.open(ANN, channel=STAFF)
        assert await offered(idle_house, here.arrives(CAT, channel=HALL)) == [table]
        of_staff = here.arrives(CAT, channel=HALL, roles=(STAFF_ROLE,))
        assert set(await offered(idle_house, of_staff)) == {table, staff}
        assert await offered(idle_house, arrives(CAT, guild=None)) == []
        assert await offered(idle_house, arrives(CAT, guild=GUILD + 8, channel=HALL)) == []


async def test_a_blocked_person_is_offered_nothing(idle_house: House):
    await idle_house.open(ANN)
    await idle_house.host.moderation.block(GUILD, "this server", DAN, CAT)
    assert await offered(idle_house, arrives(CAT)) == []


async def test_own_full_and_dealt_tables_are_not_offered(house: House):
    await house.open(CAT)
    await house.dealt(ANN, BEN)
    full = await house.open(ANN, BEN)
    await house.host.house_players.seat(full, ANN, 2, house.receipt())
    assert await offered(house, arrives(CAT)) == [full], "a house player makes room"
    await house.host.seats.join(full, DAN, "Dan", house.receipt())
    await house.host.seats.join(full, 105, "Eve", house.receipt())
    assert await offered(house, arrives(CAT)) == []


async def test_a_game_that_is_switched_off_is_not_offered(house: House):
    await house.open(ANN)
    house.offers("")
    assert await offered(house, arrives(CAT)) == []


async def test_at_most_a_few_are_offered(idle_house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(open_tables, "MOST", 2)
    tables = [await idle_house.open(ANN) for _ in range(3)]
    assert len(set(await offered(idle_house, arrives(CAT))) & set(tables)) == 2


async def test_games_says_who_waits_for_how_many_and_offers_to_join(house: House):
    one, two = await house.open(ANN), await house.open(BEN, DAN)
    panel = await games(house)
    text = panel.text()
    assert text.startswith("You aren't at any table.")
    assert "### Tables you can join\n" in text
    assert f"**Hidden Coins, table {one}**, [board](https:" in text
    assert ": Ann waits for one more" in text
    assert ": Ben and Dan are there, and it can be dealt" in text
    join = buttons(panel)[f"Join table {two}"]
    assert (join.request, join.table) == (frame.JOIN, two)


async def test_games_lists_them_below_ones_own_tables(house: House):
    mine = await house.dealt(CAT, DAN)
    await house.open(ANN)
    text = (await games(house)).text()
    assert text.index(f"table {mine}**") < text.index("### Tables you can join")


async def to_watch(house: House, interaction: discord.Interaction) -> dict[int, bool]:
    found = await watchable(house.queries, house.router.access, interaction)
    return {table.id: watched for table, watched in found}


async def test_games_that_go_on_in_channels_that_the_user_sees_can_be_watched(idle_house: House):
    async with server() as here:
        table = await idle_house.dealt(ANN, BEN)
        staff = await idle_house.dealt(ANN, BEN, channel=STAFF)
        await idle_house.open(ANN)
        cat = here.arrives(CAT, channel=HALL)
        assert await to_watch(idle_house, cat) == {table: False}
        of_staff = here.arrives(CAT, channel=HALL, roles=(STAFF_ROLE,))
        assert await to_watch(idle_house, of_staff) == {table: False, staff: False}
        assert await to_watch(idle_house, here.arrives(ANN, channel=HALL)) == {}
        assert await to_watch(idle_house, arrives(CAT, guild=None)) == {}
        await idle_house.host.moderation.block(GUILD, "this server", DAN, CAT)
        assert await to_watch(idle_house, cat) == {}


async def test_games_offers_to_watch_and_to_stop(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(open_tables, "MOST", 2)
    one, _, three = [await house.dealt(ANN, BEN) for _ in range(3)]
    await house.host.watching.watch(one, CAT)
    found = await watchable(house.queries, house.router.access, arrives(CAT))
    panel = (await listed(house.host, house.display, CAT, (), found)).panel
    text = panel.text()
    assert "### Tables you can watch\n" in text
    assert f"**Hidden Coins, table {one}**, [board](https:" in text
    assert ": waiting for Ann and Ben" in text
    assert [*buttons(panel)] == [f"Stop watching table {one}", f"Watch table {three}"]
    assert buttons(panel)[f"Watch table {three}"].request == frame.WATCH
