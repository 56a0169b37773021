"""The DM with the bot, where Discord reports that it may neither view the channel nor write."""

from pathlib import Path

import pytest
from discord_playground.world.permissions import BITS, REPORTED_IN_DM

from playground.tests.user import EPHEMERAL
from tests.actors.harbor import harbor

NOT_HERE = "You can only open a table in a server's channel."
NEEDS_SERVER = {
    "dealt start": NOT_HERE,
    "dealt table": "You can only bring a board to a channel of its own server.",
}
WORKS = {
    "dealt practice": "### Dealt!: practice",
    "dealt hand": "### Your hand · Dealt!, table 1",
    "dealt rules": "Dealt!, how to play",
    "help": "### One table game",
    "games": "**Dealt!, table 1**",
    "me show": "I'll DM you",
    "privacy": "What I don't keep",
}


async def test_commands_in_a_dm_do_what_they_can_and_never_blame_permissions(
    tmp_path: Path,
) -> None:
    assert not REPORTED_IN_DM & (BITS["view_channel"] | BITS["send_messages"])
    async with harbor(tmp_path, 3, games=("dealt",)) as here:
        ann = here.users["Ann"]
        await here.table("dealt", ("Ann", "Ben", "Cat"))
        for path, says in {**NEEDS_SERVER, **WORKS}.items():
            options = {"table": 1} if path in ("dealt table", "dealt hand") else {}
            outcome = await ann.command(path, options, channel="")
            assert outcome.message["flags"] & EPHEMERAL, path
            assert says in outcome.text, path
        assert here.unhappy() == []


@pytest.mark.parametrize(
    ("label", "says"), [("Start", NOT_HERE), ("Try it now", "### Dealt!: practice")]
)
async def test_buttons_of_the_help_work_in_a_dm(label: str, says: str, tmp_path: Path) -> None:
    async with harbor(tmp_path, 1, games=("dealt",)) as here:
        ann = here.users["Ann"]
        shown = (await ann.command("help", channel="")).message
        assert says in (await ann.click(shown, label=label)).text
        assert here.unhappy() == []
