"""Run two other client libraries on the playground, to find what works only with discord.py.

discord.js comes from npm and hikari from pip (`make foreign` installs both beside this file). Each
runs a bot in its own process, and this test plays its users. A client that is not installed is
skipped, but with `FOREIGN_CLIENTS=must` its test fails.
"""

import asyncio
import json
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import pytest
from discord_playground import Playground

from playground.tests.callers import Json, Person
from playground.tests.schema import Checker

pytestmark = pytest.mark.full

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PATIENCE = 30.0


def discordjs() -> list[str] | str:
    """Return the command that runs discord.js, or what is missing."""
    node = shutil.which("node")
    if node is None:
        return "node is not on this machine"
    if not (HERE / "discordjs" / "node_modules" / "discord.js").is_dir():
        return "discord.js is not installed: make foreign"
    return [node, str(HERE / "discordjs" / "bot.js")]


def hikari() -> list[str] | str:
    """Return the command that runs hikari, or what is missing."""
    python = HERE / ".venv" / "bin" / "python"  # hikari needs an older multidict than ours
    if not (HERE / ".venv" / "installed").exists():
        return "hikari is not installed: make foreign"
    return [str(python), str(HERE / "hikari_bot.py")]


CLIENTS = {"discordjs": discordjs, "hikari": hikari}


@dataclass(slots=True)
class Client:
    """A bot in its own process, and its printed events."""

    process: asyncio.subprocess.Process
    said: list[Json] = field(default_factory=list[Json])
    raw: list[str] = field(default_factory=list[str])
    read: int = 0
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Read the events that the process prints until it ends."""
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            text = line.decode()
            self.raw.append(text)
            if text.startswith("{"):
                self.said.append(json.loads(text))
                self.came.set()

    async def until(self, event: str) -> Json:
        """Wait until the bot prints this event; fail if it prints trouble."""
        async with asyncio.timeout(PATIENCE):
            while True:
                while self.read < len(self.said):
                    one = self.said[self.read]
                    self.read += 1
                    assert one["event"] != "trouble", one["words"]
                    if one["event"] == event:
                        return one
                self.came.clear()
                await self.came.wait()


@asynccontextmanager
async def running(command: list[str], play: Playground) -> AsyncIterator[Client]:
    """Run a client on a playground; fail if it prints trouble."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=ROOT,
        env=os.environ | {"PLAYGROUND": play.base, "DISCORD_TOKEN": play.bot_token},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    client = Client(process)
    listening = asyncio.create_task(client.listen())
    try:
        yield client
    except BaseException:
        print("".join(client.raw))
        raise
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await listening
    assert [item for item in client.said if item["event"] == "trouble"] == []


@pytest.fixture(params=CLIENTS)
def command(request: pytest.FixtureRequest) -> list[str]:
    """Return the command that runs a client; skip the test if it is not installed."""
    found = CLIENTS[request.param]()
    if isinstance(found, list):
        return found
    if os.environ.get("FOREIGN_CLIENTS") == "must":
        pytest.fail(found)
    pytest.skip(found)


class Guests:
    """Ann and Ben, who use the bot."""

    def __init__(self, ann: Person, ben: Person, games: str, client: Client) -> None:
        self.ann, self.ben, self.games, self.client = ann, ben, games, client

    async def heard(self, who: Person, event: str, **wanted: object) -> Json:
        """Wait for a person's event; if the client is in trouble, report its trouble."""
        waiting = asyncio.create_task(who.line.until(event, **wanted))
        trouble = asyncio.create_task(self.client.until("trouble"))
        try:
            await asyncio.wait((waiting, trouble), return_when=asyncio.FIRST_COMPLETED)
            if trouble.done():
                trouble.result()
            return await waiting
        finally:
            trouble.cancel()
            waiting.cancel()

    async def do(self, what: str) -> None:
        """Ask the bot for a task as Ann."""
        option = {"name": "what", "type": 3, "value": what}
        assert (await self.ann.slash("do", self.games, option)).status == 204

    async def told(self, content: str, *, event: str = "MESSAGE_CREATE") -> Json:
        """Wait until Ann receives this message."""
        return await self.heard(self.ann, event, content=content)

    async def opens_a_table(self) -> Json:
        """Use a command with options and suggestions, its answer and an ephemeral follow-up."""
        typed = {"name": "stake", "type": 4, "value": "0", "focused": True}
        await self.ann.slash("table", self.games, typed, kind=4)
        offered = await self.heard(self.ann, "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE")
        assert [(choice["name"], choice["value"]) for choice in offered["choices"]] == [("$50", 50)]
        options = (
            {"name": "stake", "type": 4, "value": 50},
            {"name": "rival", "type": 6, "value": self.ben.id},
        )
        assert (await self.ann.slash("table", self.games, *options)).status == 204
        board = await self.told("50 against Ben")
        hand = await self.told("Your hand")
        assert hand["flags"] & 64
        await self.heard(self.ben, "MESSAGE_CREATE", content="50 against Ben")
        await self.ben.line.quiet("MESSAGE_CREATE")  # only Ann sees her hand
        return board

    async def presses(self, board: Json) -> None:
        """Use select menus of every type, and a button that opens a modal."""
        world = self.ann.play.world
        for custom_id, kind, values, words in (
            ("colours", 3, ["green", "red"], "green and red"),
            ("role", 6, [world.role_id], "Bot"),
            ("who", 5, [self.ben.id], "Ben"),
            ("where", 8, [self.games], "#games"),
        ):
            pressed = await self.ann.press(board, custom_id, component_type=kind, values=values)
            assert pressed.status == 204, pressed.body
            assert (await self.told(f"chose {words}"))["flags"] & 64
        await self.ann.press(board, "bid")
        form = await self.heard(self.ann, "INTERACTION_MODAL_CREATE")
        assert (await self.ann.submit(form, amount="20")).status == 204
        changed = await self.told("Ann bids 20", event="MESSAGE_UPDATE")
        assert changed["id"] == board["id"]

    async def has_it_do_the_rest(self) -> None:
        """Use files, edits, deletions, DMs, threads and message history."""
        await self.do("file")
        (file,) = (await self.told("the file"))["attachments"]
        async with self.ann.session.get(file["url"]) as answer:
            assert await answer.read() == b"a\nb\n"
        await self.do("edit")
        await self.told("edited twice", event="MESSAGE_UPDATE")
        await self.do("delete")
        soon = await self.told("soon gone")
        await self.heard(self.ann, "MESSAGE_DELETE", id=soon["id"])
        assert (await self.told("it is gone"))["flags"] & 64
        await self.do("dm")
        private = await self.told("a word in private")
        await self.told("a better word in private", event="MESSAGE_UPDATE")
        path = f"/channels/{private['channel_id']}/messages"
        await self.ann("POST", path, {"content": "well met"})
        assert (await self.client.until("heard"))["words"] == "well met"
        await self.do("thread")
        thread = await self.heard(self.ann, "THREAD_CREATE", name="a thread")
        await self.heard(self.ann, "MESSAGE_CREATE", channel_id=thread["id"])
        await self.told("see a thread", event="MESSAGE_UPDATE")
        await self.do("look")
        await self.told("read true; servers false true", event="MESSAGE_UPDATE")


@asynccontextmanager
async def guests(
    play: Playground, client: Client, session: aiohttp.ClientSession
) -> AsyncIterator[Guests]:
    """Connect Ann and Ben."""
    ann, ben = Person(play, session, "ann"), Person(play, session, "ben")
    games = next(channel.id for channel in play.world.channels.values() if channel.name == "games")
    await asyncio.gather(ann.identify(), ben.identify())
    yield Guests(ann, ben, games, client)
    await asyncio.gather(ann.line.socket.close(), ben.line.socket.close())


@pytest.mark.parametrize("what", ["discordjs", "axe"])
def test_the_lock_files_hold_names_versions_and_hashes_but_no_urls(what: str):
    text = (HERE / what / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    packages = json.loads(text)["packages"]
    assert all(
        package["integrity"].startswith("sha512-") for name, package in packages.items() if name
    )
    wanted = json.loads((HERE / what / "package.json").read_text(encoding="utf-8"))
    assert packages[""]["dependencies"] == wanted["dependencies"]


async def test_a_foreign_client_works_with_the_playground(command: list[str]):
    play = Playground(port=0, check=Checker())
    play.stage.gateway.heartbeat = 500  # a single missed heartbeat ends the session
    await play.start()
    try:
        async with (
            running(command, play) as client,
            aiohttp.ClientSession() as session,
            guests(play, client, session) as at,
        ):
            ready = await client.until("ready")
            assert (ready["name"], ready["servers"]) == ("Bot", 1)
            board = await at.opens_a_table()
            await at.presses(board)
            await at.has_it_do_the_rest()
            await resumes(play, at)
            assert play.complaints == []
            events = (await at.ann("GET", "/playground/events")).body
            assert events["unanswered"] == events["late"] == []
            assert [entry for entry in events["bot_errors"] if entry["status"] >= 500] == []
    finally:
        await play.stop()


async def resumes(play: Playground, at: Guests) -> None:
    """Cut the connection and request a reconnect; the session must resume with its events."""
    (session,) = play.stage.gateway.bots()
    for kind in ("drop_gateway", "reconnect"):
        await at.ann("POST", "/playground/faults", {"kind": kind})
        if kind == "drop_gateway":
            await at.do("edit")  # sent while the bot is disconnected
        await at.client.until("resumed")
        if kind == "drop_gateway":
            await at.told("edited twice", event="MESSAGE_UPDATE")
    assert play.stage.gateway.bots() == [session]
    counted = play.stage.gateway.identifies
    assert (counted.on, counted.remaining) == (True, counted.a_day - 1)
    await at.do("edit")
    await at.told("edited twice", event="MESSAGE_UPDATE")
