"""No byte of a person who was forgotten in the middle of a game is left on the operator's disk.

They have left every kind of trace that a person can leave. The bot is `python -m bot`, the people
press what Discord shows them, and the operator uses the real commands.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Any

import pytest

from bot.host.proof.verify import verify
from db.people.forgetting import FORMER
from games import GAMES
from playground.tests.user import MENU, Json, User, first_choices, pressable, text_of
from tests.actors.harbor import Harbor, harbor
from tests.actors.player import Player
from tests.actors.settings import forget_me, open_settings
from tests.actors.tables import NOTHING, deal_table, join_by_command, open_table
from tests.crews.crew import ROOT, Crew

pytestmark = [pytest.mark.full, pytest.mark.sqlite]

OTHERS = ("Ben", "Cat", "Dan")
MIDDLE = 12  # public steps after which the person is forgotten
PATIENCE = 40  # further steps at most until a draft is possible
DRAFTS = "trump"
NO_ORDERS = "deadman"  # the game that has no standing orders
GONE = "'code': 10008"  # somebody pressed a panel at the moment at which a newer one replaced it
IN_A_FILE = {"name", "id as a key", "id as a number", "DM channel as a number"}
LEFT = {"bot.log", "downeast.sqlite3", "downeast.forgotten", "after.sqlite3", "Ben.json"}


class Halting(Player):
    """A player who stops when the board shows a step."""

    def __init__(self, user: User, game: str, table: int, until: int) -> None:
        self._until = until
        super().__init__(user, game, table)

    def _see_board(self, message: Json, text: str) -> None:
        super()._see_board(message, text)
        self.over |= self.step >= self._until


@pytest.mark.parametrize("game", GAMES)
async def test_no_byte_is_left_of_a_forgotten_person(game: str, tmp_path: Path) -> None:
    who = "".join(Random(f"forgotten at {game}").choices(ascii_lowercase, k=40)).capitalize()
    file, log = tmp_path / "downeast.sqlite3", tmp_path / "bot.log"
    settings = {"DOWNEAST_BACKUPS": str(tmp_path / "backups"), "DOWNEAST_PICTURES": "off"}
    async with harbor(tmp_path, (who, *OTHERS, "Eve"), bot=False) as here:
        more = {"log": log, "level": "DEBUG", **settings}
        async with Crew(here.playground, file, **more) as crew:
            # made before they leave a trace
            await here.until(lambda: list(tmp_path.glob("backups/*.sqlite3")))
            user = here.users[who]
            other_tables = await leave_traces(here, user)
            table = await play_to_the_middle(here, user, game)
            marks = marks_of(user)
            await operate(file, "backup", tmp_path / "before.sqlite3", **settings)
            before = found_in(tmp_path / "before.sqlite3", marks)
            assert before == IN_A_FILE, "the search finds what is there"
            await forget_me(user, channel="" if game in ("trump", "dealt") else "games")
            await play_on(here, game, table)
            await check_others(here, table, other_tables, who)
            assert await crew.stop() == 0
        # the night after, which this program begins at its start
        async with Crew(here.playground, file, module=("tests.crews.sweeping",), **more) as night:
            await here.until(
                lambda: here.rows("SELECT 1 FROM notes WHERE key='rewrite' AND value='done'")
            )
            await operate(file, "backup", tmp_path / "after.sqlite3", **settings)
            await operate(file, "export", here.users["Ben"].id, tmp_path / "Ben.json", **settings)
            assert_gone(tmp_path, marks)
            assert await night.stop() == 0
        await operate(file, "restore", tmp_path / "before.sqlite3", "--yes", **settings)
        assert here.rows("SELECT 1 FROM restores")
        assert_gone(tmp_path, marks)
        assert [line for line in here.unhappy() if GONE not in line] == []


# --- what the person does ---


async def leave_traces(here: Harbor, user: User) -> list[int]:
    """Leave every trace that doesn't need the table at which the person is forgotten.

    Return the numbers of the tables that go on without them.
    """
    ben, cat = here.users["Ben"], here.users["Cat"]
    panel = await open_settings(user)
    await user.choose(panel, "Europe/Berlin", custom_id="*zone")
    await user.choose(panel, "23-8", custom_id="*quiet")
    eve = here.users["Eve"].id
    for command in ("block", "unblock"):  # as the owner of the server
        await user.command(f"server {command}", {"person": eve})
    assert "practice" in (await user.command("deadman practice")).text
    waiting = await open_table(user, "deadman start", channel="parlor")
    await join_by_command(ben, waiting, "parlor")
    over = await quick_game(user, ben)
    await user.command("table end", {"table": over})
    assert "opened this table" in (await ben.command("table rematch", {"table": over})).text
    assert here.rows("SELECT 1 FROM rematch_people WHERE person=?", int(user.id))
    watched = await quick_game(ben, cat)
    await user.command("table watch", {"table": watched})
    assert here.rows("SELECT 1 FROM watchers WHERE person=?", int(user.id))
    left = await quick_game(ben, cat, user)
    asked = await user.command("table leave", {"table": left})
    await user.click(asked.message, label="Leave for good")
    assert here.rows("SELECT 1 FROM tenures WHERE person=?", int(user.id))
    await ben.command("table replace", {"player": user.id, "table": left})
    assert here.rows("SELECT 1 FROM seats WHERE offered_to=?", int(user.id))
    return [waiting, watched, left]


async def quick_game(*users: User) -> int:
    """Deal a quick game to some people; return its table."""
    return await deal_table(users, "deadman", by_command=True)


async def play_to_the_middle(here: Harbor, user: User, game: str) -> int:
    """Deal a game to the person and three others, play half of it, and leave more traces there."""
    people = [user, *(here.users[name] for name in OTHERS)]
    table = await deal_table(people, game)
    await user.command("table meet", {"when": "20:00", "table": table})
    await here.users["Ben"].command("table come", {"table": table})
    assert here.rows("SELECT 1 FROM meetings WHERE caller=?", int(user.id))
    assert "### Your hand" in text_of(await user.exchange(f"{table}: hand"))
    await play_until(people, game, table, MIDDLE)
    if game == DRAFTS:
        drafts = partial(user.command, "trump draft", {"with": "Ben"})
        await leave(here, people, game, table, "slips", drafts)
    if game != NO_ORDERS:
        await leave(here, people, game, table, "orders", partial(give_order, user, table))
    return table


async def play_until(people: Sequence[User], game: str, table: int, step: int) -> None:
    """Play a game until its board shows a step, or who has won."""
    await asyncio.gather(*(Halting(user, game, table, step).play() for user in people))


async def leave(
    here: Harbor, people: Sequence[User], game: str, table: int, rows: str, do: Callable[[], Any]
) -> None:
    """Have the first of these people leave rows at their seat, as soon as the game allows it."""
    sql = f"SELECT 1 FROM {rows} JOIN seats USING (table_id, seat) WHERE table_id=? AND person=?"
    for step in range(MIDDLE, MIDDLE + PATIENCE):
        if here.rows(sql, table, int(people[0].id)):
            return
        await do()
        if not here.rows(sql, table, int(people[0].id)):
            await play_until(people, game, table, step + 1)
    raise AssertionError(f"nothing is left in {rows}")


async def give_order(user: User, table: int) -> None:
    """Choose something in the first menu of the standing orders, if there is one now."""
    panel = (await user.command("table orders", {"table": table})).said
    menus = [part for part in pressable(panel or NOTHING) if part["type"] == MENU]
    for menu in menus[:1]:
        assert panel is not None
        values = [option["value"] for option in menu["options"] if not option.get("default")]
        outcome = await user.press(panel, menu, values[:1])
        if outcome.kind == "form":
            await user.submit(outcome.form, first_choices(outcome.form))


# --- what the others and the operator do ---


async def play_on(here: Harbor, game: str, table: int) -> None:
    """Play a game to its end without the person."""
    others = [here.users[name] for name in OTHERS]
    await play_until(others, game, table, sys.maxsize)


async def check_others(here: Harbor, table: int, other_tables: list[int], who: str) -> None:
    """The game that was played to its end can be verified, and other games are still in play."""
    ben = here.users["Ben"]
    given = await ben.command("table transcript", {"table": table})
    written = await ben.read_file(given.message)
    assert who not in written
    assert FORMER in [held[0]["name"] for held in json.loads(written)["players"]]
    assert "Every move was allowed" in verify(json.loads(written), GAMES)
    phases = {row["id"]: row["phase"] for row in here.rows("SELECT id, phase FROM tables")}
    assert [phases[other] for other in other_tables] == ["open", "playing", "playing"]


async def operate(file: Path, *command: str | Path, **settings: str) -> None:
    """Run one of the operator's commands; it must end well."""
    environment = os.environ | {"DOWNEAST_DATABASE": str(file), "DISCORD_TOKEN": "", **settings}
    words = [sys.executable, "-m", "bot", *map(str, command)]
    process = await asyncio.create_subprocess_exec(
        *words, cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    assert process.returncode == 0, said


# --- the search ---


def marks_of(user: User) -> dict[str, bytes]:
    """Return what would betray a person: their name, and the ids of them and of their DM channel.

    Eight letters of the name are enough. SQLite writes an id as eight bytes; the last six would be
    found even if the beginning was overwritten. The key of a table of people is written as a
    varint.
    """
    marks = {"name": user.name[:8].lower().encode(), "id as a key": varint(int(user.id))}
    for what, number in (("id", user.id), ("DM channel", user.dm_id)):
        marks[f"{what} as text"] = number.encode()
        marks[f"{what} as a number"] = int(number).to_bytes(8, "big")[-6:]
    return marks


def varint(number: int) -> bytes:
    """Write a number of 57 to 64 bits as SQLite writes row ids: eight times seven bits, and eight.

    >>> varint(2**63 + 1).hex()
    'c08080808080808001'
    """
    assert 2**56 <= number < 2**64
    high = number >> 8
    return bytes([*(0x80 | (high >> shift & 0x7F) for shift in range(49, -1, -7)), number & 0xFF])


def found_in(path: Path, marks: Mapping[str, bytes]) -> set[str]:
    """Tell which marks a file has."""
    content = path.read_bytes()
    letters = content.lower()
    return {what for what, mark in marks.items() if mark in content or mark in letters}


def assert_gone(folder: Path, marks: Mapping[str, bytes]) -> None:
    """No file has a mark, apart from the backup that is older than the wish to be forgotten."""
    searched = [
        path for path in folder.rglob("*") if path.is_file() and path.name != "before.sqlite3"
    ]
    assert {path.name for path in searched} >= LEFT
    assert {path.name: found for path in searched if (found := found_in(path, marks))} == {}
