"""Tables that people can't reach stand still: a removal, an outage, a gone channel, a time-out."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.actors.harbor import QUICK, Harbor, LeapingClock, harbor
from tests.actors.tables import board_of, open_table

HOUR = 3600.0
WHEN = 1_800_000_000.0
UNHURRIED = replace(QUICK, notice_after=60.0, here_for=60.0)
GAMES = ["deadman"]
SHUT, OPEN = {"view_channel": False}, {"view_channel": True}


async def lost(here: Harbor) -> None:
    await here.until(lambda: lost_tables(here))


async def found(here: Harbor) -> None:
    await here.until(lambda: not lost_tables(here))
    await here.settled()


def lost_tables(here: Harbor) -> list[Any]:
    return here.rows("SELECT * FROM out_of_reach")


def left_for(here: Harbor, table: int) -> list[float | None]:
    """Return how long each seat of a table still has."""
    assert here.clock is not None
    now = here.clock.now()
    rows = here.rows("SELECT due FROM seats WHERE table_id=? ORDER BY seat", table)
    return [None if row[0] is None else row[0] - now for row in rows]


async def later(here: Harbor, seconds: float) -> None:
    assert here.clock is not None
    await here.at(here.clock.now() + seconds)


async def ready(here: Harbor) -> None:
    await here.until(lambda: here.bot and here.bot.messenger.servers_known)


async def three_tables(here: Harbor) -> tuple[int, int, int]:
    """Return a table in play, an open one, and one that asks people for a rematch."""
    playing = await here.table("deadman", ["Ann", "Ben", "Cat"])
    over = await here.table("deadman", ["Ann", "Ben"])
    await here.play_out(over)
    await here.settled()
    await here.users["Ann"].command("table rematch", {"table": over})
    asking: int = here.rows("SELECT max(table_id) FROM rematches")[0][0]
    return playing, await open_table(here.users["Cat"], "deadman start", None), asking


@pytest.mark.parametrize("away", [15 * 60.0, 33 * HOUR])
async def test_a_bot_that_is_removed_and_invited_again_takes_nothing_from_its_players(
    tmp_path: Path, away: float
) -> None:
    clock = LeapingClock(WHEN)
    async with harbor(tmp_path, 3, games=GAMES, timing=UNHURRIED, clock=clock) as here:
        await ready(here)
        playing, opened, asking = await three_tables(here)
        await here.settled()
        before = left_for(here, playing)
        step = here.step(playing)
        expires = here.rows("SELECT expires_at FROM rematches")[0][0] - clock.now()
        await here.lever("/guild", bot=False)
        await lost(here)
        for _ in range(3):
            await later(here, away / 3)
        await here.restart_bot()
        await ready(here)
        assert here.step(playing) == step
        assert here.rows("SELECT * FROM seats WHERE gone=1 OR unanswered>0") == []
        assert here.rows("SELECT * FROM tables WHERE phase='ended'") == []
        await here.lever("/guild", bot=True)
        await found(here)
        assert left_for(here, playing) == pytest.approx(before, abs=30)
        left = here.rows("SELECT expires_at FROM rematches")[0][0] - clock.now()
        assert left == pytest.approx(expires, abs=30)
        for table in (playing, opened, asking):
            assert await here.board(here.users["Ann"], table)
        await here.move(playing)
        assert here.step(playing) > step


@pytest.mark.parametrize("quiet", [True, False])
async def test_a_server_that_is_out_of_order_stands_still_over_a_restart(
    tmp_path: Path, quiet: bool
) -> None:
    """Its return is told with `unavailable: false`, or without the field, as after a join."""
    clock = LeapingClock(WHEN)
    async with harbor(tmp_path, 3, games=GAMES, timing=UNHURRIED, clock=clock) as here:
        await ready(here)
        table = await here.table("deadman", ["Ann", "Ben"])
        before, step = left_for(here, table), here.step(table)
        await here.lever("/guild", outage=True)
        await lost(here)
        await later(here, 4 * HOUR)
        await here.restart_bot()
        await ready(here)
        await later(here, 4 * HOUR)
        assert here.step(table) == step
        greeted = len(here.users["Ann"].messages)
        await here.lever("/guild", outage=False, quiet=quiet)
        await found(here)
        assert left_for(here, table) == pytest.approx(before, abs=30)
        assert len(here.users["Ann"].messages) == greeted
        await here.move(table)
        await here.until(lambda: here.step(table) > step)
        await here.settled()
        assert board_of(here.users["Ann"], table) is not None


@pytest.mark.parametrize(
    ("path", "away", "back"),
    [
        ("/channels/{}", {"bot_permissions": SHUT}, {"bot_permissions": OPEN}),
        ("/guild", {"time_out": HOUR}, {"time_out": 0}),
    ],
    ids=["the channel is hidden", "the bot has a time-out"],
)
async def test_a_table_stands_still_until_people_reach_it_again(
    tmp_path: Path, path: str, away: dict[str, Any], back: dict[str, Any]
) -> None:
    clock = LeapingClock(WHEN)
    async with harbor(tmp_path, 3, games=GAMES, timing=UNHURRIED, clock=clock) as here:
        await ready(here)
        table = await here.table("deadman", ["Ann", "Ben"])
        place = path.format(here.rows("SELECT channel FROM tables")[0][0])
        before, step = left_for(here, table), here.step(table)
        await here.lever(place, **away)
        await lost(here)
        await later(here, 5 * HOUR)
        assert here.step(table) == step
        await here.lever(place, **back)
        await found(here)
        assert left_for(here, table) == pytest.approx(before, abs=30)


async def test_a_deleted_channel_stands_still_until_the_table_is_brought_elsewhere(
    tmp_path: Path,
) -> None:
    clock = LeapingClock(WHEN)
    async with harbor(tmp_path, 3, games=GAMES, timing=UNHURRIED, clock=clock) as here:
        await ready(here)
        table = await here.table("deadman", ["Ann", "Ben"])
        before, step = left_for(here, table), here.step(table)
        channel = here.rows("SELECT channel FROM tables")[0][0]
        await here.lever(f"/channels/{channel}", "DELETE")
        await lost(here)
        await later(here, 5 * HOUR)
        assert here.step(table) == step
        ann = here.users["Ann"]
        await ann.command("table bring", {"table": table}, channel="parlor")
        await found(here)
        assert left_for(here, table) == pytest.approx(before, abs=30)
        assert await here.board(ann, table)


async def test_a_locked_thread_stands_still(tmp_path: Path) -> None:
    clock = LeapingClock(WHEN)
    async with harbor(tmp_path, 3, games=GAMES, timing=UNHURRIED, clock=clock) as here:
        await ready(here)
        table = await here.table("deadman", ["Ann", "Ben"])
        thread = here.rows("SELECT channel FROM tables")[0][0]
        talk = int((await here.lever(f"/channels/{thread}/threads", name="talk"))["id"])
        await here.services.host.seats.move_to(table, talk)
        here.services.display.draw_board(table)
        await here.settled()
        before, step = left_for(here, table), here.step(table)
        await here.lever(f"/channels/{talk}", archived=True, locked=True)
        await lost(here)
        await later(here, 5 * HOUR)
        assert here.step(table) == step
        await here.lever(f"/channels/{talk}", archived=False, locked=False)
        await found(here)
        assert left_for(here, table) == pytest.approx(before, abs=30)


async def test_somebody_who_left_while_the_bot_is_there_is_gone(tmp_path: Path) -> None:
    clock = LeapingClock(WHEN)
    async with harbor(tmp_path, 3, games=GAMES, timing=UNHURRIED, clock=clock) as here:
        await ready(here)
        await here.table("deadman", ["Ben", "Cat"])
        await here.lever("/people/Ben", gone="left")
        await here.lever("/people/Cat", gone="left")
        await later(here, 120)
        await here.until(lambda: here.rows("SELECT * FROM seats WHERE gone=1"))
        assert lost_tables(here) == []
