"""Readers who may not know a secret get the same bytes whatever the secret is.

A table is stored twice, the second time as a twin: with other cards, dice, cash, sealed bids or
limits that one reader may not know (tests/contract/twins/). The bot is started, draws, and is asked
for everything a person can ask for. Then the bytes that the reader got are compared.

In a second kind of test two bots have the same table, and play a deal or a move with the same luck
except for one draw that the reader may not know (tests/contract/luck.py).
"""

import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.host.host import Host
from bot.host.reading.listener import Listener
from bot.host.reading.store import Store
from bot.host.time.discord_ids import lowest_id_at
from bot.playground import NAMES
from db.codec import codec_of
from db.database import Database
from db.shown import BOARD, Shown
from games import GAMES
from games.chance import Chance
from games.deadman import DeadMan
from games.rules import Step, Told
from games.yankee import YankeeSwap
from tests.contract.luck import Fork, forks
from tests.contract.playing import CASES, Case, heard, played, to_move
from tests.contract.twins import has_secrets, secrets_of
from tests.contract.twins.types import Otherwise, Reader
from tests.e2e.harbor import QUICK, Harbor, harbor, step_of
from tests.e2e.user import User, subcommands, text_of

ONLOOKER = NAMES[9]
"""A person in the channel without a seat."""
AT_ONCE = replace(QUICK, picture_rest=0.0)
LATER = 2_000_000_000.0
LONG_AGO = 1.0


class StoppedClock:
    """A clock that stands still."""

    def now(self) -> float:
        return LATER

    async def sleep_until(self, instant: float) -> None:
        raise AssertionError("nobody sleeps here")


def cases() -> list[Any]:
    """Return one case of each game with secrets, of middle size."""
    secret = [case for case in CASES if has_secrets(case.game) and case.seats <= 6]
    return [
        pytest.param(item, id=name) for name, item in {item.game: item for item in secret}.items()
    ]


async def staged(here: Harbor, case: Case, state: Any) -> None:
    """Store a table in this state as if it had been played up to here.

    Without a state it isn't dealt yet.
    """
    people = [here.users[name] for name in NAMES[: case.seats]]
    receipts = count(1)
    database = await Database.open(here.file)
    store = Store(database, GAMES, StoppedClock(), Listener())
    host = Host(store, reading=0.0)
    table = await host.seats.open(
        case.game,
        case.options,
        pace="week",
        laid_open=True,
        guild=int(people[0].guild_id),
        channel=int(people[0].channels["games"]),
        person=int(people[0].id),
        name=people[0].name,
        receipt=next(receipts),
    )
    for user in people[1:]:
        await host.seats.join(table, int(user.id), user.name, next(receipts))
    await store.note_now(table, Shown(BOARD, message=1))
    await store.sealed(table, 1, 1)
    if state is not None:
        await host.deals.deal(table, int(people[0].id), next(receipts))
        assert await host.deals.deal_frozen(table, (99, 1))
        await played_to(database, case, state)
    async with database.transaction() as tx:
        await tx.run("UPDATE tables SET secret=?", (bytes(32),))  # its seal was published
        await tx.run("DELETE FROM shown")
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
        return sorted(mask(line) for line in received(here, user))


async def quiet(here: Harbor) -> None:
    """Wait until everything is drawn, including the board's picture."""
    assert here.bot is not None
    pending = here.bot.services.display.board_pictures.pending
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


def mask(line: str) -> str:
    """Mask ids, tokens and instants, which differ in every run."""
    return re.sub(r"\d{10,}", "#", line)


def new(folder: Path, name: str) -> Path:
    """Make a folder for one run."""
    (folder / name).mkdir()
    return folder / name


def twin(case: Case, state: Any, reader: Reader) -> Any:
    """Return another position that this reader can't distinguish; None if there is none."""
    for seed in range(8):
        luck = Otherwise(Chance.of(b"wire", seed, 1))
        other = secrets_of(case.game).disguised(state, reader, luck)
        if other != state:
            return other
    return None


def positions(case: Case, reader: Reader, most: int) -> list[tuple[Any, Any]]:
    """Pick some positions of a game with a twin for each."""
    found = [
        (position.state, twin(case, position.state, reader))
        for position in played(case).picked(most * 4)
        if to_move(case.rules, position.state)
    ]
    return [pair for pair in found if pair[1] is not None][-most:]


@pytest.mark.parametrize("case", cases())
@pytest.mark.parametrize("reader", [None, 0], ids=["onlooker", "seat 0"])
async def test_the_same_bytes_whatever_the_reader_may_not_know(
    case: Case, reader: Reader, tmp_path: Path
) -> None:
    """Covers boards, custom_ids, DMs and notices."""
    pairs = positions(case, reader, most=2)
    assert pairs, "no twin was another position: nothing was tested"
    for number, (state, other) in enumerate(pairs):
        here = await overheard(new(tmp_path, f"{number}a"), case, state, reader)
        there = await overheard(new(tmp_path, f"{number}b"), case, other, reader)
        assert len(here) >= 5
        assert here == there


async def test_a_leak_would_be_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that leaks the dice must change the bytes, or this file proves nothing."""
    case = next(case.values[0] for case in cases() if case.values[0].game == "deadman")
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


# --- luck -----------------------------------------------------------------------------------------


def unseen_draw(case: Case) -> tuple[Fork, Reader]:
    """Return a draw that a reader may not know, preferably one that somebody else is told.

    A game with only public luck has none and is skipped.
    """
    rules = case.rules
    found = [
        (fork, reader)
        for fork in forks(case, rules)
        for reader in case.readers
        if fork.here.state != fork.there.state
        and fork.looks_alike(rules, reader)
        and heard(fork.here, reader) == heard(fork.there, reader)
        and to_move(rules, fork.here.state)
    ]
    if not found:
        pytest.skip("everybody sees all luck")

    def telling(one: tuple[Fork, Reader]) -> tuple[bool, bool, bool]:
        fork, reader = one
        return fork.here.told != fork.there.told, fork.before is not None, reader is not None

    return max(found, key=telling)


async def played_with(
    folder: Path, fork: Fork, reader: Reader, patch: pytest.MonkeyPatch, *, changed: bool
) -> tuple[list[str], Any]:
    """Play a step on a fresh bot; return all bytes that a reader gets, and the next state."""
    case, position, codec = fork.game.case, fork.position, codec_of(fork.game.case.rules)
    led_to: list[Any] = []

    async def step(here: Harbor) -> None:
        assert here.bot is not None
        chance = SimpleNamespace(of=lambda *_: fork.luck(changed=changed))
        with patch.context() as during:
            during.setattr("bot.host.proof.luck.Chance", chance)
            # it depends on the ids of presses, and is published
            during.setattr("bot.host.proof.luck.mixed", lambda **_: "00" * 32)
            if position.seat is None:
                dealer = int(here.users[NAMES[0]].id)
                await here.bot.services.host.deals.deal(1, dealer, lowest_id_at(time.time()))
                await here.settled()  # cards are dealt after a message
            else:
                await here.play(1, here.users[NAMES[position.seat]], position.move)
        await here.bot.services.notices.tick()
        led_to.append(codec.state.load(here.rows("SELECT state FROM tables")[0]["state"]))

    got = await overheard(folder, case, fork.before, reader, step)
    return got, led_to[0]


@pytest.mark.parametrize("case", cases())
async def test_the_same_bytes_whatever_luck_draws_that_the_reader_may_not_know(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Covers the news of the step in which a card was drawn."""
    fork, reader = unseen_draw(case)
    one, other = new(tmp_path, "a"), new(tmp_path, "b")
    here, led_here = await played_with(one, fork, reader, monkeypatch, changed=False)
    there, led_there = await played_with(other, fork, reader, monkeypatch, changed=True)
    assert (led_here, led_there) == (fork.here.state, fork.there.state)
    assert len(here) >= 5
    assert here == there


async def test_a_leak_of_luck_would_be_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal that is told publicly must change the bytes."""
    case = next(case.values[0] for case in cases() if case.values[0].game == "yankee")
    fork, reader = unseen_draw(case)
    dealt = YankeeSwap.start

    def aloud(self: YankeeSwap, seats: int, options: Any, chance: Chance) -> Any:
        step = dealt(self, seats, options, chance)
        return Step(step.state, tuple(Told(told_event.event) for told_event in step.told))

    monkeypatch.setattr(YankeeSwap, "start", aloud)
    one, other = new(tmp_path, "a"), new(tmp_path, "b")
    here, _ = await played_with(one, fork, reader, monkeypatch, changed=False)
    there, _ = await played_with(other, fork, reader, monkeypatch, changed=True)
    assert here != there


# --- what is said ahead ---------------------------------------------------------------------------


async def test_a_secret_limit_that_changes_is_seen_by_nobody_else(tmp_path: Path) -> None:
    """Neither the step nor the number of drawings changes; only its owner is answered."""
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", NAMES[:3], {"bidding": "open"})
        bidder = await here.mover(table)
        await bidder.command("downeast bid", {"amount": 10, "limit": "30"})
        await here.settled()
        step, rev, before = here.step(table), here.rev(table), len(here.requests)
        for limit in ("60", "none"):
            outcome = await bidder.command("downeast limit", {"limit": limit})
            assert outcome.text.startswith("### Your hand"), outcome.text
        await here.settled()
        assert here.rev(table) == rev + 2
        assert here.step(table) == step
        others = [
            request
            for request in here.requests[before:]
            if request["interaction_id"] is None
            and f"/channels/{bidder.dm_id}/" not in request["path"]
        ]
        assert others == []
        await (await here.mover(table)).command("downeast bid", {"amount": 20})
        assert here.step(table) == step + 1  # a public change does count
