"""Tests of the settings of servers that are kept in memory."""

import pytest

from db.servers.servers import Server
from games.rules import Refusal
from tests.bot.house import ANN, BEN, GUILD, House


async def test_blocks_survive_a_restart(house: House):
    await house.host.moderation.block(GUILD, "Ours", ANN, BEN)
    await house.crash()
    assert not house.store.servers.blocks(GUILD, BEN), "nothing is read yet"
    await house.store.servers.load()
    assert house.store.servers.blocks(GUILD, BEN)
    assert not house.store.servers.blocks(GUILD, ANN)
    assert not house.store.servers.blocks(GUILD + 1, BEN)


async def test_a_blocked_person_is_told_by_which_server(house: House):
    servers = house.store.servers
    servers.put(GUILD, Server(name="*Ours*", blocked=frozenset({BEN})))
    servers.put(8, Server(name="Other", blocked=frozenset({BEN})))
    servers.check_not_blocked(GUILD, ANN)
    with pytest.raises(Refusal) as refused:
        servers.check_not_blocked(GUILD, BEN)
    assert str(refused.value) == ("The moderators of \\*Ours\\* have blocked you from its tables.")
    assert servers.why_blocked([GUILD, 8]) == (
        "The moderators of \\*Ours\\* and Other have blocked you from their tables."
    )


async def test_no_press_reads_settings_from_the_file(house: House):
    await house.quiet()
    with house.counting() as counted:
        house.store.servers.blocks(GUILD, BEN)
    assert counted.reads == 0
