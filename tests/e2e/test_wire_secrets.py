"""The same bytes go over the wire to whoever may not know, whatever it is that they may not know.

Twice the same table is put into the file, the second time as a twin: with other cards, dice, cash,
sealed bids or limits where one reader may not look (tests/contract/twins.py). The bot is started at
it, draws, is asked for everything a person can ask for, and what that reader gets is compared.
"""

import re
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.host import Host
from bot.playground import NAMES
from db import tables
from db.codec import codec_of
from db.database import Database
from games import GAMES
from games.chance import Chance
from games.deadman import DeadMan
from tests.contract.playing import CASES, Case, played
from tests.contract.twins import SECRETS, Otherwise, Reader
from tests.e2e.harbor import Harbor, harbor

ONLOOKER = NAMES[9]
"""Somebody in the channel who does not sit at the table."""


def cases() -> list[Any]:
    """One table of each game that keeps secrets, of a middle size."""
    found = {case.game: case for case in CASES if case.game in SECRETS and case.seats <= 6}
    return [pytest.param(case, id=name) for name, case in found.items()]


async def staged(here: Harbor, case: Case, state: Any) -> None:
    """Put a table in this state into the file, as if it had been played up to there."""
    rules = case.rules
    codec = codec_of(rules)
    people = [here.users[name] for name in NAMES[: case.seats]]
    channel, guild = int(people[0].channels["games"]), int(people[0].guild_id)
    receipts = count(1)
    database = await Database.open(here.file)
    host = Host(database, GAMES, lambda: 2_000_000_000.0)
    terms: dict[str, Any] = {"pace": "week", "laid_open": True, "guild": guild, "channel": channel}
    table = await host.open(
        case.game,
        case.options,
        **terms,
        person=int(people[0].id),
        name=people[0].name,
        receipt=next(receipts),
    )
    for user in people[1:]:
        await host.join(table, int(user.id), user.name, next(receipts))
    async with database.transaction() as tx:
        await tables.board_shown(tx, table, None, 0)
        await tx.run("UPDATE tables SET sealed_by=1, secret=? WHERE id=?", (bytes(32), table))
    await host.deal(table, int(people[0].id), next(receipts))
    public = rules.view(state, None)
    async with database.transaction() as tx:
        question = rules.question(public).key
        await tx.run("UPDATE tables SET state=?, question=?", (codec.state.dump(state), question))
        await tx.run("UPDATE log SET told='[]'")
        for seat in range(case.seats):
            due = 2_000_000_600.0 if seat in rules.awaited(public) else None
            await tx.run("UPDATE seats SET due=? WHERE seat=?", (due, seat))
    await database.close()


async def overheard(folder: Path, case: Case, state: Any, reader: Reader) -> list[str]:
    """Start the bot at a table, ask it for everything, and return all that one reader gets."""
    async with harbor(folder, NAMES, bot=False) as here:
        await staged(here, case, state)
        await here.start_bot()
        await here.settled()
        name = ONLOOKER if reader is None else NAMES[reader]
        user = here.users[name]
        for command in (f"{case.game} table", f"{case.game} hand", "table log", "games"):
            options = {"table": 1} if command != "games" else {}
            await user.command(command, options)
        await here.settled()
        return sorted(mask(line) for line in received(here, user))


def received(here: Harbor, user: Any) -> list[str]:
    """Write down every request whose content this user gets to see."""
    channels = {*user.channels.values(), user.dm_id} - {""}
    lines: list[str] = []
    for one in here.requests:
        answers = one["interaction_id"]
        if answers:
            to_them = here.playground.stage.interactions.all[answers].line()["user"] == user.name
        else:
            to_them = any(f"/channels/{channel}/" in one["path"] for channel in channels)
        if to_them:
            lines.append(f"{one['method']} {one['route']} {one['body']}")
    return lines


def mask(line: str) -> str:
    """Take out what differs between any two runs: ids, tokens, instants."""
    return re.sub(r"\d{10,}", "#", line)


def new(folder: Path, name: str) -> Path:
    """Make a folder for one run."""
    (folder / name).mkdir()
    return folder / name


def twin(case: Case, state: Any, reader: Reader) -> Any:
    """Find another position that this reader cannot tell from this one; None if there is none."""
    for seed in range(8):
        other = SECRETS[case.game].disguised(state, reader, Otherwise(Chance.of(b"wire", seed, 1)))
        if other != state:
            return other
    return None


def positions(case: Case, reader: Reader, most: int) -> list[tuple[Any, Any]]:
    """Pick some positions of a game, each with its twin."""
    found = [
        (position.state, twin(case, position.state, reader))
        for position in played(case).picked(most * 4)
        if case.rules.awaited(case.rules.view(position.state, None))
    ]
    return [pair for pair in found if pair[1] is not None][-most:]


@pytest.mark.parametrize("case", cases())
@pytest.mark.parametrize("reader", [None, 0], ids=["onlooker", "seat 0"])
async def test_the_same_bytes_whatever_the_reader_may_not_know(
    case: Case, reader: Reader, tmp_path: Path
) -> None:
    """Otherwise somebody could read a hidden card off a board, a custom_id, a DM or a nudge."""
    pairs = positions(case, reader, most=2)
    assert pairs, "no twin was another position: nothing was tested"
    for number, (state, other) in enumerate(pairs):
        here = await overheard(new(tmp_path, f"{number}a"), case, state, reader)
        there = await overheard(new(tmp_path, f"{number}b"), case, other, reader)
        assert len(here) >= 5
        assert here == there


async def test_a_leak_would_be_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows the dice to all must make the bytes differ, or this file proves nothing."""
    case = next(one.values[0] for one in cases() if one.values[0].game == "deadman")
    built = DeadMan.view
    pairs = positions(case, 0, most=3)

    def leaky(self: DeadMan, state: Any, seat: Any) -> Any:
        return replace(built(self, state, seat), dice=state.dice)

    monkeypatch.setattr(DeadMan, "view", leaky)
    differ = 0
    for number, (state, other) in enumerate(pairs):
        here = await overheard(new(tmp_path, f"{number}a"), case, state, 0)
        differ += here != await overheard(new(tmp_path, f"{number}b"), case, other, 0)
    assert differ
