"""Tests of `python -m bot emojis`."""

import subprocess
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from discord_playground import Playground
from pydantic import SecretStr

from bot import emoji_command
from bot.endpoint import Address, aim_at
from bot.host.time.clock import SystemClock
from bot.service import CannotServe, CutOff
from bot.settings import Settings
from bot.ui.panels.pics import all_pics
from db.database import Database
from tests.bot.upkeep.filled import house_in_file
from tests.postgresql.empty import empty_database
from tests.postgresql.filled import filled

ROOT = Path(__file__).parents[2]


class NoWait(SystemClock):
    """A clock that never waits."""

    def now(self) -> float:
        return 0.0

    async def sleep_until(self, instant: float) -> None:
        pass


@pytest.fixture
async def play() -> AsyncGenerator[Playground]:
    playground = Playground(port=0, rates=False)
    await playground.start()
    aim_at(Address(playground.base, playground.gateway))
    yield playground
    await playground.stop()


def settings(play: Playground, file: Path) -> Settings:
    made = Settings(database=str(file))
    made.discord_token = SecretStr(play.bot_token)
    return made


async def said(play: Playground, file: Path, *, tidy: bool = False) -> str:
    return await emoji_command.bring_up(settings(play, file), tidy=tidy, clock=NoWait())


async def test_result_counts_present_added_and_missing(play: Playground, tmp_path: Path):
    count = len(all_pics())
    file = tmp_path / "none.sqlite3"
    first = await said(play, file)
    assert first == f"0 pictures were there, {count} were added; none is missing."
    assert {emoji["name"] for emoji in play.world.emojis.values()} == {
        pic.emoji for pic in all_pics().values()
    }
    again = await said(play, file)
    assert again == f"{count} pictures were there, 0 were added; none is missing."
    assert not file.exists(), "no file is made to ask whether anybody plays"


async def test_outdated_pictures_are_removed_only_without_games(play: Playground, tmp_path: Path):
    play.world.emojis["1"] = {"id": "1", "name": "coal_old"}
    async with house_in_file(tmp_path) as house:
        await house.open()
        file = house.file
    kept = await said(play, file, tidy=True)
    assert kept.endswith("Tables are in play that may show older ones: none was removed.")
    assert "1" in play.world.emojis
    removed = await said(play, tmp_path / "none.sqlite3", tidy=True)
    assert removed.endswith("1 older one was removed.")
    assert "1" not in play.world.emojis


async def test_wrong_token_is_reported(play: Playground, tmp_path: Path):
    wrong = settings(play, tmp_path / "x")
    wrong.discord_token = SecretStr("wrong")
    with pytest.raises(CannotServe, match="doesn't accept this DISCORD_TOKEN"):
        await emoji_command.bring_up(wrong, tidy=False)


async def test_unreachable_discord_is_reported(play: Playground, tmp_path: Path):
    lost = settings(play, tmp_path / "x")
    await play.stop()
    with pytest.raises(CutOff, match=r"I can't log in to Discord: .+\. Check the network"):
        await emoji_command.bring_up(lost, tidy=False)


def test_missing_token_is_reported():
    done = subprocess.run(
        [sys.executable, "-m", "bot", "emojis"],
        cwd=ROOT,
        env={"PATH": "", "DISCORD_TOKEN": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 4
    assert ".env.example" in done.stderr
    assert "Traceback" not in done.stderr


async def test_tables_of_a_server_are_seen_while_a_bot_uses_it(play: Playground):
    with empty_database() as place:
        play.world.emojis["1"] = {"id": "1", "name": "coal_old"}
        await filled(place)
        on_server = settings(play, Path("unused"))
        on_server.database = place.url
        database = await Database.open(place)
        try:
            kept = await emoji_command.bring_up(on_server, tidy=True, clock=NoWait())
        finally:
            await database.close()
    assert kept.endswith("Tables are in play that may show older ones: none was removed.")
    assert "1" in play.world.emojis
