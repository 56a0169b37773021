"""Tests of the permission check: who may see a table, and from where."""

import asyncio
from collections.abc import AsyncGenerator

import discord
import pytest

from games.rules import Refusal
from tests.bot.entry.arriving import arrives
from tests.bot.entry.server import (
    ATTIC,
    DEN,
    GUARD_ROLE,
    HALL,
    NOOK,
    STAFF,
    STAFF_ROLE,
    Server,
    server,
)
from tests.bot.host.seating.test_stand_in import Housed
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, GUILD, House, refused
from tests.small.game.state import Options

GONE = "I don't know that table."
MODERATOR = discord.Permissions(manage_messages=True)


@pytest.fixture
async def here() -> AsyncGenerator[Server]:
    async with server() as kept:
        yield kept


async def seen(house: House, table: int, asked: discord.Interaction) -> bool:
    """Return whether somebody sees a table, and check that a refusal reveals nothing."""
    work = house.router.access.table(asked, table)
    (found,) = await asyncio.gather(work, return_exceptions=True)
    if isinstance(found, Refusal):
        assert str(found) == GONE
        return False
    assert found.id == table
    return True


async def test_everybody_in_the_channel_sees_the_table_without_a_request(
    idle_house: House, here: Server
):
    for place in (CHANNEL, STAFF, DEN, ATTIC):
        table = await idle_house.open(DAN, channel=place)
        assert await seen(idle_house, table, here.arrives(CAT, channel=place))
        await idle_house.host.endings.end(table, DAN, idle_house.receipt(), moderator=False)
    assert here.asked == []


async def test_other_channels_need_permission_to_view_the_tables_channel(
    idle_house: House, here: Server
):
    table = await idle_house.open(ANN, BEN)
    assert await seen(idle_house, table, here.arrives(CAT, channel=HALL))
    staff = await idle_house.open(ANN, BEN, channel=STAFF)
    assert not await seen(idle_house, staff, here.arrives(CAT, channel=HALL))
    assert await seen(idle_house, staff, here.arrives(CAT, channel=HALL, roles=(STAFF_ROLE,)))
    assert here.asked == [], "what discord.py keeps says it all"


async def test_public_thread_has_the_permissions_of_its_channel(idle_house: House, here: Server):
    table = await idle_house.open(ANN, BEN, channel=NOOK)
    assert not await seen(idle_house, table, here.arrives(CAT, channel=HALL))
    assert await seen(idle_house, table, here.arrives(CAT, channel=HALL, roles=(STAFF_ROLE,)))
    assert here.asked == []


async def test_private_thread_is_seen_by_its_members_only(idle_house: House, here: Server):
    table = await idle_house.open(ANN, BEN, channel=DEN)
    assert not await seen(idle_house, table, here.arrives(CAT, channel=CHANNEL))
    here.regain_access(DEN, CAT)
    assert await seen(idle_house, table, here.arrives(CAT, channel=CHANNEL))
    here.loses_answers()
    assert not await seen(idle_house, table, here.arrives(CAT, channel=CHANNEL)), "not found out"


async def test_archived_thread_is_requested(idle_house: House, here: Server):
    table = await idle_house.open(ANN, BEN, channel=ATTIC)
    assert not await seen(idle_house, table, here.arrives(CAT, channel=CHANNEL))
    here.regain_access(ATTIC, CAT)
    assert await seen(idle_house, table, here.arrives(CAT, channel=CHANNEL))
    gone = await idle_house.open(ANN, BEN, channel=404)
    assert not await seen(idle_house, gone, here.arrives(CAT, channel=CHANNEL))


async def test_only_players_see_a_table_from_a_dm_or_another_server(
    idle_house: House, here: Server
):
    table = await idle_house.open(ANN, BEN)
    for guild in (GUILD + 8, None):
        assert not await seen(idle_house, table, arrives(CAT, guild=guild, channel=HALL))
        assert await seen(idle_house, table, arrives(BEN, guild=guild, channel=HALL))


async def test_players_see_their_table_from_everywhere(idle_house: House, here: Server):
    table = await idle_house.open(ANN, BEN, channel=DEN)
    assert await seen(idle_house, table, here.arrives(BEN, channel=HALL))
    assert here.asked == []


async def test_unknown_server_shows_tables_in_their_channel_only(idle_house: House):
    table = await idle_house.open(ANN, BEN)
    assert await seen(idle_house, table, arrives(CAT))
    assert not await seen(idle_house, table, arrives(CAT, channel=HALL))


@pytest.mark.parametrize("number", [999, 0, -1, 2**63, 10**30])
async def test_missing_number_is_refused_in_the_same_words(idle_house: House, number: int):
    assert not await seen(idle_house, number, arrives(CAT))
    assert await refused(idle_house.router.access.own(CAT, number)) == GONE


async def test_removed_game_is_reported_to_its_players_only(idle_house: House):
    table = await idle_house.open(ANN, BEN)
    del idle_house.games["small"]
    idle_house.store.cache.drop(table)
    assert not await seen(idle_house, table, arrives(CAT))
    with pytest.raises(Refusal, match="isn't offered here any more"):
        await idle_house.router.access.table(arrives(BEN), table)


async def test_moderator_needs_the_tables_own_channel(idle_house: House, here: Server):
    table = await idle_house.open(ANN, BEN)
    access, found = idle_house.router.access, await idle_house.seen(table)
    for asked, moderates in (
        (here.arrives(CAT, channel=CHANNEL, permissions=MODERATOR), True),
        (here.arrives(CAT, channel=CHANNEL), False),
        (here.arrives(CAT, channel=HALL, permissions=MODERATOR), False),
        (here.arrives(CAT, channel=HALL, roles=(GUARD_ROLE,)), True),
        (here.arrives(CAT, channel=HALL, roles=(STAFF_ROLE,)), False),
        (arrives(CAT, guild=GUILD + 8, permissions=MODERATOR, channel=HALL), False),
    ):
        assert await access.moderates(asked, found) is moderates


async def test_moderator_outside_a_private_thread_has_no_say(idle_house: House, here: Server):
    table = await idle_house.open(ANN, BEN, channel=DEN)
    asked = here.arrives(CAT, channel=CHANNEL, roles=(GUARD_ROLE,))
    found = await idle_house.seen(table)
    assert not await idle_house.router.access.moderates(asked, found)
    here.regain_access(DEN, CAT)
    assert await idle_house.router.access.moderates(asked, found)


MANAGER = discord.Permissions(manage_guild=True)


@pytest.mark.parametrize(("own", "hides"), [(STAFF, STAFF), (NOOK, STAFF), (ATTIC, CHANNEL)])
async def test_a_hidden_channel_proves_nothing_about_anybody(
    idle_house: House, here: Server, own: int, hides: int
):
    """A thread is hidden with its channel, also if Discord has to be asked about it (ATTIC)."""
    table = await idle_house.open(ANN, BEN, channel=own)
    here.hide(hides)
    access, found = idle_house.router.access, await idle_house.seen(table)
    roles = (STAFF_ROLE, GUARD_ROLE)
    assert await seen(idle_house, table, here.arrives(BEN, channel=HALL)), "Ben plays there"
    stranger = here.arrives(CAT, channel=HALL, roles=roles, permissions=MODERATOR)
    assert not await seen(idle_house, table, stranger)
    assert not await access.moderates(stranger, found)
    there = here.arrives(CAT, channel=own, permissions=MODERATOR)
    assert await seen(idle_house, table, there)
    assert await access.moderates(there, found)
    assert not await access.moderates(here.arrives(CAT, channel=own, permissions=MANAGER), found)
    manager = here.arrives(CAT, channel=HALL, permissions=MANAGER)
    assert await seen(idle_house, table, manager)
    assert await access.moderates(manager, found)
    elsewhere = arrives(CAT, guild=GUILD + 8, channel=HALL, permissions=MANAGER)
    assert not await seen(idle_house, table, elsewhere)
    assert not await access.moderates(elsewhere, found)


async def test_a_channel_is_lost_if_it_is_hidden_or_gone(idle_house: House, here: Server):
    access = idle_house.router.access
    found = [await idle_house.seen(await idle_house.open(DAN, channel=own)) for own in (DEN, 404)]
    asked = here.arrives(DAN, channel=HALL)
    assert [await access.is_lost(asked, table) for table in found] == [False, True]
    assert await access.is_secluded(asked, found[0])
    here.hide(CHANNEL)
    assert await access.is_lost(asked, found[0])
    assert not await access.is_secluded(asked, found[0]), "nobody can see its board there any more"
    inside = here.arrives(DAN, channel=DEN)
    assert await access.is_secluded(inside, found[1]), "the new place counts as before"


async def test_a_blocked_person_learns_of_no_table_that_they_would_not_see(
    house: House, here: Server
):
    """The sentence about the block would otherwise say that a hidden table exists."""
    seen_by_all, hidden = await house.open(ANN), await house.open(ANN, channel=STAFF)
    await house.host.moderation.block(GUILD, "Ours", ANN, CAT)
    asked = here.arrives(CAT, channel=CHANNEL)
    blocked = "The moderators of Ours have blocked you from its tables."
    assert await refused(house.router.access.table(asked, seen_by_all)) == blocked
    assert await refused(house.router.access.table(asked, hidden)) == GONE
    assert await refused(house.router.access.table(asked, 999)) == GONE
    assert await refused(house.router.access.own(CAT, seen_by_all)) == GONE


async def test_practice_is_seen_by_its_player_alone(idle_house: House, here: Server):
    """Its channel is where the player started it, which others see as well."""
    idle_house.played_by(Housed())
    table = await idle_house.host.practice.start(
        "small",
        Options(),
        guild=GUILD,
        channel=CHANNEL,
        person=ANN,
        name="Ann",
        receipt=idle_house.receipt(),
    )
    assert await seen(idle_house, table, here.arrives(ANN, channel=CHANNEL))
    for place in (CHANNEL, HALL):
        assert not await seen(idle_house, table, here.arrives(CAT, channel=place))
    with pytest.raises(Refusal, match="don't know that table"):
        await idle_house.router.access.own(CAT, table)
