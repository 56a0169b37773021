"""The operator's choice through the real client: other names, games that are off, and a contact."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.game_choice import chosen_games
from bot.ui.panels.operator import Operator
from games import GAMES
from playground.tests.user import User, pressable, text_of
from tests.actors.harbor import Harbor, harbor
from tests.actors.player import Manners, Only, Player
from tests.actors.tables import NOTHING, board_of, open_table

PEOPLE = ("Ann", "Ben", "Cat")
SORRY = "I don't deal new games of Dead Man's Chest here any more."

GONE = "'code': 10008"  # somebody pressed a panel at the moment at which a newer one replaced it


def labels(message: Any) -> set[str]:
    return {button["label"] for button in pressable(message) if "label" in button}


def sent(body: Any) -> Iterator[str]:
    """Yield every text of a request that somebody could read: custom_ids are read by nobody."""
    if isinstance(body, dict):
        for key, value in body.items():
            if key != "custom_id":
                yield from sent(value)
    elif isinstance(body, list):
        for item in body:
            yield from sent(item)
    elif isinstance(body, str):
        yield body


async def has_commands(here: Harbor, *games: str) -> None:
    """Wait until Discord knows the commands of these games and of no other."""
    shared = {"games", "help", "me", "privacy", "settings", "table"}

    def known() -> set[str]:
        return {command["name"] for command in here.playground.world.commands.values()}

    await here.until(lambda: known() & {*games, *GAMES} == {*games})
    assert shared <= known()


async def looked_at(here: Harbor, user: User) -> None:
    """Read all pages about the game that can be read without a table or at any time."""
    for command in ("help", "skulls rules", "games", "privacy"):
        assert (await user.command(command)).kind == "answered"
    practice = await user.command("skulls practice")
    assert "### Skulls & Bones: practice" in practice.text
    for line in ("help", "help skulls", "games"):
        await user.say(line)
    dm = await user.open_dm()
    await user.until(lambda: "Skulls & Bones, table" in text_of(user.look(channel=dm) or NOTHING))
    assert (await user.suggestions("skulls bid", "value", "6")).kind == "choices"


async def test_renamed_game_is_played_without_its_old_name_anywhere(tmp_path: Path):
    async with harbor(tmp_path, PEOPLE, bot=False) as here:
        here.games = chosen_games("deadman=skulls:Skulls & Bones, dealt", GAMES)
        await here.start_bot()
        ann = here.users["Ann"]
        await has_commands(here, "skulls", "dealt")
        table = await here.table("skulls", ("Ann", "Ben"))
        await looked_at(here, ann)
        while (seen := await here.seen(table)).to_move:
            user = await here.mover(table)
            hand = await user.command("skulls hand", {"table": table})
            assert f"### Your hand · Skulls & Bones, table {table}, " in hand.text
            if seen.public.over is None:
                await user.command("skulls bid", {"value": "66"})
            else:
                await user.command("skulls challenge")
        board = await ann.find(label="Rematch")
        assert re.search(rf"wins Skulls & Bones .*!\n-# table {table}\n", text_of(board))
        for label in ("The truth", "Was it fair?", "Share"):
            assert "Skulls & Bones, table" in (await ann.click(board, label=label)).text
        assert "Skulls & Bones" in (await ann.command("table story", {"table": table})).text
        assert (await ann.click(board, label="Rematch")).kind == "answered"
        await here.settled()
        said = [text for request in here.requests for text in sent(request["body"])]
        old = re.compile("deadman|Dead Man's Chest", re.IGNORECASE)
        assert [text for text in said if old.search(text)] == []
        assert sum("Skulls & Bones" in text for text in said) > 20, "the search sees what is sent"
        assert here.rows("SELECT DISTINCT game FROM tables")[0]["game"] == "deadman"
        assert [line for line in here.unhappy() if GONE not in line] == []


async def plays(here: Harbor, table: int, only: Only) -> None:
    """Let Ann and Ben play a table to its end in one way."""
    manners = Manners(think=0.0, only=only)
    pair = [here.users[name] for name in ("Ann", "Ben")]
    players = [Player(user, "deadman", table, manners=manners) for user in pair]
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())
    assert [player.tally.problems for player in players] == [[], []]


@pytest.mark.parametrize("only", ["buttons", pytest.param("lines", marks=pytest.mark.full)])
async def test_game_that_is_switched_off_is_played_to_its_end(only: Only, tmp_path: Path):
    async with harbor(tmp_path, PEOPLE) as here:
        ann, cat = here.users["Ann"], here.users["Cat"]
        table = await here.table("deadman", ("Ann", "Ben"))
        await cat.command("deadman practice")
        undealt = await open_table(cat, "deadman start", channel="parlor")
        here.games = chosen_games("dealt", GAMES)
        await here.restart_bot()
        await here.settled()
        await has_commands(here, "dealt")
        assert "Dead Man's Chest" not in (await cat.command("help")).text
        board = await cat.until(lambda: board_with(cat, undealt, SORRY))
        assert labels(board) == {"Leave", "How to play"}
        assert f"Dead Man's Chest, table {table}" in (await ann.command("games")).text
        brought = await ann.command("table bring", {"table": table})
        assert f"## Dead Man's Chest\n-# table {table}" in brought.text
        await plays(here, table, only)
        board = await here.board(ann, table)
        assert labels(board) == {"The truth", "Was it fair?", "Share"}
        assert SORRY in (await ann.command("table rematch", {"table": table})).text
        assert (await cat.click(await here.board(cat, undealt), label="Leave")).kind == "answered"
        await here.settled()
        assert labels(await here.board(cat, undealt)) == set(), "closed, without a rematch"
        mine = (await cat.command("games")).message
        practice = await cat.press(mine, pressable(mine)[0])
        assert "### Dead Man's Chest: practice" in practice.text
        said = [text for request in here.requests for text in sent(request["body"])]
        restarted = next(i for i, text in enumerate(said) if SORRY in text)
        assert not [text for text in said[restarted:] if re.search("`/(deadman| )", text)]
        assert [line for line in here.unhappy() if GONE not in line] == []


def board_with(user: User, table: int, text: str) -> Any:
    board = board_of(user, table)
    return board if board is not None and text in text_of(board) else None


async def test_operator_is_named_where_people_need_them(tmp_path: Path, monkeypatch: Any):
    async with harbor(tmp_path, ("Ann",), bot=False) as here:
        here.operator = Operator("Ada, ada@example.org")
        bot = await here.start_bot()
        ann = here.users["Ann"]
        assert "I'm run by Ada, ada@example.org." in (await ann.command("privacy")).text

        async def broken(*_: Any, **__: Any) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(bot.services.queries, "of_person", broken)
        said = (await ann.command("games")).text
        assert "Please tell Ada, ada@example.org, with the reference `" in said
        assert json.dumps(said).count("reference") == 1
