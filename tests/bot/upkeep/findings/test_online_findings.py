"""What Discord is asked, on our playground: with the bot's commands and without."""

from collections.abc import AsyncGenerator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from discord_playground import Playground
from discord_playground.world import json_shapes

from bot.host.reading.store import OWNER
from bot.upkeep.findings.findings import Finding
from bot.upkeep.findings.online_findings import about_application, about_discord
from db.base.place import PostgresUrl
from db.database import Database
from db.engines import notes
from tests.actors.harbor import Harbor, harbor
from tests.bot.upkeep.filled import change, names, settings_for
from tests.files import put_new_file


@pytest.fixture
async def play() -> AsyncGenerator[Playground]:
    playground = Playground(port=0, rates=False)
    await playground.start()
    yield playground
    await playground.stop()


async def asked(play: Playground, file: Path, facts: dict[str, Any] | None = None) -> list[Finding]:
    settings = settings_for(file, playground_url=play.base)
    return await about_discord(settings, {} if facts is None else facts)


def bad(found: list[Finding]) -> list[str]:
    return [item.text for item in found if item.level != "fine"]


@pytest.mark.sqlite
async def test_running_bot_is_registered_as_it_should_be(tmp_path: Path):
    async with harbor(tmp_path) as here:
        facts: dict[str, Any] = {}
        assert bad(await asked(here.playground, here.file, facts)) == []
        assert facts["commands_current"]
        assert (facts["commands"], facts["servers"]) == (len(here.playground.world.commands), 1)
        assert here.unhappy() == []


@pytest.mark.sqlite
async def test_a_start_mends_the_commands_of_another_release(tmp_path: Path):
    async with harbor(tmp_path) as here:
        play, there = here.playground, here.playground.world.commands
        first, *_, last = there
        there[first] |= {"description": "Of another release"}
        del there[last]
        [said] = bad(await asked(play, here.file))
        assert "Discord has the commands without /" in said
        assert f"with another /{there[first]['name']}" in said
        assert "The bot registers its own when it starts" in said
        await restarted(here)
        assert bad(await asked(play, here.file)) == []


@pytest.mark.sqlite
async def test_a_start_sends_commands_only_if_discord_has_others(tmp_path: Path):
    async with harbor(tmp_path) as here:
        kept = here.playground.world.commands
        whole = {command["name"]: command for command in kept.values()}
        assert len(await restarted(here)) == 0, "nothing has changed"
        here.place = tmp_path / "other.sqlite3"
        assert len(await restarted(here)) == 0, "a second file has the same token"
        kept.clear()
        assert len(await restarted(here)) == 1
        assert {command["name"] for command in kept.values()} == set(whole)
        assert here.unhappy() == []


async def restarted(here: Harbor) -> list[Any]:
    """Start the bot again. Return the requests with which it registers commands."""
    since = len(here.requests)
    await here.stop_bot()
    bot = await here.start_bot()
    await bot._beside[0]
    return [
        request
        for request in here.requests[since:]
        if request["method"] == "PUT" and request["path"].endswith("/commands")
    ]


async def test_commands_that_were_never_registered_are_named(play: Playground, tmp_path: Path):
    [said] = bad(await asked(play, tmp_path / "nothing.sqlite3"))
    assert "without /deadman, /dealt" in said
    assert names(tmp_path) == []


async def test_file_of_another_application_is_broken(play: Playground, tmp_path: Path):
    file = tmp_path / "downeast.sqlite3"
    await put_new_file(file)
    change(file, "INSERT INTO notes (key, value) VALUES ('application', '77')")
    assert "belongs to another application (77)" in bad(await asked(play, file))[0]


async def test_missing_permissions_are_named_with_their_server(
    play: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(json_shapes.permissions, "USUAL", 1 << 10)
    said = bad(await asked(play, tmp_path / "x"))
    assert play.world.guild_name in said[1]
    assert "Send Messages" in said[1]
    assert "add me again with http" in said[2]


async def test_refused_token_and_silent_discord_are_told_apart(tmp_path: Path, play: Playground):
    play.stage.faults.add({"kind": "status", "status": 401, "times": 9})
    assert "doesn't accept this DISCORD_TOKEN" in bad(await asked(play, tmp_path / "x"))[0]
    play.stage.faults.clear()
    settings = settings_for(tmp_path / "x")
    assert "There is no DISCORD_TOKEN" in (await about_discord(settings, {}))[0].text
    await play.stop()
    assert "No playground answers" in bad(await asked(play, tmp_path / "x"))[0]


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({"interactions_endpoint_url": "https://example.org"}, "Interactions Endpoint URL"),
        ({"bot_require_code_grant": True}, "OAuth2 Code Grant"),
    ],
)
def test_setting_of_the_portal_that_breaks_the_bot_is_said(setting: dict[str, Any], words: str):
    usual = {"interactions_endpoint_url": None, "bot_require_code_grant": False}
    application: Any = SimpleNamespace(
        id=5, name="Downeast", flags=SimpleNamespace(value=0), **{**usual, **setting}
    )
    [_, finding] = about_application(application, {})
    assert finding.level == "broken"
    assert words in finding.text


async def test_a_database_of_a_server_belongs_to_one_application(
    play: Playground, place: PostgresUrl
):
    database = await Database.open(place)
    try:
        async with database.transaction() as tx:
            await notes.write(tx, OWNER, "42")
        settings = settings_for(place, playground_url=play.base)
        found = bad(await about_discord(settings, {}))
    finally:
        await database.close()
    assert f"The database {place} belongs to another application (42)" in found[0]
    assert "Name another one as DOWNEAST_DATABASE" in found[0]
