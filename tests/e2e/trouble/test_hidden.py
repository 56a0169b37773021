"""A channel that hides the bot: its table goes on, and nothing false is said about it."""

from pathlib import Path

import pytest

from playground.tests.user import User, text_of
from tests.actors.harbor import Harbor, harbor
from tests.e2e.operator.test_moderators import holds, role

UNKNOWN = "I don't know that table."


async def hide(here: Harbor, channel: str, *, hidden: bool = True) -> None:
    """Take View Channel away from the bot in a channel, or give it back."""
    body = {"bot_permissions": {"view_channel": not hidden}}
    await here.lever(f"/channels/{channel}", **body)


async def ends(user: User, table: int, channel: str) -> str:
    """Try to end a table as a moderator; return the answer."""
    return (await user.command("table end", {"table": table}, channel=channel)).text


def channels(here: Harbor) -> int:
    """Return how many channels the bot knows."""
    return sum(len(guild.channels) for guild in here.bot.guilds) if here.bot else 0


@pytest.mark.parametrize("restarts", [False, True], ids=["at once", "after a restart"])
async def test_players_bring_their_table_out_of_a_hidden_channel(
    tmp_path: Path, restarts: bool
) -> None:
    """Discord says of such a channel that nobody sees it, which was taken for the truth."""
    async with harbor(tmp_path, 5) as here:
        ben, cat, dan = (here.users[name] for name in ("Ben", "Cat", "Dan"))
        table, games = await here.table("deadman", ("Ben", "Cat")), ben.channels["games"]
        await here.settled()
        await hide(here, games)
        for kind in (2, 4, 13, 15):
            body = {"name": "vault", "type": kind, "bot_permissions": {"view_channel": False}}
            await here.lever("/channels", **body)
        if restarts:
            await here.restart_bot()
        await here.until(lambda: channels(here) == 6)  # none of them costs the others
        obstacle = f"I can't see <#{games}> any more, because I need View Channel there."
        await (await here.mover(table)).command("deadman bid", {"value": "43"}, channel="parlor")
        await here.until(lambda: here.bot and here.services.display.obstacle(table))
        hand = await ben.command("deadman hand", channel="parlor")
        assert obstacle in hand.text
        assert "`/deadman table` in another channel" in hand.text
        for path in ("deadman table", "deadman hand", "table end", "table watch"):
            said = await dan.command(path, {"table": table}, channel="parlor")
            assert said.text == UNKNOWN, "whether Dan may see it is unknown"
        brought = await cat.command("table bring", {"table": table}, channel="parlor")
        assert f"table {table}" in brought.text
        mover = await here.mover(table)
        before = here.rev(table)
        await mover.command("deadman challenge", channel="parlor")
        assert here.rev(table) > before
        await here.shown(mover, table)
        board = await here.board(mover, table)
        assert board["channel_id"] == mover.channels["parlor"]
        assert all("50001" in line for line in here.unhappy())


async def test_a_hidden_table_is_moderated_from_its_channel_or_by_a_manager(tmp_path: Path) -> None:
    async with harbor(tmp_path, 5) as here:
        ann, ben, dan, eve = (here.users[name] for name in ("Ann", "Ben", "Dan", "Eve"))
        guard = await role(here, "guard", "manage_messages")
        chief = await role(here, "chief", "manage_guild")
        games = ben.channels["games"]
        for moderator, held, channel in ((eve, guard, "games"), (eve, chief, "parlor")):
            holds(here, moderator.name, held)
            table = await here.table("deadman", ("Ben", "Cat"))
            await hide(here, games)
            assert await ends(dan, table, "parlor") == UNKNOWN
            assert "Only" in await ends(dan, table, "games"), "Dan types where the table is"
            if channel == "games":
                assert await ends(moderator, table, "parlor") == UNKNOWN
            assert "closed" in await ends(moderator, table, channel)
            await hide(here, games, hidden=False)
        table = await here.table("deadman", ("Ben", "Cat"))
        await hide(here, games)
        assert "closed" in await ends(ann, table, "parlor")


async def test_settings_and_check_say_what_is_hidden(tmp_path: Path) -> None:
    async with harbor(tmp_path, 4) as here:
        ann, ben = here.users["Ann"], here.users["Ben"]
        games, parlor = ann.channels["games"], ann.channels["parlor"]
        await hide(here, games)
        checked = await ann.command("server check")
        assert "I can't work in this channel yet, because I need View Channel" in checked.text
        for channel in (games, parlor):
            panel = await ann.command(
                "server channels", {"change": "add", "channel": channel}, channel="parlor"
            )
            assert f"I can't see <#{games}>, because I need View Channel there." in panel.text
        await here.lever("/channels", name="attic")
        await here.until(lambda: "attic" in ben.channels)
        refused = await ben.command("deadman start", channel="attic")
        assert refused.text == f"On this server, open tables in <#{parlor}>."
        drop = {"change": "remove", "channel": parlor}
        await ann.command("server channels", drop, channel="parlor")
        checked = await ann.command("server check", channel="parlor")
        assert "are gone, or I can't see them any more. " in checked.text
        await hide(here, games, hidden=False)
        checked = await ann.command("server check", channel="parlor")
        assert f"open tables in <#{games}>" in checked.text
        assert "can be opened here" in (await ann.command("server check")).text


@pytest.mark.parametrize("in_thread", [False, True], ids=["channel", "thread"])
async def test_the_board_catches_up_when_the_channel_is_shown_again(
    tmp_path: Path, in_thread: bool
) -> None:
    """Discord has told the bot nothing of the channel or its threads meanwhile."""
    async with harbor(tmp_path, 4) as here:
        options = {"where": "thread"} if in_thread else {}
        table = await here.table("deadman", ("Ann", "Ben"), options)
        await here.settled()
        mover = await here.mover(table)
        await here.shown(mover, table)
        games, before = mover.channels["games"], here.rev(table)
        await hide(here, games)
        await here.restart_bot()
        await mover.command("deadman bid", {"value": "43"}, channel="parlor")
        assert here.rev(table) > before
        await here.settled()
        stale = await here.board(mover, table)
        assert " 43" not in text_of(stale)  # other than in the number of a time
        await hide(here, games, hidden=False)
        await here.shown(mover, table)
        assert (await mover.command("deadman hand", channel="parlor")).text.count("can't") == 0
