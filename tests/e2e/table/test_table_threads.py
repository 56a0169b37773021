"""Tables that move to a thread of their own at the deal, end to end."""

from pathlib import Path

import pytest

from playground.tests.user import Json, text_of
from tests.actors.harbor import Harbor, harbor
from tests.actors.tables import join_by_command, open_table
from tests.crews.crew import Crew

PLAYERS = ("Ann", "Ben")
IN_THREAD = {"where": "thread"}


async def dealt(here: Harbor, options: Json | None = None) -> int:
    """Open a table, seat two people and deal."""
    table = await here.table("deadman", PLAYERS, IN_THREAD if options is None else options)
    await here.shown(here.users["Ann"], table)
    await here.settled()
    return table


def stored(here: Harbor, table: int) -> Json:
    """Return a table's row."""
    return dict(here.rows("SELECT channel, opened_in, thread FROM tables WHERE id=?", table)[0])


def asked(here: Harbor) -> list[Json]:
    """Return the requests for threads."""
    return [request for request in here.requests if request["path"].endswith("/threads")]


def texts(here: Harbor, channel: str) -> list[str]:
    """Return the texts of the messages in a channel, oldest first."""
    return [text_of(message.json) for message in here.playground.world.messages[channel].values()]


async def test_a_table_is_dealt_into_a_thread_of_its_own(tmp_path: Path) -> None:
    """The channel keeps the opening and the result, and all between them is in the thread."""
    async with harbor(tmp_path, 3) as here:
        ann = here.users["Ann"]
        games = ann.channels["games"]
        table = await dealt(here)
        row, board = stored(here, table), await here.board(ann, table)
        thread = str(row["channel"])
        assert str(row["opened_in"]) == games
        assert board["channel_id"] == thread
        channel = here.playground.world.channel(thread)
        assert channel.name.endswith(f", table {table}")
        assert {ann.id, here.users["Ben"].id} <= set(channel.members)
        assert here.users["Cat"].id not in channel.members
        opening = text_of(here.playground.world.messages[games][thread].json)
        assert f"<#{thread}>" in opening
        assert len(asked(here)) == 1
        listed = (await ann.command("games")).text
        assert thread in listed

        await here.play_out(table)
        await here.settled()
        result = texts(here, games)[-1]
        assert f"Table {table} was played in <#{thread}>." in result
        assert sum("was played in" in text for text in texts(here, games)) == 1
        assert here.unhappy() == []


async def test_without_the_permission_a_table_is_played_in_its_channel(tmp_path: Path) -> None:
    """The invite may withhold it: that must never stop a deal."""
    async with harbor(tmp_path, 2) as here:
        ann = here.users["Ann"]
        games = ann.channels["games"]
        shut = {"bot_permissions": {"create_public_threads": False}}
        await here.lever(f"/channels/{games}", **shut)
        table = await dealt(here)
        assert stored(here, table) == {
            "channel": int(games),
            "opened_in": None,
            "thread": "forbidden",
        }
        board = text_of(await here.board(ann, table))
        assert "because I need Create Public Threads here" in board


async def test_at_the_limit_of_threads_a_table_is_played_in_its_channel(tmp_path: Path) -> None:
    """A server may have 1000 active threads."""
    async with harbor(tmp_path, 2) as here:
        here.trouble(kind="status", status=400, code=160006, method="POST", route="/threads$")
        table = await dealt(here)
        assert stored(here, table)["thread"] == "full"
        board = text_of(await here.board(here.users["Ann"], table))
        assert "as many threads as Discord allows" in board


async def test_a_lost_answer_makes_no_second_thread(tmp_path: Path) -> None:
    """A kill between the thread and the commit looks the same: the thread is there, and unknown."""
    async with harbor(tmp_path, 2) as here:
        here.trouble(kind="lose_answer", method="POST", route="/threads$")
        table = await dealt(here)
        row = stored(here, table)
        assert row["opened_in"] is not None
        assert [request["code"] for request in asked(here)][-1] == 160004
        assert len(list(here.playground.world.threads())) == 1
        assert sum("is played here by" in text for text in texts(here, str(row["channel"]))) == 1


async def test_the_server_chooses_where_tables_are_played(tmp_path: Path) -> None:
    """Its choice holds unless the opener makes another, and not where threads can't be made."""
    async with harbor(tmp_path, 2) as here:
        ann = here.users["Ann"]
        outcome = await ann.command("server threads", {"use": True})
        assert "each table gets a thread at its deal" in outcome.text
        table = await dealt(here, {})
        assert stored(here, table)["opened_in"] is not None
        thread = here.playground.world.channel(str(stored(here, table)["channel"])).name
        inside = await open_table(ann, "deadman start", channel=thread)
        assert stored(here, inside)["thread"] == ""
        refused = await ann.command("deadman start", IN_THREAD, channel=thread)
        assert "can't make a thread here" in refused.text
        here_only = await open_table(ann, "deadman start", {"where": "channel"})
        assert stored(here, here_only)["thread"] == ""


async def test_a_deleted_thread_is_like_a_deleted_channel(tmp_path: Path) -> None:
    """A player can bring the table back to a channel, and the game goes on there."""
    async with harbor(tmp_path, 2) as here:
        ann = here.users["Ann"]
        table = await dealt(here)
        await here.lever(f"/channels/{stored(here, table)['channel']}", "DELETE")
        await here.move(table)
        await here.settled()
        await ann.command("deadman table", {"table": table}, channel="games")
        await here.settled()
        assert stored(here, table)["channel"] == int(ann.channels["games"])
        assert stored(here, table)["opened_in"] is None
        assert (await here.board(ann, table))["channel_id"] == ann.channels["games"]


async def test_what_moderators_chose_holds_in_a_tables_thread(tmp_path: Path) -> None:
    """A block and the choice of channels are about the server, wherever a table is played."""
    async with harbor(tmp_path, 2) as here:
        ann, ben = (here.users[name] for name in PLAYERS)
        table = await dealt(here)
        thread = here.playground.world.channel(str(stored(here, table)["channel"])).name
        parlor = ann.channels["parlor"]
        await ann.command("server channels", {"change": "add", "channel": parlor})
        refused = await ben.command("deadman start", channel=thread)
        assert "open tables in" in refused.text, "its parent is not among them"
        await ann.command("server block", {"person": ben.id})
        outcome = await here.open_hand(ben, table)
        assert "have blocked you" in outcome.text


async def test_an_archived_thread_is_opened_again(tmp_path: Path) -> None:
    """It happens by itself when nobody writes for a week."""
    async with harbor(tmp_path, 2) as here:
        ann = here.users["Ann"]
        table = await dealt(here)
        thread = str(stored(here, table)["channel"])
        await here.lever(f"/channels/{thread}", archived=True)
        await here.move(table)
        await here.shown(ann, table)
        assert not here.playground.world.channel(thread).archived


@pytest.mark.full
async def test_a_kill_before_the_commit_makes_no_second_thread(tmp_path: Path) -> None:
    """The thread is there, the file knows nothing of it, and the bot is gone."""
    async with (
        harbor(tmp_path, 2, bot=False) as here,
        Crew(here.playground, here.place, log=tmp_path / "bot.log") as crew,
    ):
        ann, world = here.users["Ann"], here.playground.world
        here.trouble(kind="lose_answer", times=9, method="POST", route="/threads$")
        table = await open_table(ann, "deadman start", IN_THREAD)
        await join_by_command(here.users["Ben"], table)
        await here.until(lambda: here.rows("SELECT 1 FROM tables WHERE sealed_by IS NOT NULL"))
        await ann.command("table deal", {"table": table})
        await here.until(lambda: list(world.threads()))
        await crew.kill()
        here.playground.stage.faults.clear()
        assert stored(here, table)["opened_in"] is None
        await crew.start()
        await here.until(lambda: stored(here, table)["opened_in"] is not None)
        [thread] = world.threads()
        assert stored(here, table)["channel"] == int(thread.id)
