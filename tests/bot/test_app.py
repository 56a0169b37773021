"""Tests of the bot's parts, and of the face that it loads for each game.

Its behaviour while connected is tested in tests/e2e.
"""

import asyncio
import re
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from bot import __main__ as program
from bot.app import SHARED_COGS, UNREAD, Downeast
from bot.settings import Settings
from bot.show.deliver.queues.messenger import TryLater
from bot.show.deliver.queues.timing import Timing
from bot.show.draw.parts.message import Message
from db.base.problems import DatabaseProblem, NotSaved
from db.database import Database
from db.engines.sqlite_engine import SqliteReader
from games import GAMES
from tests.bot.house import CHANNEL, GUILD, house_on
from tests.bot.recording import HandClock
from tests.small.face import FACE


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncGenerator[Downeast]:
    database = await Database.open(tmp_path / "downeast.sqlite3", durable=False)
    made = Downeast(database, GAMES, Timing(), HandClock())
    yield made
    await made.close()
    await database.close()


async def test_every_game_has_a_face_and_commands(bot: Downeast):
    for name in (*(f"cogs.{game}" for game in GAMES), *SHARED_COGS):
        await bot.load_extension(name)
    assert set(bot.faces) == set(GAMES)
    assert all(bot.faces[name].rules.name == name for name in GAMES)
    commands = {command.name for command in bot.tree.get_commands()}
    assert commands == {*GAMES, "games", "help", "me", "privacy", "server", "settings", "table"}
    await bot.load_extension("tests.small.face")
    assert bot.faces["small"].rules.name == "small"


async def test_face_is_known_to_display_and_router(bot: Downeast):
    await bot.add_face(FACE)
    assert type(bot.faces["small"]) is type(FACE)
    assert bot.services.router.faces is bot.faces
    assert bot.tree.get_command("small") is not None


async def test_bot_needs_no_privileged_intents_and_pings_nobody(bot: Downeast):
    assert {name for name, on in bot.intents if on} == {"guilds", "dm_messages"}
    allowed = bot.allowed_mentions
    assert allowed is not None
    assert allowed.to_dict() == discord.AllowedMentions.none().to_dict()
    assert list(bot.cached_messages) == []
    assert bot._connection.max_messages is None


async def test_boards_have_pictures_by_default(bot: Downeast, tmp_path: Path):
    assert not bot.services.display.board_pictures.knows(1)
    database = await Database.open(tmp_path / "other.sqlite3", durable=False)
    plain = Downeast(database, GAMES, Timing(), pictures=False)
    assert plain.services.display.board_pictures.knows(1), "there is nothing to look for"
    await plain.close()
    await database.close()


@pytest.mark.parametrize("which", ["pictures", "emojis"])
@pytest.mark.parametrize(("said", "on"), [("off", False), ("on", True), ("", True)])
async def test_pictures_setting_is_applied(
    which: str, said: str, on: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    class ParsedRequest(Exception):
        """Do only the needed part of a start."""

    def make(*_: Any, **extras: bool) -> None:
        assert extras[which] is on
        raise ParsedRequest

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv(f"DOWNEAST_{which.upper()}", said)
    monkeypatch.setattr(program, "Downeast", make)
    with pytest.raises(ParsedRequest):
        await program.serve(Settings())


async def test_unconnected_bot_can_be_closed(tmp_path: Path):
    database = await Database.open(tmp_path / "other.sqlite3", durable=False)
    bot = Downeast(database, GAMES, Timing())
    await bot.close()
    assert bot.is_closed()
    assert await database.quick_check() is None, "the file is its opener's to close"
    await database.close()


async def test_malformed_event_is_logged_and_skipped(
    bot: Downeast, caplog: pytest.LogCaptureFixture
):
    heard: list[str] = []
    state = bot._connection
    state.dispatch = lambda event, *_, **__: heard.append(event)
    guild: Any = {"id": str(GUILD), "name": "Ours", "roles": [], "channels": [], "members": []}
    state._add_guild(discord.Guild(data=guild, state=state))
    thread = {"id": "5", "guild_id": str(GUILD), "type": 11, "name": "s3cret", "parent_id": "2"}
    state.parsers["THREAD_CREATE"](thread)
    (said,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert re.fullmatch(
        r"I couldn't read an event from Discord \(THREAD_CREATE\), "
        r"reference [0-9a-f]{6}: KeyError in threads.py, _from_data",
        said.getMessage(),
    )
    assert said.exc_info is None
    state.parsers["CHANNEL_CREATE"]({"id": "s3cret", "guild_id": str(GUILD), "type": 0})
    state.parsers["RESUMED"]({})
    assert heard == ["resumed"]
    assert ["ValueError" in record.getMessage() for record in caplog.records] == [False, True]
    assert "s3cret" not in caplog.text


def unheard(status: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="so")
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(response, "")


class Registry:
    """Discord's list of commands. The last of `troubles` is what the next request meets."""

    def __init__(self, bot: Downeast) -> None:
        self._bot = bot
        self.there: list[dict[str, Any]] = []
        self.synced: list[int] = []
        self.troubles: list[Exception | None] = []

    def _asked(self) -> None:
        trouble = self.troubles.pop() if self.troubles else None
        if trouble is not None:
            raise trouble

    async def get(self, application: int) -> list[dict[str, Any]]:
        self._asked()
        return self.there

    async def sync(self) -> None:
        self._asked()
        self.there = self._bot.own_commands()
        self.synced.append(len(self.there))


async def told(bot: Downeast) -> asyncio.Task[None]:
    """Sync the commands, as far as that is possible now."""
    telling = asyncio.ensure_future(bot._tell_commands())
    for _ in range(300):
        await asyncio.sleep(0.001)
        clock: Any = bot.services.store.clock
        if telling.done() or clock.next_waking() is not None:
            break
    return telling


async def test_events_that_are_not_parsed_have_no_reader(bot: Downeast):
    assert not set(UNREAD) & set(bot._connection.parsers)
    heard = ("message_edit", "message_delete", "private_channel_pins_update")
    for name in (*heard, *(f"raw_{name}" for name in heard)):
        assert not hasattr(bot, f"on_{name}")
        assert f"on_{name}" not in bot.extra_events


@pytest.fixture
def registry(bot: Downeast, monkeypatch: pytest.MonkeyPatch) -> Registry:
    """Discord's list of the bot's commands, empty at first."""
    kept = Registry(bot)
    monkeypatch.setattr(bot.http, "get_global_commands", kept.get)
    monkeypatch.setattr(bot.tree, "sync", kept.sync)
    return kept


async def test_commands_are_synced_once_and_after_a_change(bot: Downeast, registry: Registry):
    for name in ("cogs.me", "cogs.tables"):
        await bot.load_extension(name)
        for _ in range(2):
            await (await told(bot))
    assert registry.synced == [1, 3]


async def test_commands_that_discord_lost_come_back(
    bot: Downeast, registry: Registry, caplog: pytest.LogCaptureFixture
):
    caplog.set_level("INFO", "bot.app")
    await bot.load_extension("cogs.tables")
    await (await told(bot))
    whole = registry.there
    assert len(whole) == 2
    for lost in ([], whole[1:], [whole[0] | {"description": "Of another release"}, whole[1]]):
        registry.there = lost
        await (await told(bot))
        assert registry.there == whole
    await (await told(bot))
    assert registry.synced == [2] * 4
    names = [str(command["name"]) for command in whole]
    assert f"with another /{names[0]}. Registered all 2" in caplog.messages[-1]


async def test_command_sync_is_retried_later(
    bot: Downeast, registry: Registry, caplog: pytest.LogCaptureFixture
):
    await bot.load_extension("cogs.me")
    registry.troubles = [unheard(503), aiohttp.ServerDisconnectedError(), None, unheard(429)]
    telling = await told(bot)
    clock: Any = bot.services.store.clock
    for _ in range(3):
        assert not telling.done()
        clock.set(clock.next_waking())
        for _ in range(300):
            await asyncio.sleep(0.001)
            if telling.done() or clock.next_waking() is not None:
                break
    await telling
    assert registry.troubles == []
    assert registry.synced == [1]
    assert all(record.exc_info is None for record in caplog.records)


async def test_refused_command_sync_is_not_repeated(
    bot: Downeast, registry: Registry, caplog: pytest.LogCaptureFixture
):
    await bot.load_extension("cogs.me")
    registry.troubles = [unheard(400), None]
    await (await told(bot))
    [said] = [record for record in caplog.records if record.levelname == "ERROR"]
    assert "refused the new commands" in said.getMessage()
    assert said.exc_info is None
    await (await told(bot))
    assert registry.synced == [1], "the next start tries once more"


async def test_connection_state_follows_discord(bot: Downeast):
    line = bot.services.store.connection
    assert line.there
    await bot.on_disconnect()
    assert not line.there
    await bot.on_resumed()
    assert line.there


async def test_silence_of_the_connection_is_measured(bot: Downeast):
    assert bot._silence() == 0.0
    beats = SimpleNamespace(_last_recv=time.perf_counter() - 70)
    bot.ws = SimpleNamespace(_keep_alive=beats, open=False)  # type: ignore[assignment]
    assert 70 <= bot._silence() < 75
    assert not bot.services.store.connection.there


async def test_database_file_belongs_to_one_application(bot: Downeast):
    await bot.services.store.claim(77)
    await bot.services.store.claim(77)
    with pytest.raises(DatabaseProblem, match="belongs to another application \\(77"):
        await bot.services.store.claim(78)


async def test_older_playground_file_is_recognized(bot: Downeast, tmp_path: Path):
    async with house_on(tmp_path) as house:
        await house.open()
        await house.store.claim_unowned(77, GUILD + 1)
        assert await house.store.house_note("application") is None
        await house.store.claim_unowned(77, GUILD)
        await house.store.claim_unowned(79, GUILD)
        with pytest.raises(DatabaseProblem, match="another application \\(77"):
            await house.store.claim(78)


async def test_foreign_database_file_is_left_alone(bot: Downeast, monkeypatch: pytest.MonkeyPatch):
    await bot.services.store.claim(77)
    bot._connection.application_id = 78
    monkeypatch.setattr(bot, "load_extension", None)  # it is not reached
    with pytest.raises(DatabaseProblem):
        await bot.setup_hook()


SERVER: Any = SimpleNamespace(id=5, system_channel=None)
ROLE: Any = SimpleNamespace(guild=SERVER, permissions=1)
OTHER_ROLE: Any = SimpleNamespace(guild=SERVER, permissions=2)
OPEN_CHANNEL: Any = SimpleNamespace(guild=SERVER, overwrites={})
SHUT_CHANNEL: Any = SimpleNamespace(guild=SERVER, overwrites={1: 2})
ME: Any = SimpleNamespace(guild=SERVER, id=99)
SOMEBODY: Any = SimpleNamespace(guild=SERVER, id=100)


def thread(*, archived: bool, locked: bool) -> Any:
    how = {"archived": archived, "locked": locked}
    return SimpleNamespace(guild_id=5, thread_id=7, data={"thread_metadata": how})


@pytest.mark.parametrize(
    ("event", "what", "regain_access"),
    [
        ("guild_channel_update", (SHUT_CHANNEL, OPEN_CHANNEL), True),
        ("guild_channel_update", (OPEN_CHANNEL, OPEN_CHANNEL), False),
        ("guild_role_update", (ROLE, OTHER_ROLE), True),
        ("guild_role_update", (ROLE, ROLE), False),
        ("guild_role_delete", (ROLE,), True),
        ("member_update", (ME, ME), True),
        ("member_update", (SOMEBODY, SOMEBODY), False),
        ("guild_join", (SERVER,), True),
        ("raw_thread_update", (thread(archived=False, locked=False),), True),
        ("raw_thread_update", (thread(archived=True, locked=False),), False),
        ("raw_thread_update", (thread(archived=False, locked=True),), False),
        ("thread_join", (ME,), True),
    ],
)
async def test_regained_permission_restores_the_boards(
    bot: Downeast,
    monkeypatch: pytest.MonkeyPatch,
    event: str,
    what: tuple[Any, ...],
    regain_access: bool,
):
    found: list[int] = []

    async def note(guild: int) -> None:
        found.append(guild)

    monkeypatch.setattr(bot.services.display, "regain_access", note)
    bot._connection.user = SimpleNamespace(id=99)  # type: ignore[assignment]
    await getattr(bot, f"on_{event}")(*what)
    assert found == ([5] if regain_access else [])


async def test_reconnect_without_resume_catches_up(bot: Downeast, monkeypatch: pytest.MonkeyPatch):
    looked: list[bool] = []

    async def note() -> None:
        looked.append(True)

    monkeypatch.setattr(bot.services.display, "catch_up", note)
    await bot.on_ready()
    assert looked == [], "at a start all is looked at anyway"
    await bot.on_ready()
    assert looked == [True]


async def test_the_servers_that_the_bot_is_on_are_recorded(
    bot: Downeast, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    departures, heard = bot.services.host.departures, list[Any]()
    for name in ("connected", "note_departure", "back"):

        async def note(what: Any, name: str = name) -> None:
            heard.append((name, what))

        monkeypatch.setattr(departures, name, note)
    await bot.on_ready()
    await bot.on_guild_remove(SimpleNamespace(id=GUILD))  # type: ignore[arg-type]
    await bot.on_guild_join(server())
    assert heard == [("connected", set()), ("note_departure", GUILD), ("back", GUILD)]

    async def full(_: int) -> None:
        raise NotSaved("The disk is full.")

    monkeypatch.setattr(departures, "note_departure", full)
    await bot.on_guild_remove(SimpleNamespace(id=GUILD))  # type: ignore[arg-type]
    assert "I couldn't record which servers I'm on. The disk is full." in caplog.text


def server(**allowed: bool) -> Any:
    """Build a server with a system channel and our permissions there."""
    may = discord.Permissions(**allowed)
    place = SimpleNamespace(id=CHANNEL, permissions_for=lambda me: may)
    return SimpleNamespace(id=GUILD, system_channel=place, me=None)


@pytest.fixture
def posted(bot: Downeast, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []

    async def post(channel: int, message: Message, nonce: str) -> int:
        found.append((channel, message.panel.text()))
        return 1

    monkeypatch.setattr(bot.messenger, "post", post)
    return found


async def test_new_server_is_greeted(bot: Downeast, posted: list[tuple[int, str]]):
    await bot.on_guild_join(server(view_channel=True, send_messages=True))
    [(channel, text)] = posted
    assert channel == CHANNEL
    assert "### Table games, right here in chat" in text
    assert "Moderators: `/server settings`" in text


async def test_greeting_needs_a_channel_and_permission(
    bot: Downeast, posted: list[tuple[int, str]]
):
    await bot.on_guild_join(server(view_channel=True))
    nowhere = server(view_channel=True, send_messages=True)
    nowhere.system_channel = None
    await bot.on_guild_join(nowhere)
    assert posted == []


async def test_failed_greeting_is_no_error(
    bot: Downeast, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def post(channel: int, message: Message, nonce: str) -> int:
        raise TryLater("down")

    monkeypatch.setattr(bot.messenger, "post", post)
    caplog.set_level("INFO")
    await bot.on_guild_join(server(view_channel=True, send_messages=True))
    assert "I couldn't greet server" in caplog.text


async def test_file_check_ends_before_the_bot_closes(
    bot: Downeast, monkeypatch: pytest.MonkeyPatch
):
    reading, done = asyncio.Event(), list[bool]()

    async def slow(self: SqliteReader, sql: str, values: Any = ()) -> Any:
        reading.set()
        await asyncio.Event().wait()

    close = bot.services.agenda.close

    async def looked() -> None:
        done.append(checking.done())
        await close()

    monkeypatch.setattr(bot.services.agenda, "close", looked)
    checking = asyncio.create_task(bot._check_file())
    bot._beside.append(checking)
    with monkeypatch.context() as patched:
        patched.setattr(SqliteReader, "all", slow)
        await reading.wait()
        await bot.close()
    assert done == [True]


async def test_command_that_cannot_be_read_is_reported(bot: Downeast):
    @app_commands.command(description="Names a person")
    async def name(interaction: Any, person: discord.Member) -> None: ...

    bot.tree.add_command(name)
    options = [{"name": "person", "type": 6, "value": "not an id"}]
    asked: Any = SimpleNamespace(
        type=discord.InteractionType.application_command,
        data={"type": 1, "id": "1", "name": "name", "options": options},
        client=bot,
        guild=None,
        guild_id=None,
        _state=bot._connection,
    )
    with pytest.raises(app_commands.AppCommandError) as failed:  # discord.py calls on_error
        await bot.tree._call(asked)
    assert isinstance(failed.value.__cause__, ValueError)
