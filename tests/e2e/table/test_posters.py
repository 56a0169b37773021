"""Posters with avatars, through the real client: they come from the CDN, and never wait long."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord_playground.checks.component_kinds import walk
from discord_playground.rest import cdn
from discord_playground.world import people_shapes

from bot.ui.paint import avatar
from bot.ui.paint.avatar import Avatar
from bot.ui.panels.panel import Picture
from playground.tests.user import EPHEMERAL, Json, User, pictures_in, text_of
from tests.actors.harbor import Harbor, harbor
from tests.actors.settings import open_settings
from tests.actors.tables import NOTHING, board_of
from tests.e2e.table.test_pictures import SOON

pytestmark = pytest.mark.full

PLAYERS = ("Ann", "Ben", "Cat")  # Ben has no avatar, and Cat's moves


async def played_out(here: Harbor) -> int:
    """Play a game to its end by default moves, and return the table."""
    table = await here.table("deadman", PLAYERS)
    await here.play_out(table)
    return table


def poster(user: User, table: int) -> Json | None:
    """Return the poster of a table once it's posted."""
    board = board_of(user, table) or NOTHING
    return board if "🏆" in text_of(board) else None


async def podium(here: Harbor, table: int) -> dict[str, Avatar | None]:
    """Wait for a podium, check that its file is as it should be, and return its avatars by name."""
    ann = here.users["Ann"]
    shown: Any = await ann.until(lambda: pictures_in(poster(ann, table) or NOTHING), 20)
    url = shown[0]["media"]["url"]
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        file = await answer.read()
    loaded = await here.services.store.loaded(table)
    drawn = await here.services.display.boards._text_only(loaded)
    [picture] = [part for part in drawn.panel.parts if isinstance(part, Picture)]
    content: Any = picture.content
    assert file == picture.painter.paint(content)
    return {stand.name: stand.avatar for stand in content}


def served(here: Harbor, name: str) -> Avatar | None:
    """Return the avatar of a person as the CDN serves it."""
    found = people_shapes.user(here.playground.stage.world, here.users[name].id)["avatar"]
    return avatar.read(cdn.picture(found)) if found else None


async def test_a_poster_shows_the_avatars_of_its_players(tmp_path: Path) -> None:
    async with harbor(tmp_path, PLAYERS, timing=SOON, pictures=True) as here:
        shown = await podium(here, await played_out(here))
        assert shown == {name: served(here, name) for name in shown}
        assert sum(found is not None for found in shown.values()) == len(shown) - ("Ben" in shown)
        assert here.unhappy() == []


async def test_a_hidden_avatar_is_on_no_poster(tmp_path: Path) -> None:
    async with harbor(tmp_path, PLAYERS, timing=SOON, pictures=True) as here:
        for name in ("Ann", "Cat"):
            panel = await open_settings(here.users[name])
            await here.users[name].choose(panel, "off", custom_id="*avatar")
        shown = await podium(here, await played_out(here))
        assert set(shown.values()) == {None}
        for name in ("Ann", "Cat"):
            panel = await open_settings(here.users[name])
            await here.users[name].choose(panel, "on", custom_id="*avatar")
        again = await podium(here, await played_out(here))
        assert again == {name: served(here, name) for name in again}


async def test_a_broken_cdn_leaves_initials(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with harbor(tmp_path, PLAYERS, timing=SOON, pictures=True) as here:
        monkeypatch.setattr(cdn, "picture", lambda _: b"<html>502 Bad Gateway</html>")
        assert set((await podium(here, await played_out(here))).values()) == {None}
        assert here.unhappy() == []


@asynccontextmanager
async def silent_server() -> AsyncGenerator[tuple[str, list[bytes]]]:
    """Open a server that takes requests and never answers. Yield its address and the requests."""
    asked, done = list[bytes](), asyncio.Event()

    async def taken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readline())
        await done.wait()
        writer.close()

    server = await asyncio.start_server(taken, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked
    finally:
        done.set()
        server.close()


async def test_a_hanging_cdn_delays_the_poster_by_two_seconds_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        harbor(tmp_path, PLAYERS, timing=SOON, pictures=True) as here,
        silent_server() as cdn,
    ):
        address, asked = cdn
        monkeypatch.setattr(discord.Asset, "BASE", address)
        table, ann = await played_out(here), here.users["Ann"]
        over = asyncio.get_running_loop().time()
        await ann.until(lambda: poster(ann, table), 20)
        assert asyncio.get_running_loop().time() - over < 5, "two, and what a slow machine takes"
        assert len(asked) == 2, "both at once"
        assert set((await podium(here, table)).values()) == {None}
        assert len(asked) == 2, "it isn't waited for again"
        assert here.unhappy() == []


# --- the truth for everyone -----------------------------------------------------------------------


def truths(user: User) -> list[Json]:
    """List the messages in the channel that tell everyone the truth."""
    return [
        message
        for message in user.messages.values()
        if not message.get("flags", 0) & EPHEMERAL and "What really happened" in text_of(message)
    ]


async def test_a_player_shows_the_truth_to_everyone_once(tmp_path: Path) -> None:
    async with harbor(tmp_path, PLAYERS) as here:
        ann, ben, cat = (here.users[name] for name in PLAYERS)
        table = await played_out(here)
        board = await ann.until(lambda: poster(ann, table), 20)
        panels = [
            (await user.click(board, label="The truth")).said or NOTHING for user in (ann, ben)
        ]
        assert truths(cat) == [], "they have only looked"
        await asyncio.gather(
            *(
                user.click(panel, label="Show to everyone")
                for user, panel in zip((ann, ben), panels, strict=True)
            )
        )
        await here.settled()
        await cat.until(lambda: truths(cat))
        await here.restart_bot()
        again = await cat.command("table log", {"table": table, "everyone": True})
        assert again.message["flags"] & EPHEMERAL
        labels = {part.get("label"): part for part in walk(again.message["components"])}
        assert labels["Shown to everyone"]["disabled"]
        await here.settled()
        assert len(truths(cat)) == 1
        assert here.unhappy() == []
