"""Store a table in a given position, start the bot, and collect all bytes that people get.

For tests that store a table twice, the second time as a twin (tests/contract/twins/), and compare.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from discord_playground import NAMES

from bot.host.host import Host
from bot.host.reading.listener import Listener
from bot.host.reading.store import Store
from bot.host.time.time_of_day import UNTIL_BACK
from db.base.codec import codec_of
from db.database import Database
from db.tables.shown import BOARD, Shown
from games import GAMES
from playground.tests.user import User, subcommands, text_of
from tests.actors.harbor import QUICK, Harbor, harbor
from tests.actors.tables import step_of
from tests.contract.playing import CASES, Case
from tests.contract.twins import has_secrets
from tests.contract.twins.types import Reader

ONLOOKER = NAMES[9]
"""A person in the channel without a seat."""
AT_ONCE = replace(QUICK, picture_rest=0.0)
LATER = 2_000_000_000.0
LONG_AGO = 1.0


@dataclass(frozen=True)
class Seating:
    """The holders of a table's seats: so many people, and the house at the others.

    With `absent` these are seats of people, too, but they are away or silent.
    """

    people: int
    absent: bool = False


class StoppedClock:
    """A clock that stands still."""

    def now(self) -> float:
        return LATER

    leap = 0.0

    def accept_leap(self, seconds: float) -> None:
        raise AssertionError("it doesn't leap")

    async def sleep_until(self, instant: float) -> None:
        raise AssertionError("nobody sleeps here")


QUICK_GAMES = ("deadman", "dealt", "downeast")  # of three kinds: dice, a hand with a picture, bids


def cases() -> list[Any]:
    """Return one case of each game with secrets, of middle size; a quick run takes some games."""
    secret = [case for case in CASES if has_secrets(case.game) and case.seats <= 6]
    return [
        pytest.param(item, id=name, marks=() if name in QUICK_GAMES else pytest.mark.full)
        for name, item in {item.game: item for item in secret}.items()
    ]


async def staged(here: Harbor, case: Case, state: Any, seating: Seating | None = None) -> None:
    """Store a table in this state as if it had been played up to here.

    Without a state it isn't dealt yet. Without a seating, people sit at all seats.
    """
    house = 0 if seating is None or seating.absent else case.seats - seating.people
    people = [here.users[name] for name in NAMES[: case.seats - house]]
    receipts = count(1)
    database = await Database.open(here.place)
    store = Store(database, GAMES, StoppedClock(), Listener())
    host = Host(store, reading=0.0)
    table = await host.seats.open(
        case.game,
        case.options,
        pace="week",
        laid_open=True,
        stand_in=2,
        guild=int(people[0].guild_id),
        channel=int(people[0].channels["games"]),
        person=int(people[0].id),
        name=people[0].name,
        receipt=next(receipts),
    )
    for user in people[1:]:
        await host.seats.join(table, int(user.id), user.name, next(receipts))
    if house:
        await host.house_players.seat(table, int(people[0].id), house, next(receipts))
    await store.note_now(table, Shown(BOARD, message=1))
    await store.sealed(table, 1, 1)
    if state is not None:
        await host.deals.deal(table, int(people[0].id), next(receipts))
        assert await host.deals.deal_frozen(table, (99, 1))
        await played_to(database, case, state)
    async with database.transaction() as tx:
        await tx.run("UPDATE tables SET secret=?", (bytes(32),))  # its seal was published
        await tx.run("DELETE FROM shown")
        await tx.run("UPDATE seats SET due=NULL, notice_at=NULL WHERE person IS NULL")
        if seating is not None and seating.absent:
            await tx.run(
                "UPDATE seats SET unanswered=2, notice_at=NULL WHERE seat>=?", (seating.people,)
            )
            away = "UPDATE seats SET away_until=?, unanswered=0 WHERE seat>=? AND seat%2=1"
            await tx.run(away, (UNTIL_BACK, seating.people))
    await database.close()


async def played_to(database: Database, case: Case, state: Any) -> None:
    """Replace the state of the only table and forget its events."""
    rules = case.rules
    public = rules.view(state, None)
    question, waits_for = rules.question(public), rules.to_move(public)
    async with database.transaction() as tx:
        await tx.run(
            "UPDATE tables SET state=?, subject=?, question=?, hurried=?, mixed=?",
            (
                codec_of(rules).state.dump(state),
                question.subject,
                question.key,
                question.hurried,
                "00" * 32,  # it depends on who joined and on the secret's seal
            ),
        )
        await tx.run("UPDATE log SET told='[]'")
        for seat in range(case.seats):
            due = LATER if seat in waits_for else None
            notice = LONG_AGO if seat in waits_for else None
            await tx.run("UPDATE seats SET due=?, notice_at=? WHERE seat=?", (due, notice, seat))


async def overheard(
    folder: Path,
    case: Case,
    state: Any,
    reader: Reader,
    then: Callable[[Harbor], Awaitable[None]] | None = None,
) -> list[str]:
    """Start the bot, ask it for everything, and return all bytes that one reader gets.

    `then` runs at the table before the questions.
    """
    async with harbor(folder, NAMES, bot=False, timing=AT_ONCE, pictures=True) as here:
        await staged(here, case, state)
        await here.start_bot()
        await quiet(here)
        await here.until(lambda: not here.rows("SELECT 1 FROM seats WHERE notice_at=?", LONG_AGO))
        if then is not None:
            await then(here)
            await quiet(here)
        user = here.users[ONLOOKER if reader is None else NAMES[reader]]
        await asked_for_everything(here, user, case.game)
        await quiet(here)
        return sorted([*map(mask, received(here, user)), *files_of(here, user)])


async def quiet(here: Harbor) -> None:
    """Wait until everything is drawn, including the board's picture."""
    pending = here.services.display.board_pictures.pending
    await here.settled()
    await here.until(lambda: not pending(1))
    await here.settled()


async def asked_for_everything(here: Harbor, user: User, game: str) -> None:
    """Use every command that shows something, every autocomplete, and a senseless line."""
    for command in (f"{game} table", f"{game} hand", "table log", "games"):
        await user.command(command, {"table": 1} if command != "games" else {})
        await quiet(here)
    # the answer was a new board, and the old one is deleted after it
    await user.until(lambda: sum(map(bool, map(step_of, user.messages.values()))) == 1)
    group = next(option for option in await user.commands() if option["name"] == game)
    for path, sub in subcommands(group):
        for option in sub.get("options", ()):
            if option.get("autocomplete"):
                more = {} if option["name"] == "table" else {"table": 1}
                await user.suggestions(f"{game} {path}", option["name"], "", more)
    mine = await user.say("1: flibbertigibbet")
    dm = await user.open_dm()
    await user.until(
        lambda: any(
            message["channel_id"] == dm
            and int(message["id"]) > int(mine["id"])
            and text_of(message)
            for message in user.messages.values()
        )
    )


def received(here: Harbor, user: User) -> list[str]:
    """Return every request whose content this user can see."""
    channels = {*user.channels.values(), user.dm_id} - {""}
    lines: list[str] = []
    for request in here.requests:
        answers = request["interaction_id"]
        if answers:
            to_them = here.playground.stage.interactions.all[answers].line()["user"] == user.name
        else:
            to_them = any(f"/channels/{channel}/" in request["path"] for channel in channels)
        if to_them:
            lines.append(f"{request['method']} {request['route']} {request['body']}")
    return lines


def files_of(here: Harbor, user: User) -> list[str]:
    """Return the digest of each file in the messages that this user sees, such as the picture."""
    ids = re.findall(r"/attachments/\d+/(\d+)/", repr(list(user.messages.values())))
    files = here.playground.stage.world.files
    return [sha256(files[number][1]).hexdigest() for number in sorted(set(ids)) if number in files]


def mask(line: str) -> str:
    """Mask ids, tokens and instants, which differ in every run. A board's nonce ends with an id."""
    line = re.sub(r"('nonce': 'b\d+#\d+:)\d+", r"\1#", line)
    return re.sub(r"\d{10,}", "#", line)


def new(folder: Path, name: str) -> Path:
    """Make a folder for one run."""
    (folder / name).mkdir()
    return folder / name
