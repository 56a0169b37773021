"""Strangers, over the wire: what discord.py keeps of channels and roles says who sees a table."""

from pathlib import Path

from playground.tests.user import text_of
from tests.actors.harbor import harbor

GONE = "I don't know that table."


async def test_a_table_is_read_from_where_its_channel_can_be_seen_and_nowhere_else(
    tmp_path: Path,
) -> None:
    """A table's number stands on its board; from a DM it must open nothing."""
    async with harbor(tmp_path, 4) as here:
        table = await here.table("deadman", ("Ann", "Ben"))
        dan = here.users["Dan"]
        elsewhere = await dan.command("table log", {"table": table}, channel="parlor")
        assert "What happened last · " in elsewhere.text
        for number in (table, 999):
            assert (await dan.command("table log", {"table": number}, channel="")).text == GONE
            assert text_of(await dan.exchange(f"{number}: pass")) == GONE
        own = await here.users["Ben"].command("table log", {"table": table}, channel="")
        assert "What happened last · " in own.text
        fetched = [request for request in here.requests if "/thread-members" in request["path"]]
        assert fetched == [], "nothing had to be asked"
        assert here.unhappy() == []
