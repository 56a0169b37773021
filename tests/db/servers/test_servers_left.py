"""A server counts as left when Discord says so, or when it's missing twice, a day apart."""

from db.database import Transaction
from db.servers import servers_left
from tests.db.table_rows import inserted

NOW, DAY = 1_790_000_000.0, 24 * 3600.0
HERE, THERE = 10, 20


async def two_servers(tx: Transaction) -> None:
    await inserted(tx, guild=HERE)
    await inserted(tx, guild=THERE, phase="ended")
    await inserted(tx, guild=0, practice=True)  # by DM


async def connects(tx: Transaction, at: float, *present: int) -> None:
    missing = await servers_left.known(tx) - set(present)
    await servers_left.connected(tx, present, missing, at, at - DAY)


async def connected(tx: Transaction, at: float, *present: int) -> list[int]:
    """Connect to these servers, and return those that count as left then."""
    await connects(tx, at, *present)
    return await servers_left.left_before(tx, at)


async def test_a_removal_counts_at_once_and_a_return_takes_it_back(tx: Transaction):
    await two_servers(tx)
    await servers_left.note_departure(tx, HERE, NOW)
    assert await servers_left.left_before(tx, NOW - 1) == []
    assert await servers_left.left_before(tx, NOW) == [HERE]
    await servers_left.back(tx, HERE)
    assert await servers_left.left_before(tx, NOW) == []


async def test_a_server_that_is_missing_once_may_come_back(tx: Transaction):
    await two_servers(tx)
    assert await connected(tx, NOW, HERE) == []
    assert await connected(tx, NOW + DAY - 1, HERE) == [], "too soon"
    assert await connected(tx, NOW + DAY, HERE) == [THERE]
    assert await servers_left.left_before(tx, NOW) == [THERE], "since it was missing first"
    assert await connected(tx, NOW + 2 * DAY, HERE, THERE) == []
    assert await connected(tx, NOW + 3 * DAY, HERE) == [], "it begins anew"


async def test_a_removal_while_a_server_is_missing_keeps_the_earlier_time(tx: Transaction):
    await two_servers(tx)
    await connected(tx, NOW, HERE)
    await servers_left.note_departure(tx, THERE, NOW + 60)
    assert await servers_left.left_before(tx, NOW) == [THERE]


async def test_nothing_is_noted_of_servers_without_any_rows(tx: Transaction):
    await servers_left.note_departure(tx, HERE, NOW)
    await two_servers(tx)
    await connects(tx, NOW, HERE, THERE, 30)
    assert await tx.all("SELECT * FROM servers_left") == []
    await tx.run("INSERT INTO blocks VALUES (40, 1)")
    await connected(tx, NOW, HERE, THERE, 30)
    assert [row["guild"] for row in await tx.all("SELECT * FROM servers_left")] == [40]
