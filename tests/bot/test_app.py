"""The bot is put together from its parts, and loads a face for every game on offer.

What it does once it is connected is in tests/e2e.
"""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import __main__ as program
from bot.app import SHARED_COGS, Downeast
from bot.settings import Settings
from bot.show.timing import Timing
from db.database import Database
from games import GAMES
from tests.bot.recording import HandClock
from tests.small.face import FACE


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncGenerator[Downeast]:
    """Put a bot together that is not connected."""
    database = await Database.open(tmp_path / "downeast.sqlite3", durable=False)
    made = Downeast(database, GAMES, Timing(), HandClock())
    yield made
    await made.close()
    await database.close()


async def test_every_game_has_a_face_and_its_commands(bot: Downeast):
    for name in (*(f"cogs.{game}" for game in GAMES), *SHARED_COGS):
        await bot.load_extension(name)
    assert set(bot.faces) == set(GAMES)
    assert all(bot.faces[name].rules.name == name for name in GAMES)
    commands = {one.name for one in bot.tree.get_commands()}
    assert commands == {*GAMES, "games", "me", "table"}


async def test_a_face_is_known_to_all_that_draw_and_serve_it(bot: Downeast):
    await bot.add_face(FACE)
    assert bot.faces["small"] is FACE
    assert bot.router.faces is bot.faces
    assert bot.tree.get_command("small") is not None


async def test_a_face_is_loaded_by_its_modules_own_setup(bot: Downeast):
    await bot.load_extension("tests.small.face")
    assert bot.faces["small"].rules.name == "small"


async def test_the_bot_asks_for_nothing_that_is_privileged(bot: Downeast):
    """Discord would have its owner apply for it, and rightly."""
    assert {name for name, on in bot.intents if on} == {"guilds", "dm_messages"}


async def test_the_bot_pings_nobody_unless_it_is_said(bot: Downeast):
    allowed = bot.allowed_mentions
    assert allowed is not None
    assert allowed.to_dict() == discord.AllowedMentions.none().to_dict()


async def test_the_bot_keeps_no_messages_in_memory(bot: Downeast):
    assert list(bot.cached_messages) == []
    assert bot._connection.max_messages is None


async def test_boards_have_pictures_unless_they_are_switched_off(bot: Downeast, tmp_path: Path):
    assert not bot.display.hanging.knows(1)
    database = await Database.open(tmp_path / "other.sqlite3", durable=False)
    plain = Downeast(database, GAMES, Timing(), pictures=False)
    assert plain.display.hanging.knows(1), "there is nothing to look for"
    await plain.close()
    await database.close()


@pytest.mark.parametrize(("said", "on"), [("off", False), ("on", True), ("", True)])
async def test_the_setting_switches_them_off(
    said: str, on: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    class Made(Exception):
        """As far as a start has to go."""

    def make(*_: Any, pictures: bool) -> None:
        assert pictures is on
        raise Made

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("DOWNEAST_PICTURES", said)
    monkeypatch.setattr(program, "Downeast", make)
    with pytest.raises(Made):
        await program.serve(Settings())


async def test_a_bot_that_was_never_connected_can_be_closed_all_the_same(tmp_path: Path):
    database = await Database.open(tmp_path / "other.sqlite3", durable=False)
    bot = Downeast(database, GAMES, Timing())
    await bot.close()
    assert bot.is_closed()
    assert await database.quick_check() is None, "the file is its opener's to close"
    await database.close()
