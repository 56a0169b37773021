"""Tables in threads, end to end: in the posts of a forum, and in private ones."""

from pathlib import Path

from playground.tests.user import User
from tests.actors.harbor import Harbor, harbor
from tests.actors.tables import board_of, deal_table, open_table

GONE = "I don't know that table."


async def put(here: Harbor, channel: str, **how: bool) -> None:
    """Put a thread away, lock it, or take it out again.

    Once all is shown: whatever were still to be posted there would take it out by itself.
    """
    await here.settled()
    await here.lever(f"/channels/{channel}", **how)


async def bid(here: Harbor, table: int, user: User, value: str, channel: str) -> None:
    """Have somebody bid by a command."""
    before = here.rev(table)
    await user.command("deadman bid", {"value": value}, channel=channel)
    assert here.rev(table) == before + 1


async def test_a_table_is_kept_in_a_post_of_a_forum_also_where_it_is_put_away_or_locked(
    tmp_path: Path,
) -> None:
    """A post is a thread: Discord puts it away by itself, and who manages threads may lock it."""
    async with harbor(tmp_path, 2) as here:
        ann, ben = here.users["Ann"], here.users["Ben"]
        await here.lever("/channels", name="tables", type=15)
        forum = await ann.until(lambda: ann.channels.get("tables"))
        body = {"name": "tonight", "message": {"content": "Who plays?"}}
        post = (await ann.ask("POST", f"/channels/{forum}/threads", body))["id"]
        await ben.until(lambda: "tonight" in ben.channels)
        table = await deal_table((ann, ben), "deadman", channel="tonight", by_command=True)
        await here.shown(ann, table)
        board = await here.board(ann, table)
        assert board["channel_id"] == post

        await put(here, post, archived=True)
        await bid(here, table, await here.mover(table), "43", "games")
        await here.shown(ann, table)
        patched = [request for request in here.requests if request["path"] == f"/channels/{post}"]
        assert [item["body"] for item in patched] == [{"archived": False}], "it was taken out again"
        assert any(request["code"] == 50083 for request in here.requests)

        await put(here, post, archived=True, locked=True)
        mover = await here.mover(table)
        await bid(here, table, mover, "52", "games")
        await here.settled()
        listed = (await mover.command("games")).text
        assert "I can't show its board." in listed
        assert "is locked: somebody who manages threads can unlock it." in listed
        await put(here, post, archived=False, locked=False)
        await here.shown(ann, table)
        assert board_of(ann, table) is not None
        assert (await here.board(ann, table))["id"] == board["id"], "the same board, and no other"


async def test_a_table_in_a_private_thread_is_read_by_who_is_in_it(tmp_path: Path) -> None:
    """The bot asks Discord for members, and for the details of an archived thread."""
    async with harbor(tmp_path, 3) as here:
        ben, cat = here.users["Ben"], here.users["Cat"]
        games = ben.channels["games"]
        body = {"name": "hush", "type": 12}
        own = (await ben.ask("POST", f"/channels/{games}/threads", body))["id"]
        await ben.until(lambda: "hush" in ben.channels)
        refused = await ben.command("deadman start", channel="hush")
        assert "Mention me" in refused.text, "it is not in there"
        await here.lever(f"/channels/{own}/members", add=["bot"])
        table = await open_table(ben, "deadman start", channel="hush")

        async def read(user: User) -> str:
            return (await user.command("table log", {"table": table}, channel="parlor")).text

        def asked(path: str) -> int:
            there = [request for request in here.requests if request["path"] == path]
            return sum(message["method"] == "GET" for message in there)

        assert await read(cat) == GONE
        assert asked(f"/channels/{own}/thread-members/{cat.id}") == 1
        assert "What happened last" in await read(ben), "who sits there need not be asked for"
        await here.lever(f"/channels/{own}/members", add=["cat"])
        assert "What happened last" in await read(cat)
        await put(here, own, archived=True)
        await here.restart_bot()
        assert asked(f"/channels/{own}") == 0
        assert "What happened last" in await read(cat)
        assert asked(f"/channels/{own}") == 1, "it is not among those that Discord tells of"
        await here.lever(f"/channels/{own}/members", remove=["cat"])
        assert await read(cat) == GONE
