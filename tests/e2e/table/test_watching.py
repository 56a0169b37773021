"""Watching through the real client: from *Watch* to the one DM at the end of the game."""

from pathlib import Path

from playground.tests.user import Json, User, text_of
from tests.actors.harbor import Harbor, harbor
from tests.actors.tables import deal_table


def told(user: User, table: int) -> list[Json]:
    """List the DMs that tell a person how a table's game ended."""
    return [sent for sent in user.messages.values() if f"table {table}, which you" in text_of(sent)]


async def watch(here: Harbor, table: int, name: str) -> None:
    user = here.users[name]
    games = await user.command("games")
    assert "Tables you can watch" in games.text
    answer = await user.click(games.message, label=f"Watch table {table}")
    assert "I'll DM you when the game ends." in answer.text


async def test_a_watcher_gets_one_dm_at_the_end_over_a_restart(tmp_path: Path) -> None:
    async with harbor(tmp_path, 3) as here:
        cat = here.users["Cat"]
        await cat.open_dm()
        table = await here.table("deadman", ("Ann", "Ben"))
        await watch(here, table, "Cat")
        await here.restart_bot()
        await here.play_out(table)
        await cat.until(lambda: told(cat, table))
        await here.until(lambda: here.rows("SELECT * FROM watchers") == [])
        await here.restart_bot()
        await here.settled()
        [dm] = told(cat, table)
        seen = await here.seen(table)
        board = await here.board(cat, table)
        text = text_of(dm)
        assert " wins Dead Man's Chest with " in text
        assert any(name in text for name in seen.names)
        assert text.endswith(f"/{board['channel_id']}/{board['id']}")
        assert here.unhappy() == []


async def test_whoever_lost_sight_of_the_channel_is_told_nothing(tmp_path: Path) -> None:
    """The table is in a private thread, and Dan is taken out of it."""
    async with harbor(tmp_path, 4) as here:
        ann, ben, cat, dan = (here.users[name] for name in ("Ann", "Ben", "Cat", "Dan"))
        for user in (cat, dan):
            await user.open_dm()
        body = {"name": "hush", "type": 12}
        thread = (await ann.ask("POST", f"/channels/{ann.channels['games']}/threads", body))["id"]
        members = f"/channels/{thread}/members"
        await here.lever(members, add=["bot", "ben", "cat", "dan"])
        await dan.until(lambda: "hush" in dan.channels)
        table = await deal_table((ann, ben), "deadman", channel="hush", by_command=True)
        for user in (cat, dan):
            answer = await user.command("table watch", {"table": table}, channel="hush")
            assert "I'll DM you when the game ends." in answer.text
        await here.lever(members, remove=["dan"])
        assert (
            "is closed" in (await ann.command("table end", {"table": table}, channel="hush")).text
        )
        await cat.until(lambda: told(cat, table))
        await here.until(lambda: here.rows("SELECT * FROM watchers") == [])
        assert "was closed before its game was over" in text_of(told(cat, table)[0])
        assert told(dan, table) == []
        [asked] = here.unhappy()
        assert f"/thread-members/{dan.id}" in asked, "Discord was asked, and said that Dan is out"
