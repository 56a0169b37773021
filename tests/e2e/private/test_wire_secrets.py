"""Readers who may not know a secret get the same bytes whatever the secret is.

A table is stored twice, the second time as a twin: with other cards, dice, cash, sealed bids or
limits that one reader may not know (tests/contract/twins/). The bot is started, draws, and is asked
for everything a person can ask for. Then the bytes that the reader got are compared.

In a second kind of test two bots have the same table, and play a deal or a move with the same luck
except for one draw that the reader may not know (tests/contract/luck.py).
"""

import re
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from discord_playground import NAMES

from bot.host.time.discord_ids import lowest_id_at
from bot.ui.panels.panel import Picture
from bot.ui.panels.words import Names
from db.base.codec import codec_of
from games.chance import Chance
from games.deadman import DeadMan
from games.rules import Step, Told
from games.yankee import YankeeSwap
from tests.actors.harbor import Harbor, harbor
from tests.actors.secrets.overhearing import cases, new, overheard
from tests.contract.drawing import face_of
from tests.contract.luck import Fork, forks
from tests.contract.playing import Case, heard, played, to_move
from tests.contract.twins import secrets_of
from tests.contract.twins.types import Otherwise, Reader

DIGEST = re.compile("[0-9a-f]{64}")  # of a file


def twin(case: Case, state: Any, reader: Reader) -> Any:
    """Return another position that this reader can't distinguish; None if there is none."""
    for seed in range(8):
        luck = Otherwise(Chance.of(b"wire", seed, 1))
        other = secrets_of(case.game).twin(state, reader, luck)
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


def has_picture(case: Case, state: Any) -> bool:
    """Return whether the board of a position has a picture."""
    board = face_of(case.game).draw.board(case.rules.view(state, None), Names(NAMES[: case.seats]))
    return any(isinstance(part, Picture) for part in board.parts)


@pytest.mark.parametrize("case", cases())
@pytest.mark.parametrize("reader", [None, 0], ids=["onlooker", "seat 0"])
async def test_the_same_bytes_whatever_the_reader_may_not_know(
    case: Case, reader: Reader, tmp_path: Path
) -> None:
    """Covers boards with their pictures, custom_ids, DMs and notices."""
    pairs = positions(case, reader, most=2)
    assert pairs, "no twin was another position: nothing was tested"
    for number, (state, other) in enumerate(pairs):
        here = await overheard(new(tmp_path, f"{number}a"), case, state, reader)
        there = await overheard(new(tmp_path, f"{number}b"), case, other, reader)
        assert len(here) >= 5
        compared = any(map(DIGEST.fullmatch, here))
        assert compared or not has_picture(case, state), "the board's picture was not compared"
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
        chance = SimpleNamespace(of=lambda *_: fork.luck(changed=changed))
        with patch.context() as during:
            during.setattr("bot.host.proof.luck.Chance", chance)
            # it depends on the ids of presses, and is published
            during.setattr("bot.host.proof.luck.mixed", lambda **_: "00" * 32)
            if position.seat is None:
                dealer = int(here.users[NAMES[0]].id)
                await here.services.host.deals.deal(1, dealer, lowest_id_at(time.time()))
                await here.settled()  # cards are dealt after a message
            else:
                await here.play(1, here.users[NAMES[position.seat]], position.move)
        await here.services.notices.tick()
        led_to.append(codec.state.load(here.rows("SELECT state FROM tables")[0]["state"]))

    got = await overheard(folder, case, fork.before, reader, step)
    # A slow machine draws the board once more before the cards are dealt, as nobody's secret.
    return [line for line in got if not _is_before_the_deal(line)], led_to[0]


def _is_before_the_deal(line: str) -> bool:
    return line.startswith("PATCH") and "Dealing to " in line


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
