"""The line to Discord with the real client on it: cut, refused, revoked; threads; who has left.

What each of them leads to is tested closer by; here it is that they are noticed.
"""

import asyncio
from pathlib import Path

import pytest
from discord_playground import Playground
from discord_playground.world.world import PUBLIC_THREAD, Channel

from bot import service
from bot.app import Downeast
from bot.endpoint import Address, aim_at
from bot.service import CannotServe
from db.database import Database
from games import GAMES
from tests.actors.harbor import QUICK, Harbor, harbor
from tests.actors.tables import open_table
from tests.actors.waiting import until

PLAYERS = ("Ann", "Ben")


async def test_cut_off_the_clock_stands_still_and_time_is_given_back(tmp_path: Path) -> None:
    async with harbor(tmp_path, 2, games=("deadman",)) as here:
        table = await here.table("deadman", PLAYERS)
        line, before = here.services.store.connection, due(here)
        await here.playground.stage.gateway.go_down(1.2)
        await here.until(lambda: not line.there)
        gone = line.gone_since
        assert gone is not None
        await here.until(lambda: line.there)
        now = here.services.store.clock.now()
        after = due(here)
        assert 1.0 <= after - before <= now - gone + 0.1
        mover = await here.mover(table)
        assert (await mover.command("deadman bid", {"value": "43"})).kind == "answered"


def due(here: Harbor) -> float:
    """Find the one deadline there is."""
    [found] = here.rows("SELECT due FROM seats WHERE due IS NOT NULL")
    return found["due"]


@pytest.fixture
async def playground() -> Playground:
    """Make a playground with nobody at it yet."""
    return Playground(PLAYERS, port=0)


async def served(playground: Playground, folder: Path, token: str) -> None:
    """Serve at a playground until that ends by itself."""
    database = await Database.open(folder / "downeast.sqlite3")
    bot = Downeast(database, {"deadman": GAMES["deadman"]}, QUICK)
    aim_at(Address(playground.base, playground.gateway))
    try:
        await service.serve(bot, token, 60)
    finally:
        await bot.close()
        await database.close()


async def test_a_token_that_is_revoked_ends_it_with_a_sentence(
    tmp_path: Path, playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an outage at login, which is waited for."""
    monkeypatch.setattr(service, "FIRST", 0.05)
    await playground.start()
    try:
        for status in (503, 429):
            playground.stage.faults.add(
                {"kind": "status", "method": "GET", "route": "users/@me", "status": status}
            )
        serving = asyncio.ensure_future(served(playground, tmp_path, playground.bot_token))
        gateway = playground.stage.gateway
        await until(lambda: gateway.bot_connected or serving.done())
        for wire in gateway.wires:
            wire.close(4004)
        with pytest.raises(CannotServe, match="doesn't accept this DISCORD_TOKEN any more"):
            await asyncio.wait_for(serving, 20)
    finally:
        await playground.stop()


async def test_a_thread_that_has_gone_to_sleep_wakes_for_a_move(tmp_path: Path) -> None:
    async with harbor(tmp_path, 2, games=("deadman",)) as here:
        ann, ben = (here.users[name] for name in PLAYERS)
        world = here.playground.world
        games = ann.channels["games"]
        thread = world.add_channel(
            Channel(world.snowflake(), PUBLIC_THREAD, "post", parent=games, owner=ann.id)
        )
        for user in (ann, ben):
            user.channels["post"] = thread.id
        table = await open_table(ann, "deadman start", channel="post")
        await ben.command("table join", {"table": table}, channel="post")
        await here.shown(ann, table)
        await here.settled()
        await here.lever(f"/channels/{thread.id}", archived=True)
        await ben.command("table leave", {"table": table}, channel="")
        await here.shown(ann, table)
        assert not thread.archived


async def test_who_has_left_is_named_on_the_board(tmp_path: Path) -> None:
    async with harbor(tmp_path, 2, games=("deadman",)) as here:
        for name in PLAYERS:
            await here.lever(f"/people/{name}", dms_open=False)
        here.trouble(kind="status", method="GET", route="members", status=404, code=10007, times=1)
        table = await here.table("deadman", PLAYERS)
        watcher = here.users[PLAYERS[0]]
        board = await watcher.find(text=" has left the server.")
        assert board["mentions"] == []
        assert (await here.seen(table, watcher)).gone.count(True) == 1


async def test_a_game_can_be_left_without_naming_its_table(tmp_path: Path) -> None:
    async with harbor(tmp_path, 3, games=("deadman",)) as here:
        table = await here.table("deadman", ("Ann", "Ben", "Cat"))
        cat = here.users["Cat"]
        asked = await cat.command("table leave")
        assert f"Leave table {table} for good?" in asked.text
        left = await cat.click(asked.message, label="Leave for good")
        assert left.kind == "answered"
        board = await here.users["Ann"].find(
            text=" plays for Cat, who left. Anyone may take that seat."
        )
        await cat.click(board, label="Take Cat's seat")
        assert (await here.seen(table, cat)).seat == 2
