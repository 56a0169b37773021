"""The world survives a restart in its file."""

import asyncio
import json
import os
import threading
from pathlib import Path

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.world import keep
from tests.bot.playground.callers import EPHEMERAL, Bot, Person, button, command, panel, row, text


async def test_a_restart_finds_everything_but_what_was_ephemeral(tmp_path: Path) -> None:
    file = tmp_path / "data" / "playground.json"
    async with aiohttp.ClientSession() as session:
        play = Playground(port=0, keep=file)
        await play.start()
        bot = await Bot(play, session, f"Bot {play.bot_token}").identify(intents=0)
        ann = Person(play, session, "ann")
        await bot.register(command())
        games = next(iter(play.world.channels))
        posted = await bot(
            "POST", f"/channels/{games}/messages", {"content": "x"}, files={"a.txt": b"kept"}
        )
        await ann.slash("hello", games)
        one = await bot.line.until("INTERACTION_CREATE")
        await bot.answer(one, 4, {"content": "secret", "flags": EPHEMERAL})
        await ann("POST", "/playground/people/ann", {"dms_open": False})
        await ann("POST", "/playground/clock", {"add": 100})
        shut = {"bot_permissions": {"send_messages": False}}
        await ann("POST", f"/playground/channels/{games}", shut)
        await play.stop()

        again = Playground(people=("Ann", "Ben", "Zoe"), port=0, keep=file)
        await again.start()
        bot, ann = Bot(again, session, f"Bot {again.bot_token}"), Person(again, session, "ann")
        assert again.world.bot_id == play.world.bot_id
        assert [one["name"] for one in again.world.commands.values()] == ["hello"]
        listed = (await ann("GET", f"/channels/{games}/messages")).body
        assert listed == [posted.body]
        assert list(again.world.files.values()) == [("text/plain", b"kept")]
        assert [one.name for one in again.world.people.values()] == [
            "Ann", "Ben", "Cat", "Dan", "Eve", "Zoe",
        ]  # fmt: skip
        assert not again.world.person("ann").dms_open
        assert again.world.offset == 100
        assert (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).code == 50013
        newer = (await ann("POST", f"/channels/{games}/messages", {"content": "y"})).body
        assert int(newer["id"]) > int(posted.body["id"])
        assert (await bot("PATCH", bot.followed(one), {"content": "x"})).code == 50027
        await again.stop()


async def test_buttons_from_before_a_restart_can_be_pressed(tmp_path: Path) -> None:
    file = tmp_path / "playground.json"
    async with aiohttp.ClientSession() as session:
        play = Playground(port=0, keep=file)
        await play.start()
        games = next(iter(play.world.channels))
        bot = Bot(play, session, f"Bot {play.bot_token}")
        body = panel(text("x"), row(button("1:1:go")))
        message = (await bot("POST", f"/channels/{games}/messages", body)).body
        await play.stop()
        again = Playground(port=0, keep=file)
        await again.start()
        bot = await Bot(again, session, f"Bot {again.bot_token}").identify(intents=0)
        assert (await Person(again, session, "ann").press(message, "1:1:go")).status == 204
        one = await bot.line.until("INTERACTION_CREATE")
        assert (await bot.answer(one, 7, panel(text("on")))).status == 200
        await again.stop()


async def test_a_change_is_written_soon_and_never_by_halves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "playground.json"
    loop, written, really_write = asyncio.get_running_loop(), asyncio.Event(), keep.write

    def write(path: Path, text: str) -> None:
        really_write(path, text)
        loop.call_soon_threadsafe(written.set)

    monkeypatch.setattr(keep, "write", write)
    play = Playground(port=0, keep=file)
    await play.start()
    play.world.add_person("Zoe")
    async with asyncio.timeout(3):
        await written.wait()
    assert '"Zoe"' in file.read_text()
    assert json.loads(file.read_text())["version"] == 1
    assert os.listdir(tmp_path) == [file.name]
    await play.stop()


async def test_stopping_waits_for_what_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at once would take the fresh file from under each other, and the last one fail."""
    inside, go = threading.Event(), threading.Event()
    writing: list[str] = []

    def slowly(path: Path, text: str) -> None:
        assert not writing, "two write at once"
        writing.append(text)
        inside.set()
        go.wait()
        writing.remove(text)

    monkeypatch.setattr(keep, "write", slowly)
    monkeypatch.setattr(keep, "SOON", 0)
    keeper = keep.Keeper(tmp_path / "playground.json", lambda: "{}")
    keeper.start()
    keeper.note_change()
    await asyncio.to_thread(inside.wait)
    asyncio.get_running_loop().call_later(0.05, go.set)
    await keeper.stop()
    assert not writing


def test_the_ids_of_a_world_can_be_read_without_it(tmp_path: Path) -> None:
    file = tmp_path / "playground.json"
    assert keep.kept_ids(file) is None
    for said in ("", "[]", "{}", '{"bot_id": "x"}'):
        file.write_text(said, encoding="utf-8")
        assert keep.kept_ids(file) is None
    world = Playground(("Ann",)).world
    file.write_text(keep.to_text(world), encoding="utf-8")
    assert keep.kept_ids(file) == (int(world.bot_id), int(world.guild_id))
