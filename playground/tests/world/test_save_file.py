import asyncio
import json
import os
import re
import stat
import threading
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord_playground import Playground
from discord_playground.world import save_file
from discord_playground.world.world import FORUM, PRIVATE_THREAD, Channel, Role, World

from playground.tests.callers import EPHEMERAL, Bot, Person, button, command, panel, row, text
from playground.tests.quiet import named, note, place, thread_in


def unsigned(messages: Any) -> Any:
    """Return messages without the signatures of file addresses, which change each hour."""
    return json.loads(re.sub(r"\?ex=[^\"]*", "", json.dumps(messages)))


async def test_everything_but_ephemeral_messages_survives_a_restart(tmp_path: Path):
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
        assert [command["name"] for command in again.world.commands.values()] == ["hello"]
        listed = (await ann("GET", f"/channels/{games}/messages")).body
        assert unsigned(listed) == unsigned([posted.body])
        assert list(again.world.files.values()) == [("text/plain; charset=utf-8", b"kept")]
        assert [person.name for person in again.world.people.values()] == [
            "Ann", "Ben", "Cat", "Dan", "Eve", "Zoe",
        ]  # fmt: skip
        assert not again.world.person("ann").dms_open
        assert again.world.offset == 100
        assert (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).code == 50013
        newer = (await ann("POST", f"/channels/{games}/messages", {"content": "y"})).body
        assert int(newer["id"]) > int(posted.body["id"])
        assert (await bot("PATCH", bot.followed(one), {"content": "x"})).code == 50027
        await again.stop()


async def test_buttons_can_be_pressed_after_a_restart(tmp_path: Path):
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


async def test_changes_are_saved_soon_atomically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "playground.json"
    loop, written, really_write = asyncio.get_running_loop(), asyncio.Event(), save_file.write

    def write(path: Path, text: str) -> None:
        really_write(path, text)
        loop.call_soon_threadsafe(written.set)

    monkeypatch.setattr(save_file, "write", write)
    play = Playground(port=0, keep=file)
    await play.start()
    play.world.add_person("Zoe")
    async with asyncio.timeout(3):
        await written.wait()
    assert '"Zoe"' in file.read_text()
    assert json.loads(file.read_text())["version"] == 1
    assert os.listdir(tmp_path) == [file.name]
    await play.stop()


async def test_stopping_waits_for_a_running_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    inside, go = threading.Event(), threading.Event()
    writing: list[str] = []

    def slowly(path: Path, text: str) -> None:
        assert not writing, "two write at once"
        writing.append(text)
        inside.set()
        go.wait()
        writing.remove(text)

    monkeypatch.setattr(save_file, "write", slowly)
    monkeypatch.setattr(save_file, "SAVE_DELAY", 0)
    keeper = save_file.SaveFile(tmp_path / "playground.json", lambda: "{}")
    keeper.start()
    keeper.note_change()
    await asyncio.to_thread(inside.wait)
    asyncio.get_running_loop().call_later(0.05, go.set)
    await keeper.stop()
    assert not writing


def test_the_ids_of_a_saved_world_can_be_read_alone(tmp_path: Path):
    file = tmp_path / "playground.json"
    assert save_file.kept_ids(file) is None
    for said in ("", "[]", "{}", '{"bot_id": "x"}'):
        file.write_text(said, encoding="utf-8")
        assert save_file.kept_ids(file) is None
    world = Playground(("Ann",)).world
    file.write_text(save_file.to_text(world), encoding="utf-8")
    assert save_file.kept_ids(file) == (int(world.bot_id), int(world.guild_id))


def restarted(world: World, *names: str) -> World:
    """Save a world and load it into a new one with these names."""
    again = World(names, lambda: None)
    save_file.read_into(again, save_file.to_text(world))
    return again


def test_a_saved_world_is_read_back_completely(world: World):
    games, ben = place(world), named(world, "Ben")
    world.roles["7"] = Role("7", "warden", 1 << 13)
    ben.roles, ben.nick, ben.shown, ben.locale = ["7"], "Captain", "Benny", "de"
    named(world, "Cat").gone = "deleted"
    games.role, games.overrides["send_messages"] = "7", False
    world.add_channel(Channel(world.snowflake(), FORUM, "tables"))
    thread_in(world, games, PRIVATE_THREAD, members=[ben.id], archived=True, locked=True)
    world.dm(ben.id, world.bot_id)
    said = note(world, games, world.bot_id, content="ahoy \u2693")
    games.pins.append(said.id)
    world.files["5"], world.emoji_images["6"] = ("image/png", b"\x89\x00"), ("image/webp", b"\xff")
    world.emojis["6"] = {"id": "6", "name": "lobster"}
    world.commands["8"] = {"id": "8", "name": "hello"}
    world.guild_commands["9"] = {"id": "9", "name": "here"}
    world.creations, world.bot_in_guild = [1.5, 2.5], False
    world.set_ahead(3600)

    again = restarted(world)
    for what in (
        *("bot_id", "guild_id", "role_id", "bot_token", "offset", "bot_in_guild", "owner_id"),
        *("people", "roles", "channels", "commands", "guild_commands", "creations"),
        *("files", "emojis", "emoji_images"),
    ):
        assert getattr(again, what) == getattr(world, what), what
    assert again.find_message(said.id).json == said.json
    assert save_file.to_text(again) == save_file.to_text(world)


def test_a_changed_message_is_saved_anew(world: World):
    said = note(world, place(world), world.bot_id, content="before")
    assert '"before"' in save_file.to_text(world)
    said.json["content"] = "after"
    world.changed(said)
    kept = save_file.to_text(world)
    assert '"after"' in kept
    assert '"before"' not in kept
    again = restarted(world)
    again.find_message(said.id).json["content"] = "later"
    again.changed(again.find_message(said.id))
    assert '"later"' in save_file.to_text(again)


def test_ephemeral_messages_are_not_saved(world: World):
    said = note(world, place(world), world.bot_id, only_for=named(world, "Ann").id, content="psst")
    assert "psst" not in save_file.to_text(world)
    assert said.id not in save_file.to_text(world)


def test_new_names_are_added_to_a_saved_world(world: World):
    again = restarted(world, "Ben", "Zoe")
    assert [person.name for person in again.people.values()] == ["Ann", "Ben", "Cat", "Zoe"]
    assert named(again, "Ben").id == named(world, "Ben").id
    assert again.owner_id == named(world, "Ann").id  # the first name given now


def test_a_save_file_without_roles_and_emoji_images_is_read(world: World):
    old = json.loads(save_file.to_text(world))
    del old["roles"], old["emoji_images"]
    again = World((), lambda: None)
    save_file.read_into(again, json.dumps(old))
    assert (again.roles, again.emoji_images) == ({}, {})
    assert again.people == world.people


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "playground.json"
    save_file.write(file, "old")

    def full(_file: int) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="no space"):
            save_file.write(file, "new")
    assert file.read_text() == "old"
    save_file.write(file, "newer")  # leftovers of the failed write do no harm
    assert file.read_text() == "newer"
    assert os.listdir(tmp_path) == [file.name]


async def test_without_a_path_nothing_is_saved():
    asked: list[str] = []
    keeper = save_file.SaveFile(None, lambda: asked.append("text") or "{}")
    keeper.start()
    keeper.note_change()
    await keeper.stop()
    assert not asked


async def test_a_save_file_that_never_started_is_not_overwritten(tmp_path: Path):
    file = tmp_path / "playground.json"
    file.write_text("the other's")
    await save_file.SaveFile(file, lambda: "{}").stop()
    assert file.read_text() == "the other's"


async def test_the_last_change_is_saved_on_stop(tmp_path: Path):
    file = tmp_path / "playground.json"
    said = ["first"]
    keeper = save_file.SaveFile(file, lambda: said[-1])
    keeper.start()
    said.append("last")
    await keeper.stop()
    assert file.read_text() == "last"


@pytest.mark.usefixtures("careless")
def test_other_accounts_cannot_read_the_save_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "house" / "data" / "playground.json"
    half, seen = tmp_path / "house" / "data" / "playground.json.new", list[int]()
    monkeypatch.setattr(os, "fsync", lambda _: seen.append(rights(half)))
    save_file.write(file, "first")
    half.touch(0o644)  # an older release's interrupted write left this
    save_file.write(file, "second")
    assert seen == [0o600, 0o600]
    assert (rights(file), file.read_text()) == (0o600, "second")
    assert (rights(file.parent), rights(file.parent.parent)) == (0o700, 0o700)
    file.parent.chmod(0o755)
    save_file.write(file, "third")
    assert rights(file.parent) == 0o755, "a folder that was there keeps its rights"


@pytest.mark.usefixtures("careless")
def test_other_accounts_access_is_removed_on_start(tmp_path: Path):
    file = tmp_path / "playground.json"
    for start in (lambda: Playground(keep=file), lambda: save_file.kept_ids(file)):
        file.write_text(save_file.to_text(Playground(("Ann",)).world), encoding="utf-8")
        file.chmod(0o644)
        start()
        assert rights(file) == 0o600


async def test_a_failed_save_is_repeated_at_the_next_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    file, tried, really_write = tmp_path / "playground.json", asyncio.Event(), save_file.write
    loop = asyncio.get_running_loop()

    def write(path: Path, text: str) -> None:
        try:
            if said == ["full"]:
                raise OSError(28, "No space left on device")
            really_write(path, text)
        finally:
            loop.call_soon_threadsafe(tried.set)

    said = ["full"]
    monkeypatch.setattr(save_file, "write", write)
    monkeypatch.setattr(save_file, "SAVE_DELAY", 0)
    keeper = save_file.SaveFile(file, lambda: said[-1])
    keeper.start()
    keeper.note_change()
    async with asyncio.timeout(10):
        await tried.wait()
        said.append("later")
        tried.clear()
        keeper.note_change()
        await tried.wait()
    said[:] = ["full"]
    await keeper.stop()
    assert file.read_text() == "later"
    assert "No space left" in caplog.text
    assert "Traceback" not in caplog.text


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
