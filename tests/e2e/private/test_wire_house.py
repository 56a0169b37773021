"""The house gives nothing away: not by its moves, and not by the time that it takes for them.

A table is stored twice, the second time as a twin (tests/contract/twins/): it differs only in what
neither the person nor any seat that the house plays may know. The person moves, the house thinks
and moves, and the person and an onlooker ask for everything. All bytes must be the same, and so
must be the delays of the house.
"""

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import pytest
from discord_playground import NAMES

from bot.host.commit import change
from bot.host.proof.luck import house_stream, stream
from bot.host.seating.practice import house_players
from bot.host.time.pace import USUAL_PACE
from db.tables.tables import Table
from games import GAMES
from games.chance import Chance
from games.rules import AnyRules, Seat, Step
from playground.tests.user import User
from tests.actors.harbor import Harbor, LeapingClock, harbor
from tests.actors.secrets.overhearing import (
    AT_ONCE,
    LONG_AGO,
    ONLOOKER,
    Seating,
    asked_for_everything,
    mask,
    new,
    quiet,
    received,
    staged,
)
from tests.contract.drawing import face_of
from tests.contract.playing import Case, cases_of, heard, moves, played, to_move
from tests.contract.twins import has_secrets, secrets_of
from tests.contract.twins.types import Otherwise

THINKING = replace(AT_ONCE, house_thinks=60.0)
"""The house takes so long that only the clock can bring its move."""
MOVES_TRIED = 12
"""The number of the person's legal moves that are tried in a position."""


# --- twins in which the house does the same -------------------------------------------------------


Turn = list[tuple[Seat, Any, Step[Any, Any]]]


@dataclass(frozen=True)
class Scene:
    """One person whose bytes are compared, the seats that the house plays, and the table's luck."""

    rules: AnyRules
    person: Seat
    house: frozenset[Seat]
    luck: Any

    def turn(self, state: Any, first: Any, number: int = 1) -> Turn:
        """Return the person's move (None: the house begins), and those with which it goes on."""
        made: Turn = []
        if first is not None:
            step = self.rules.play(state, self.person, first, stream(self.luck, number, 0))
            made.append((self.person, first, step))
        while True:
            state = made[-1][2].state if made else state
            asked, number = to_move(self.rules, state), number + 1
            if not asked or not asked <= self.house:
                return made
            made.append(self._house_move(state, min(asked), number - (first is None)))

    def _house_move(self, state: Any, seat: Seat, number: int) -> tuple[Seat, Any, Step[Any, Any]]:
        assert self.rules.player is not None
        view, luck = self.rules.view(state, seat), house_stream(self.luck, seat, number)
        move = self.rules.player.choose(view, luck)
        return seat, move, self.rules.play(state, seat, move, stream(self.luck, number, 0))

    def look_alike(self, here: Turn, there: Turn) -> bool:
        """Return whether the rules tell the person the same of two turns.

        They don't if a secret is turned up, and only then may the house do something else.
        """
        return self._seen(here) == self._seen(there)

    def _seen(self, made: Turn) -> list[Any]:
        return [
            (seat, move, heard(step, self.person), self.rules.view(step.state, self.person))
            for seat, move, step in made
        ]

    def twins(self, state: Any, tries: int = 8) -> Iterator[Any]:
        """Yield other positions that neither the person nor the house can distinguish."""
        for seed in range(tries):
            luck = Otherwise(Chance.of(b"house", seed, 1))
            readers = self.house | {self.person}
            other = secrets_of(self.rules.name).disguised(state, readers, luck)
            if other != state:
                yield other


@dataclass(frozen=True)
class Pair:
    """Two positions that the person and the house can't distinguish, and the person's move."""

    here: Any
    there: Any
    move: Any


def longest(case: Case, scene: Scene) -> Pair:
    """Choose the twins after which the house moves most often."""
    found: list[tuple[int, Pair]] = []
    for state in (position.state for position in played(case).in_play(100)):
        asked = to_move(scene.rules, state)
        if scene.person not in asked or not asked - {scene.person} <= scene.house:
            continue
        others = list(scene.twins(state))[:2]
        for move in moves(scene.rules, state, scene.person)[:MOVES_TRIED]:
            here = scene.turn(state, move)
            found += [
                (len(here), Pair(state, other, move))
                for other in others
                if len(here) > 1 and scene.look_alike(here, scene.turn(other, move))
            ]
    assert found, "no twin was another position: nothing was tested"
    return max(found, key=lambda one: one[0])[1]


def case_of(game: str) -> Case:
    """Return a case with at least two people and two other seats."""
    return next(case for case in cases_of(game) if 4 <= case.seats <= 6)


# --- a table with the house -----------------------------------------------------------------------

STAGED: Any = SimpleNamespace(secret=bytes(32), mixed="00" * 32, deal_press=1, mixed_by=99)
"""The luck of a table that `staged` has stored."""
ATTEMPTS = 3
"""A slow machine may skip the drawing of a step, and a leak differs each time."""
BEN: Seat = 1
"""The last seat of a person, so that the next seat to the left is the house's."""


@dataclass(frozen=True)
class Heard:
    """The bytes that the person and an onlooker got, and the house's delays."""

    person: list[str]
    onlooker: list[str]
    delays: list[tuple[Seat, float]]


async def by_hand(here: Harbor) -> None:
    """Stop the bot's own timers, so that the house moves only in `house_thinks`."""
    await here.services.agenda.close()


@contextmanager
def drawn_afterwards(here: Harbor) -> Generator[None]:
    """Draw nothing before several moves of the house are made, as if they took no time.

    How many of them are drawn one by one would otherwise depend on this machine.
    """
    display: Any = here.services.display
    display.look_at = lambda _: None
    try:
        yield
    finally:
        del display.look_at
        display.look_at(1)


async def house_thinks(here: Harbor, people: int) -> list[tuple[Seat, float]]:
    """Bring about the moves of the house; return each delay that it has stored for a move."""
    delays: list[tuple[Seat, float]] = []
    while True:
        waiting = here.rows("SELECT seat, due FROM seats WHERE due IS NOT NULL ORDER BY seat")
        if not waiting or any(row["seat"] < people for row in waiting):
            return delays
        [(at,)] = here.rows("SELECT at FROM log ORDER BY rev DESC LIMIT 1")
        delays += [(row["seat"], round(row["due"] - at, 4)) for row in waiting]
        before = here.rev(1)
        with drawn_afterwards(here):
            await here.at(min(row["due"] for row in waiting))
        assert here.rev(1) > before, "the house did not move when its move was due"
        await quiet(here)


async def plays(here: Harbor, person: User, move: Any) -> None:
    """Make a move by a button that was just drawn, whatever the clock shows."""
    receipt = int(person.id) + here.rev(1)
    await here.services.host.moves.play(
        1, int(person.id), move, drawn_at=here.step(1), holds="key", receipt=receipt
    )
    await quiet(here)


async def listened(folder: Path, case: Case, state: Any, move: Any, seating: Seating) -> Heard:
    """Let the person make a move and the house answer, and ask for everything."""
    clock = LeapingClock(time.time())
    async with harbor(folder, NAMES, bot=False, timing=THINKING, clock=clock) as here:
        await staged(here, case, state, seating)
        await here.start_bot()
        await quiet(here)
        await here.until(lambda: not here.rows("SELECT 1 FROM seats WHERE notice_at=?", LONG_AGO))
        await by_hand(here)
        person, onlooker = here.users[NAMES[BEN]], here.users[ONLOOKER]
        await plays(here, person, move)
        delays = await house_thinks(here, seating.people)
        await quiet(here)
        assert here.rows("SELECT 1 FROM log WHERE kind='house'")
        return await everything(here, case.game, delays, person, onlooker)


async def everything(here: Harbor, game: str, delays: Any, *users: Any) -> Heard:
    """Let each of these users ask for everything, and collect all that they got."""
    for user in users:
        await asked_for_everything(here, user, game)
        await quiet(here)
    got = [sorted(mask(line) for line in received(here, user)) for user in users]
    assert all(len(lines) >= 5 for lines in got)
    return Heard(got[0], got[1], delays)


async def both(folder: Path, case: Case, pair: Pair, seating: Seating) -> list[Heard]:
    """Listen at a table and at its twin, more than once if they differ."""
    heard: list[Heard] = []
    for attempt in range(ATTEMPTS):
        heard = [
            await listened(new(folder, f"{name}{attempt}"), case, state, pair.move, seating)
            for name, state in (("a", pair.here), ("b", pair.there))
        ]
        if same_bytes(*heard):
            break
    return heard


def same_bytes(here: Heard, there: Heard) -> bool:
    """Return whether both people at twin tables got the same bytes."""
    return (here.person, here.onlooker) == (there.person, there.onlooker)


def at_table(case: Case) -> Scene:
    """Return who plays at a table with two people."""
    return Scene(case.rules, BEN, frozenset(range(2, case.seats)), STAGED)


def games(quick: str) -> list[Any]:
    """List the games with secrets; a quick run plays one of them."""
    return [
        game if game == quick else pytest.param(game, marks=pytest.mark.full)
        for game in GAMES
        if has_secrets(game)
    ]


@pytest.mark.parametrize("game", games("dealt"))
@pytest.mark.parametrize(
    "absent", [False, pytest.param(True, marks=pytest.mark.full)], ids=["house", "stand-in"]
)
async def test_the_house_tells_nothing_that_it_cannot_see(
    game: str, absent: bool, tmp_path: Path
) -> None:
    """Covers boards, hands, notices, custom_ids, answers and when the house moves."""
    case, seating = case_of(game), Seating(2, absent=absent)
    pair = longest(case, at_table(case))
    here, there = await both(tmp_path, case, pair, seating)
    assert here.delays, "the house did not think"
    assert here == there


# --- practice -------------------------------------------------------------------------------------

PRACTISED: Any = SimpleNamespace(secret=bytes(32), mixed="00" * 32, deal_press=None, mixed_by=None)
"""The luck of a practice table whose secret is all zeros."""
ANN: Seat = 0
TURNS = 3
"""The most turns that the person makes before the panels are compared."""
DEALS = 100
"""The number of other deals among which the one that looks alike for longest is taken."""


def practised(rules: AnyRules, seats: int, options: Any) -> tuple[Any, list[Any]] | None:
    """Return another deal that nobody at a practice table can distinguish, and the person's moves.

    They go on as long as the house does the same after both deals. None if all is known at first.
    """
    scene = Scene(rules, ANN, frozenset(range(1, seats)), PRACTISED)
    dealt = rules.start(seats, options, stream(PRACTISED, 0, 0)).state
    found = [(other, *alike(scene, dealt, other)) for other in scene.twins(dealt, DEALS)]
    if not found:
        return None
    other, turns, _ = max(found, key=lambda one: one[2])
    return other, turns


def alike(scene: Scene, here: Any, there: Any) -> tuple[list[Any], int]:
    """Return the person's moves as long as two games look alike, and the number of all moves."""
    made: list[Any] = []
    first, number = None, 1
    while len(made) < TURNS:
        one, other = scene.turn(here, first, number), scene.turn(there, first, number)
        if not scene.look_alike(one, other):
            break
        made += [] if first is None else [first]
        number += len(one)
        if one:
            here, there = one[-1][2].state, other[-1][2].state
        if scene.person not in to_move(scene.rules, here):
            break
        first = moves(scene.rules, here, scene.person)[0]
    return made, number - 1


async def listened_at_practice(
    folder: Path, game: str, turns: list[Any], patch: pytest.MonkeyPatch, state: Any = None
) -> Heard:
    """Practise with a known secret, and with this deal if one is given."""
    rules, deal = GAMES[game], type(GAMES[game]).start

    def dealt(self: AnyRules, seats: int, options: Any, chance: Chance) -> Step[Any, Any]:
        step = deal(self, seats, options, chance)
        return step if state is None else Step(state, step.told)

    with patch.context() as during:
        during.setattr("bot.host.seating.seats.secrets", SimpleNamespace(token_bytes=bytes))
        during.setattr("bot.host.seating.practice.mixed_at", lambda *_: PRACTISED.mixed)
        during.setattr(type(rules), "start", dealt)
        clock = LeapingClock(time.time())
        async with harbor(folder, NAMES, timing=THINKING, clock=clock) as here:
            await by_hand(here)
            person, onlooker = here.users[NAMES[ANN]], here.users[ONLOOKER]
            await person.command(f"{game} practice")
            await quiet(here)
            delays = await house_thinks(here, 1)
            for move in turns:
                await plays(here, person, move)
                delays += await house_thinks(here, 1)
                await quiet(here)
            assert here.rows("SELECT 1 FROM log WHERE kind='house'")
            await person.command(f"{game} practice")
            await quiet(here)
            got = [sorted(map(mask, received(here, user))) for user in (person, onlooker)]
            return Heard(got[0], got[1], delays)


@pytest.mark.full
@pytest.mark.parametrize("game", games(""))
async def test_a_practice_panel_tells_nothing_that_the_house_cannot_see(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deck is stacked differently, and the luck to come is the same."""
    rules, face = GAMES[game], face_of(game)
    options = face.options(face.usual(USUAL_PACE, {}))
    found = practised(rules, 1 + house_players(rules), options)
    if found is None:
        pytest.skip("somebody at the table sees all that is hidden after the deal")
    other, turns = found
    here = there = Heard([], [], [])
    for attempt in range(ATTEMPTS):
        one, two = new(tmp_path, f"a{attempt}"), new(tmp_path, f"b{attempt}")
        here = await listened_at_practice(one, game, turns, monkeypatch)
        there = await listened_at_practice(two, game, turns, monkeypatch, other)
        if same_bytes(here, there):
            break
    assert len(here.person) >= 2
    assert here.onlooker == [], "nobody else hears of a practice"
    assert here == there


# --- leaks would be caught ------------------------------------------------------------------------


async def differs(folder: Path, case: Case) -> bool:
    """Return whether the person, an onlooker or the times tell twins apart."""
    here, there = await both(folder, case, longest(case, at_table(case)), Seating(2))
    return here != there


@pytest.mark.full
async def test_a_house_that_peeks_would_be_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its luck depends on everybody's cards."""
    honest = change.house_stream

    def peeking(table: Table, seat: Seat, number: int) -> Chance:
        return honest(
            replace(table, secret=sha256(f"{table.state}".encode()).digest()), seat, number
        )

    monkeypatch.setattr(change, "house_stream", peeking)
    assert await differs(tmp_path, case_of("yankee"))


async def test_a_delay_that_depends_on_a_secret_would_be_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All else is equal: only the time that the house takes tells the tables apart."""

    def telltale(table: Table, *_: Any) -> float:
        return 60.0 + crc32(f"{table.state}".encode()) % 60

    monkeypatch.setattr(change, "thinking_time", telltale)
    case = case_of("dealt")
    here, there = await both(tmp_path, case, longest(case, at_table(case)), Seating(2))
    assert here.person == there.person
    assert here.delays != there.delays
