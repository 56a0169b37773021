"""A board comes down when a round ends and people have talked it out of view."""

from pathlib import Path

import pytest

from playground.tests.user import User
from tests.actors.harbor import Harbor, harbor


async def end_a_round(here: Harbor, table: int) -> None:
    """Bid and challenge."""
    for verb, options in (("bid", {"value": "31"}), ("challenge", {})):
        step, mover = here.step(table), await here.mover(table)
        outcome = await mover.command(f"deadman {verb}", options, channel="")
        assert outcome.kind == "answered"
        await here.moved(table, step)
    await here.settled()


async def talk(user: User, lines: int) -> None:
    for line in range(lines):
        await user.say(f"line {line}", channel="games")


@pytest.mark.parametrize(("may_read", "comes_down"), [(True, True), (False, False)])
async def test_a_board_comes_down_below_the_talk(
    may_read: bool, comes_down: bool, tmp_path: Path
) -> None:
    """Without the permission to read the history only the bot's own posts count."""
    async with harbor(tmp_path, 3, games=("deadman",)) as here:
        cat = here.users["Cat"]
        world = here.playground.world
        world.channels[cat.channels["games"]].overrides["read_message_history"] = may_read
        table = await here.table("deadman", ("Ann", "Ben"))
        before = await here.board(cat, table)
        await talk(cat, 5)
        await end_a_round(here, table)
        after = await here.board(cat, table)
        assert (int(after["id"]) > int(before["id"])) == comes_down
        assert (before["id"] in cat.messages) != comes_down, "the one above is removed"
        assert here.unhappy() == []


async def test_a_board_in_view_stays_where_it_is(tmp_path: Path) -> None:
    async with harbor(tmp_path, 3, games=("deadman",)) as here:
        cat = here.users["Cat"]
        table = await here.table("deadman", ("Ann", "Ben"))
        before = await here.board(cat, table)
        await talk(cat, 2)
        await end_a_round(here, table)
        assert (await here.board(cat, table))["id"] == before["id"]
