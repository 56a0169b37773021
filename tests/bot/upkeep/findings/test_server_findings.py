"""What is said of a PostgreSQL database, while the bot runs and while it doesn't."""

from dataclasses import replace
from typing import Any

import pytest

from bot.host.deadline_timer import ALIVE
from bot.upkeep.findings.findings import Finding
from bot.upkeep.findings.server_findings import about_server, about_state
from db.base.place import PostgresUrl
from db.database import Database
from db.engines import notes
from db.upkeep.server_state import OnServer
from tests.bot.upkeep.filled import settings_for
from tests.postgresql.filled import filled
from tests.postgresql.server import Server

SOUND = OnServer(
    version="15.3",
    major=15,
    size=10,
    user="bot",
    foreign_tables=(),
    may_create=True,
    fsync=True,
    full_page_writes=True,
    idle_limit=0,
    elsewhere=False,
    encrypted=False,
    standby=False,
)
OF_THE_TEST = "fsync = off"  # how the server of the tests runs


async def found(place: PostgresUrl, now: float, facts: dict[str, Any]) -> list[Finding]:
    return await about_server(place, settings_for(place), now, facts)


async def said(place: PostgresUrl, now: float = 0.0, level: str | None = None) -> list[str]:
    lines = await found(place, now, {})
    return [
        item.text for item in lines if level in (None, item.level) and OF_THE_TEST not in item.text
    ]


async def test_a_sound_database_is_whole_and_nobody_runs(place: PostgresUrl):
    await filled(place)
    facts: dict[str, Any] = {}
    lines = [item.text for item in await found(place, 0, facts)]
    assert any("is whole: 2 tables in play (1 of deadman, 1 of dealt)" in line for line in lines)
    assert "It never ran." in lines
    assert not await said(place, 0, "warning")
    assert not await said(place, 0, "broken")
    assert facts["in_play"] == {"deadman": 1, "dealt": 1}
    assert facts["running"] is False
    assert facts["database"] == str(place)


async def test_a_running_bot_is_seen_with_its_heartbeat_and_missed_deadlines(place: PostgresUrl):
    await filled(place)
    database = await Database.open(place)
    try:
        async with database.transaction() as tx:
            await notes.write(tx, ALIVE, "5000000000")
        assert "The bot runs, and was alive 7 s ago." in await said(place, 5e9 + 7)
        late = await said(place, 5e9 + 86400, "warning")
        assert any("hasn't noted that it is alive since" in line for line in late)
        assert any("passed without a move" in line for line in late)
    finally:
        await database.close()
    after = await said(place, 5e9 + 86400)
    assert any("The bot doesn't run. It was last alive on" in line for line in after)
    assert any("Players get that time back" in line for line in after)


async def test_an_empty_and_a_foreign_database_are_no_tracebacks(
    server: Server, name: str, place: PostgresUrl
):
    [empty] = await said(place, 0, "broken")
    assert "is empty: no Downeast has finished its first start" in empty
    server.ask(name, "CREATE TABLE orders_of_a_shop (id int)")
    [foreign] = await said(place, 0, "broken")
    assert "is not ours" in foreign


async def test_a_table_that_cannot_be_read_is_named(server: Server, name: str, place: PostgresUrl):
    await filled(place)
    server.ask(name, "UPDATE tables SET state='{}' WHERE game='dealt'")
    [broken] = await said(place, 0, "broken")
    assert "(dealt) can't be read" in broken


async def test_a_dump_that_was_restored_in_part_is_broken(
    server: Server, name: str, place: PostgresUrl
):
    await filled(place)
    server.ask(name, "ALTER TABLE seats DROP CONSTRAINT seats_pkey")
    [broken] = await said(place, 0, "broken")
    assert "isn't whole: seats lacks its key. Restore a backup." in broken


async def test_a_user_who_may_only_read_is_told_whose_the_tables_are(
    server: Server, name: str, place: PostgresUrl
):
    await filled(place)
    reader = PostgresUrl(place.url.replace("bot@", "reader@"))
    server.ask(name, "CREATE ROLE reader LOGIN")
    try:
        [closed] = await said(reader, 0, "broken")
        assert "this user may not do what I need" in closed
        server.ask(name, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
        [only_reads] = await said(reader, 0, "broken")
        assert "The user reader doesn't own " in only_reads
    finally:
        server.ask(name, "DROP OWNED BY reader; DROP ROLE reader")


@pytest.mark.parametrize("where", ["/nothing-here", "127.0.0.1&port=1"])
async def test_a_server_that_is_away_is_one_sentence(where: str):
    [away] = await said(PostgresUrl(f"postgresql://bot:pass-word@/x?host={where}"))
    assert "the server can't be reached" in away
    assert "pass-word" not in away


@pytest.mark.parametrize(
    ("seen", "level", "words"),
    [
        (SOUND, None, ""),
        (replace(SOUND, elsewhere=True, encrypted=True), None, ""),
        (replace(SOUND, elsewhere=True), "warning", "sslmode=verify-full"),
        (replace(SOUND, major=12, version="12.3"), "warning", "PostgreSQL 12.3"),
        (replace(SOUND, fsync=False), "warning", "Set fsync = on"),
        (replace(SOUND, full_page_writes=False), "warning", "Set full_page_writes = on"),
        (replace(SOUND, idle_limit=1500), "warning", "idle for 1.5 s"),
        (replace(SOUND, standby=True), "broken", "only follows another one"),
        (replace(SOUND, may_create=False), "warning", "can't make tables"),
        (replace(SOUND, foreign_tables=("log", "seats")), "broken", "doesn't own log and seats"),
    ],
)
def test_a_server_is_judged(seen: OnServer, level: str | None, words: str):
    lines = about_state(seen)
    assert [item.level for item in lines] == ([] if level is None else [level])
    assert all(words in item.text for item in lines)
