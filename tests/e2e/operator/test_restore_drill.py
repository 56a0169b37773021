"""The restore drill: tables in every phase of every game are set back on another machine."""

import json
from argparse import Namespace
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.host.proof.verify import verify
from bot.host.reading.store import SET_BACK
from bot.ui.panels import custom_id
from bot.upkeep.commands import backup, restore
from db.database import Database
from games import GAMES
from games.chance import seal, short_form
from playground.tests.user import MENU, Json, User, part_of, pressable, text_of
from tests.actors.harbor import Harbor, harbor
from tests.actors.player import Manners, Player
from tests.actors.tables import deal_table
from tests.bot.upkeep.filled import change, settings_for
from tests.every_phase import Made, played_out, tables_in_every_phase
from tests.hosting import Hosting

PLAY, COME_LATER = ("Ann", "Ben", "Cat", "Dan", "Eve"), ("Finn", "Gus")
SAYS_SO = "Set back to how it was at"
DOES_NOTHING = SET_BACK.removesuffix(".")
GONE = "'code': 10008"  # a message that was there at the backup and was deleted after it
PRESSES = 12  # that a player tries until one of them moves

pytestmark = [pytest.mark.full, pytest.mark.sqlite]


@dataclass(slots=True)
class LostFuture:
    """What is left in Discord of the time between the backup and the restore."""

    panels: list[tuple[User, Json]]
    """Private hands with buttons, and who sees each."""
    opened: int
    """A table whose number is given to another one after the restore."""
    board: Json
    """The board of that table."""


@asynccontextmanager
async def hosting_on(here: Harbor) -> AsyncGenerator[Hosting]:
    """Open the file of a bot that doesn't run, to play without Discord."""
    ann, names = here.users["Ann"], {int(here.users[name].id): name for name in PLAY}
    database = await Database.open(here.file, durable=False)
    try:
        hosting = Hosting(
            database,
            people=list(names),
            names=names,
            guild=int(ann.guild_id),
            channel=int(ann.channels["games"]),
        )
        yield hosting
        await hosting.store.close()
    finally:
        await database.close()


async def tables_with_boards(here: Harbor) -> Made:
    """Make the tables without Discord, and have the bot post all their boards some time ago."""
    for user in here.users.values():
        user.kept = 1000  # so that nobody dismisses a hand
    async with hosting_on(here) as hosting:
        made = await tables_in_every_phase(hosting)
    change(here.file, "DELETE FROM shown")
    change(here.file, "UPDATE tables SET behind=1")
    await here.start_bot()
    await here.settled()
    await here.restart_bot()  # a bot that is up notes the time every few seconds only
    await here.settled()
    return made


async def plays_on(here: Harbor, made: Made) -> LostFuture:
    """Move at every table; end one game, close another, join a table and open a new one."""
    hands, (first, second, *_) = list[tuple[User, str]](), made.playing
    for table in made.playing:
        user = await here.mover(table)
        outcome = await here.open_hand(user, table)
        hands.append((user, outcome.message["id"]))
        await here.move(table)
    await here.play_out(first)
    await here.users["Ann"].command("table end", {"table": second})
    finn, gus = (here.users[name] for name in COME_LATER)
    assert "You're in" in (await finn.command("table join", {"table": made.opened[0]})).text
    opened = await new_table(finn, gus)
    await here.settled()
    panels = [(user, user.messages[hand]) for user, hand in hands]
    panels = [(user, panel) for user, panel in panels if pressable(panel)]
    return LostFuture(panels, opened, await here.board(gus, opened))


async def new_table(*users: User) -> int:
    """Open a table of a game that plays for a while, and deal."""
    return await deal_table(users, "yankee", channel="parlor", by_command=True)


async def set_back(here: Harbor, to: Path) -> None:
    """Stop the bot, restore a backup where nothing else is, and start the bot there."""
    await here.stop_bot()
    here.place = here.file.parent.with_name("another machine") / here.file.name
    here.file.parent.mkdir()
    report = await restore.run(Namespace(file=to, yes=True), settings_for(here.file))
    assert "is set back to" in report.text()
    await here.start_bot()
    await here.settled()


def epochs_on(message: Json) -> set[int]:
    """Return the epochs of a message's buttons and menus."""
    read = [custom_id.read(item["custom_id"]) for item in pressable(message)]
    return {item.epoch for item in read if item is not None}


async def refused(user: User, message: Json, component: Json) -> str:
    """Press something that must be refused because of the restore; return the answer."""
    values = [component["options"][0]["value"]] if component["type"] == MENU else None
    outcome = await user.press(message, component, values)
    assert outcome.kind == "answered", (component, outcome)

    def said() -> Json | None:
        for answer in reversed(user.messages.values()):
            by = (answer.get("interaction_metadata") or {}).get("id")
            if by == outcome.id and DOES_NOTHING in text_of(answer):
                return answer
        return None

    return text_of(await user.until(said))


def live_notices(here: Harbor, name: str) -> list[Json]:
    """List the notices in somebody's DM that are still to be answered."""
    messages = here.users[name].messages
    rows = here.rows("SELECT notice FROM shown WHERE notice IS NOT NULL AND notice_in IS NULL")
    return [messages[key] for row in rows if (key := str(row["notice"])) in messages]


def is_sealed(here: Harbor, table: int) -> bool:
    """Return whether the message with a table's seal shows that of its own secret."""
    [row] = here.rows("SELECT secret, sealed_by FROM tables WHERE id=?", table)
    posted = here.users["Gus"].messages[str(row["sealed_by"])]
    return short_form(seal(row["secret"])) in posted["content"]


async def moves_by_presses(here: Harbor, table: int) -> None:
    """Have somebody who is to move press what their board and hand offer, until they moved."""
    user, step = await here.mover(table), here.step(table)
    game = here.rows("SELECT game FROM tables WHERE id=?", table)[0]["game"]
    player = Player(user, game, table, manners=Manners(only="buttons", think=0.0, perturbed=0.0))
    for _ in range(PRESSES):
        await player.act()
        if here.step(table) > step:
            break
    else:
        await here.play(table, user, (await here.seen(table, user)).legal.moves[0])
    player.look_away()
    assert player.tally.problems == []
    assert here.step(table) > step


async def reads_what_was_over(here: Harbor, table: int) -> None:
    """Read the pages of a game that was over before the backup, and play it again."""
    ann = here.users["Ann"]
    board = await here.board(ann, table)
    assert SAYS_SO not in text_of(board)
    assert "What really happened" in (await ann.click(board, label="The truth")).text
    assert SET_BACK not in (await ann.click(board, label="Was it fair?")).text


async def transcripts(hosting: Hosting, tables: Iterable[int]) -> list[dict[str, object]]:
    """Play tables to their end, and return what anybody can verify."""
    dice, written = Random(3), list[dict[str, object]]()
    for table in tables:
        loaded = await played_out(hosting, await hosting.store.loaded(table), dice)
        assert loaded.table.phase == "over"
        written.append(await hosting.host.queries.transcript(table))
    return written


async def test_tables_in_every_phase_go_on_from_a_backup_on_another_machine(tmp_path: Path) -> None:
    kept, dice = tmp_path / "backup.sqlite3", Random(2)
    async with harbor(tmp_path / "old", (*PLAY, *COME_LATER), bot=False) as here:
        made = await tables_with_boards(here)
        assert len(made.every) >= 40
        await backup.back_up(here.file, kept, GAMES)
        lost = await plays_on(here, made)
        await set_back(here, kept)
        epoch = here.rows("SELECT epoch FROM restores")[0]["epoch"]
        ann, finn, gus = (here.users[name] for name in ("Ann", *COME_LATER))

        for table in (*made.playing, *made.opened):
            board = await here.board(ann, table)
            assert epochs_on(board) == {epoch}
            assert (SAYS_SO in text_of(board)) == (table in made.playing)
        for name in PLAY:  # all of them are to move somewhere
            [notice] = await here.users[name].until(lambda name=name: live_notices(here, name))
            assert epochs_on(notice) == {epoch}
        file = [tuple(row) for row in here.rows("SELECT id, rev, phase FROM tables")]
        assert lost.opened not in [row[0] for row in file]
        assert len(lost.panels) >= len(made.playing) - 2  # for two games were over
        for user, panel in lost.panels:
            answer = await refused(user, panel, dice.choice(pressable(panel)))
            assert "Here is how things stand now." in answer
        own_hand = part_of(lost.board, label="My hand")
        assert own_hand is not None
        assert "I don't know that table" in (await gus.press(lost.board, own_hand)).text
        assert [tuple(row) for row in here.rows("SELECT id, rev, phase FROM tables")] == file
        for table in made.over:
            await reads_what_was_over(here, table)

        assert await new_table(gus, finn) == lost.opened
        assert is_sealed(here, lost.opened)
        await refused(gus, lost.board, own_hand)
        for table in made.playing:
            await moves_by_presses(here, table)
        await here.settled()
        assert [line for line in here.unhappy() if GONE not in line] == []
        await here.stop_bot()

        async with hosting_on(here) as hosting:
            for written in await transcripts(hosting, made.playing):
                json.dumps(written)
                assert "The table was set back to how it was at" in verify(written, GAMES)
