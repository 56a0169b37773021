"""Each command of the operator says in a sentence why a database of a server can't be used."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.upkeep.commands import check, export, forget, prune
from db.base.place import PostgresUrl
from db.base.problems import DatabaseProblem
from db.database import Database
from tests.bot.upkeep.filled import settings_for
from tests.postgresql.filled import FIRST, filled
from tests.postgresql.server import Server

PASSWORD = "tide-and-time"
COMMANDS = {
    "check": (check.run, Namespace(online=False)),
    "export": (export.run, Namespace(person=FIRST, file=Path("first.json"))),
    "forget": (forget.run, Namespace(person=FIRST, yes=True)),
    "forget, asked": (forget.run, Namespace(person=FIRST, yes=False)),
    "prune": (prune.run, Namespace(server=None, dry_run=False)),
    "prune, asked": (prune.run, Namespace(server=None, dry_run=True)),
}


async def refused(command: str, place: PostgresUrl) -> str:
    """Return why the command can't be done."""
    run, arguments = COMMANDS[command]
    try:
        report = await run(arguments, settings_for(place))
    except DatabaseProblem as problem:
        return str(problem)
    assert report.exit_code == 2
    return report.text()


@pytest.fixture(params=COMMANDS)
def command(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    yield request.param
    assert not (tmp_path / "first.json").exists()


async def test_no_server_answers(command: str):
    place = PostgresUrl(f"postgresql://bot:{PASSWORD}@127.0.0.1:1/x")
    said = await refused(command, place)
    assert "because the server can't be reached" in said
    assert PASSWORD not in said


async def test_the_database_is_not_there(command: str, server: Server):
    said = await refused(command, server.url("nowhere"))
    assert "the server has no database of that name" in said
    assert "createdb" in said


async def test_the_database_is_another_programs(
    command: str, server: Server, name: str, place: PostgresUrl
):
    server.ask(name, "CREATE TABLE cargo (id int)")
    assert "is not ours: another program has tables in it" in await refused(command, place)
    assert server.ask(name, "SELECT count(*) FROM pg_tables WHERE schemaname='public'") == "1"


async def test_the_database_is_empty(command: str, server: Server, name: str, place: PostgresUrl):
    assert "no Downeast has finished its first start" in await refused(command, place)
    assert server.ask(name, "SELECT count(*) FROM pg_tables WHERE schemaname='public'") == "0"


async def test_the_password_is_wrong(command: str, server: Server, name: str, place: PostgresUrl):
    hba = server.folder / "data/pg_hba.conf"
    before = hba.read_text()
    server.ask(name, "CREATE ROLE guarded LOGIN PASSWORD 'another'")
    hba.write_text(f"local all guarded scram-sha-256\n{before}")
    server.ask(name, "SELECT pg_reload_conf()")
    try:
        url = place.url.replace("bot@", f"guarded:{PASSWORD}@")
        said = await refused(command, PostgresUrl(url))
        assert "doesn't accept this user or password" in said
        assert PASSWORD not in said
    finally:
        hba.write_text(before)
        server.ask(name, "SELECT pg_reload_conf(); DROP ROLE guarded")


@pytest.mark.parametrize("command", ["forget", "prune"], indirect=True)
async def test_a_user_who_may_only_read_cannot_change(
    command: str, server: Server, name: str, place: PostgresUrl
):
    await filled(place)
    server.ask(
        name, "CREATE ROLE looker LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO looker"
    )
    try:
        said = await refused(command, PostgresUrl(place.url.replace("bot@", "looker@")))
        assert "this user may not do what I need" in said
        assert "Make the user the owner" in said
    finally:
        server.ask(name, "DROP OWNED BY looker; DROP ROLE looker")


@pytest.mark.parametrize("command", ["forget", "prune"], indirect=True)
async def test_a_bot_is_running(command: str, place: PostgresUrl, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("db.engines.postgresql_engine.LOCK_WITHIN", 0.1)
    database = await Database.open(place)
    try:
        assert "Stop that one first" in await refused(command, place)
    finally:
        await database.close()
