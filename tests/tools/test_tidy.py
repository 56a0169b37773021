"""A long run forgets what nobody would look at, and nothing else."""

from pathlib import Path

import pytest

from playground.tests.user import EPHEMERAL, text_of
from tests.actors.harbor import harbor
from tests.actors.tables import board_of
from tests.tools import tidy


async def test_boards_stay_and_old_private_messages_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A soak of hours would otherwise measure its own memory."""
    monkeypatch.setattr(tidy, "KEPT", 1)
    async with harbor(tmp_path, 2, games=["deadman"]) as here:
        ann = here.users["Ann"]
        table = await here.table("deadman", list(here.users))
        await here.settled()  # what is published of the deal lies behind what follows
        for command in ("deadman rules", "deadman hand"):
            await ann.command(command)
            await ann.say(f"line after {command}")
        await here.settled()
        monkeypatch.setattr(tidy, "INTERACTIONS", 3)
        tidy.tidy(here.playground, here.users.values())
        assert len(here.playground.stage.interactions.all) == 3
        world = here.playground.world.messages
        games, dm = world[ann.channels["games"]], world[ann.dm_id]
        assert sum(game.only_for is not None for game in games.values()) == 1
        assert len(dm) == 1
        assert sum(message["channel_id"] == ann.dm_id for message in ann.messages.values()) == 1
        board = await here.board(ann, table)
        assert not board["flags"] & EPHEMERAL
        assert board["id"] in games
        tidy.tidy(here.playground, here.users.values(), [table])
        assert board_of(ann, table) is None
        assert board["id"] not in games


async def test_the_seals_of_old_tables_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table has one, and nobody takes it away."""
    monkeypatch.setattr(tidy, "KEPT", 1)
    async with harbor(tmp_path, 2, games=["deadman"]) as here:
        ann = here.users["Ann"]
        tables = [await here.table("deadman", list(here.users)) for _ in range(2)]
        await here.settled()
        world = here.playground.world.messages[ann.channels["games"]]
        tidy.tidy(here.playground, here.users.values())
        for messages in ([message.json for message in world.values()], list(ann.messages.values())):
            seals = [message for message in messages if "-# 🔒 `" in text_of(message)]
            assert len(seals) <= 1
        assert all(board_of(ann, table) is not None for table in tables)
