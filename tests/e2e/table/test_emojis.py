"""Small pictures, through the real client: brought up at the start, seen on an opening."""

import re
from pathlib import Path

import pytest

from bot.show.discord_py import emoji_sync
from bot.ui.panels.pics import all_pics
from cogs.deadman import FACE
from playground.tests.user import text_of
from tests.actors.harbor import harbor
from tests.actors.tables import open_table

pytestmark = pytest.mark.full

MARKUP = re.compile(r"<:([a-z0-9_]+):(\d+)> ?")


async def test_what_is_brought_up_is_seen_on_an_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """And the words are the same as without."""
    wanted = {name: all_pics()[name] for name in FACE.pics}  # quicker than all of them
    monkeypatch.setattr(emoji_sync, "all_pics", lambda: wanted)
    async with harbor(tmp_path, 3, games=["deadman"], emojis=True) as here:
        ann, world = here.users["Ann"], here.playground.world
        names = {option.emoji for option in wanted.values()}
        await here.until(lambda: {emoji["name"] for emoji in world.emojis.values()} >= names)
        table = await open_table(ann, "deadman start")
        await here.settled()
        board = await here.board(ann, table)
        found = MARKUP.findall(text_of(board))
        assert {name for name, _ in found} == names
        assert all(world.emojis[number]["name"] == name for name, number in found)
        assert "Ann" in MARKUP.sub("", text_of(board))
        assert not here.unhappy()
        uploads = [
            request
            for request in here.requests
            if request["method"] == "POST" and "emojis" in request["path"]
        ]
        assert len(uploads) == len(names)


async def test_without_leave_to_add_any_all_is_said_in_words(tmp_path: Path):
    async with harbor(tmp_path, 3, games=["deadman"], bot=False, emojis=True) as here:
        here.trouble(kind="status", route="emojis", status=403, times=1000)
        await here.start_bot()
        table = await open_table(here.users["Ann"], "deadman start")
        await here.settled()
        board = await here.board(here.users["Ann"], table)
        assert "Shake two dice in a chest" in text_of(board)
        assert not MARKUP.search(text_of(board))
        assert not any("\ue000" <= item <= "\uf8ff" for item in text_of(board))
