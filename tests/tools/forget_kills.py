"""Kills `python -m bot forget`: the games of the others stay whole, and it can be run again."""

import os
import shutil
import sqlite3
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.upkeep.commands import forget
from db.base.files import SQLITE_SUFFIXES
from db.people.forgotten import list_in
from tests.tools.kill_points import (
    DATABASE,
    RULES,
    Operation,
    after,
    before,
    unsound,
    while_shrinking,
)

WHO, NAME = 0x0D15C0DE0F0660, "Wilhelmina Forgettable"
MARKS = (NAME.encode(), WHO.to_bytes(8, "big")[-6:])
BEFORE = "before.sqlite3"
OVER, OF_OTHERS_OVER, PLAYING, OF_OTHERS, OPEN = range(1, 6)  # the tables
LIST = "downeast.forgotten"

_OF_OTHERS = f"({OF_OTHERS_OVER}, {OF_OTHERS})"
_UNCHANGED = (  # rows that must be the same before and after
    f"SELECT * FROM tables WHERE id IN {_OF_OTHERS}",
    *(
        f"SELECT * FROM {name} WHERE table_id IN {_OF_OTHERS}"
        for name in ("seats", "log", "tenures", "results", "orders", "shown")
    ),
    "SELECT id, phase, secret, sealed_by, mixed_by, deal_press FROM tables",
    f"SELECT state, moves, rev FROM tables WHERE id={OVER}",
    f"SELECT table_id, person, name, joined FROM seats WHERE person<>{WHO} ORDER BY 1, 2",
    f"SELECT table_id, seat, place, points, by_hand FROM results WHERE table_id={OVER}",
)
_MOVES = "SELECT table_id, rev, kind, seat, move, told, receipt, at FROM log"


async def _fill(folder: Path) -> None:
    """Make a file with games of a person and others, and of the others alone."""
    from tests.bot.house import BEN, CAT, NAMES, House
    from tests.bot.upkeep.filled import house_in_file
    from tests.small.game.moves import Guess, Hide

    async def play_out(house: House, first: int, second: int) -> int:
        table = await house.dealt(first, second)
        await house.play(table, first, Hide(coins=1))
        await house.play(table, second, Hide(coins=2))
        await house.play(table, first, Guess(total=3))
        await house.play(table, second, Guess(total=5))
        return table

    with patch.dict(NAMES, {WHO: NAME}):
        async with house_in_file(folder, idle=True) as house:
            assert await play_out(house, WHO, BEN) == OVER
            assert await play_out(house, BEN, CAT) == OF_OTHERS_OVER
            assert await house.dealt(WHO, BEN, CAT) == PLAYING
            await house.hide(PLAYING, WHO)
            assert await house.dealt(BEN, CAT) == OF_OTHERS
            await house.hide(OF_OTHERS, BEN)
            assert await house.open(WHO, BEN) == OPEN
            await house.contacts.likes(WHO, "channel")
    shutil.copyfile(folder / DATABASE, folder / BEFORE)


async def _forget(folder: Path) -> None:
    from tests.bot.upkeep.filled import settings_for

    settings = settings_for(folder / DATABASE)
    with patch.object(type(settings), "rules", RULES):
        await forget.run(Namespace(person=WHO, yes=True), settings)


async def _judge(folder: Path, done: bool) -> list[str]:
    path, old = folder / DATABASE, folder / BEFORE
    wrong = await unsound(path)
    for sql in _UNCHANGED:
        if _rows(path, sql) != _rows(old, sql):
            wrong.append(f"this has changed: {sql}")
    if not {*_rows(path, _MOVES)} >= {*_rows(old, _MOVES)}:
        wrong.append("moves are lost")
    there = {*os.listdir(folder)}
    companions = {f"{DATABASE}{end}" for end in SQLITE_SUFFIXES}
    allowed = {DATABASE, BEFORE, LIST, f"{DATABASE}.lock"} | (set() if done else companions)
    wrong += [f"{name} was left over" for name in there - allowed]
    if done:
        wrong += [] if list_in(folder).read() else ["nobody is on the list"]
        searched = [folder / name for name in there - {BEFORE}]
        wrong += [
            f"{mark!r} is in {file.name}"
            for file in searched
            for mark in MARKS
            if mark in file.read_bytes()
        ]
        if _rows(path, "SELECT value FROM notes WHERE key='rewrite'") != [("done",)]:
            wrong.append("the file was not written anew")
    return wrong


def _rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    # as a reader, or this would do what the next run of the command has to do
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
        return file.execute(sql).fetchall()


FORGETTING = Operation(
    {
        "one seat left": after("bot.host.deleting.forgetting:Forgetting._leave"),
        "seats left": before("db.people.forgotten:ForgottenList.add"),
        "on the list": before("db.people.forgetting:logs_with"),
        "replaced, not committed": after("db.people.forgetting:replace"),
        "committed": before("db.database:Database.empty_log"),
        "rewriting": while_shrinking,
        "rewritten": before("db.engines.sqlite_engine:SqliteEngine.empty_log", nth=2),
    },
    _fill,
    _forget,
    _judge,
)
