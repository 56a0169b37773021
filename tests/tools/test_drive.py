"""Whole tables of each game, played by people who press and fumble; and by one way alone.

Every kind of request is held against Discord's description, every answer has to come in time, and
at the end the transcript has to prove the deal.
"""

import asyncio
import dataclasses
import sys
from pathlib import Path
from random import Random

import pytest

from games import GAMES
from playground.tests.schema import Checker
from playground.tests.user import EPHEMERAL, User, pressable, text_of
from tests.actors.harbor import harbor
from tests.actors.player import Manners, Only, Tally
from tests.actors.practiser import practise
from tests.contract.drawing import face_of
from tests.tools import drive
from tests.tools.drive import Evening, Took
from tests.tools.fuzz.__main__ import Machine
from tests.tools.terms import NoSuchTerms, in_turn, options_of, read_terms, what_there_is

MOST = {"trump": 3}  # one more is the same on the wire, and the longest game of all
SIZES = [
    (game, seats)
    for game, rules in GAMES.items()
    for seats in sorted({rules.seats.start, min(rules.seats.stop - 1, MOST.get(game, 10))})
]
WAYS: tuple[Only, ...] = ("buttons", "commands", "lines")
QUICK = [("deadman", "commands"), ("deadman", "lines")]
BRISK = Manners(think=0.02, patience=60, reserve=0.4)
ATTEMPTS = 2
SHORT = {"downeast": "thief,short", "dealt": "chips=2"}


async def one_table(game: str, seats: int, manners: Manners, folder: Path) -> tuple[int, list[str]]:
    """Play a table; return its moves, and what went wrong.

    Where that was while this machine let nobody get on for seconds, another one counts.
    """
    moves, problems = 0, list[str]()
    for attempt in range(ATTEMPTS):
        machine = Machine()
        measuring = asyncio.create_task(machine.measure())
        try:
            place = folder / str(attempt)
            place.mkdir()
            moves, problems = await _table(game, seats, manners, place)
        finally:
            measuring.cancel()
        if not problems or not machine.has_held_up:
            break
    return moves, problems


async def _table(game: str, seats: int, manners: Manners, folder: Path) -> tuple[int, list[str]]:
    took = Took()
    checker, left = Checker(), list[str]()
    async with harbor(folder, seats, check=checker) as here:
        evening = Evening(game, seats, here.place, here.playground, manners)
        await evening.table(1, list(here.users.values()), SHORT.get(game, "plain"))
        await here.settled()
        for user in here.users.values():
            left += left_lying(user)
        took.gather(here.playground)
        assert took.costs.lines(here.place)[1:], "it is said what each kind of move has cost"
    assert checker.checked > 10
    moves = sum(map(evening.moves_at, evening.tables))
    return moves, left + evening.problems + took.problems + took.in_all(manners.only)


def left_lying(user: User) -> list[str]:
    """Return what is wrong if private panels pile up in a person's channel."""
    private = [
        message
        for message in user.messages.values()
        if message["flags"] & EPHEMERAL and message["channel_id"] == user.channels["games"]
    ]
    alive = [text_of(message)[:80] for message in private if pressable(message)]
    # the rules of the game and the panel of their table are the only two that may stay
    if len(alive) > 2 or len(private) > 3:
        return [f"{user.name} has {len(private)} private messages, with buttons: {alive}"]
    return []


@pytest.mark.full
@pytest.mark.parametrize(("game", "seats"), SIZES)
async def test_a_whole_table_is_played(game: str, seats: int, tmp_path: Path) -> None:
    """Would fail if a table stuck, an answer was late, or Discord refused one of our requests."""
    moves, problems = await one_table(game, seats, BRISK, tmp_path)
    assert problems == []
    assert moves > 0


@pytest.mark.parametrize(
    ("game", "only"),
    [
        pytest.param(game, only, marks=() if (game, only) in QUICK else pytest.mark.full)
        for game in GAMES
        for only in WAYS
    ],
)
async def test_a_whole_table_is_played_by_one_way_alone(
    game: str, only: Only, tmp_path: Path
) -> None:
    manners = dataclasses.replace(BRISK, only=only)
    moves, problems = await one_table(game, GAMES[game].seats.start, manners, tmp_path)
    assert problems == []
    assert moves > 0


@pytest.mark.parametrize(
    "game",
    [game if game == "deadman" else pytest.param(game, marks=pytest.mark.full) for game in GAMES],
)
async def test_one_person_practises_to_the_end(game: str, tmp_path: Path) -> None:
    """On one private panel, with not a request besides its own."""
    checker, tally = Checker(), Tally()
    async with harbor(tmp_path, 1, check=checker) as here:
        [user] = here.users.values()
        player = await practise(user, game, Random(3), tally)
        await here.settled()
        took = Took()
        took.gather(here.playground)
    assert player.over
    assert tally.problems + took.problems == []


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_table_is_played_with_house_players(game: str, tmp_path: Path) -> None:
    checker, took = Checker(), Took()
    people = max(2, GAMES[game].seats.start - 1)
    async with harbor(tmp_path, people, check=checker) as here:
        evening = Evening(game, 5, here.place, here.playground, BRISK, house=1)
        await evening.table(1, list(here.users.values()), SHORT.get(game, "plain"))
        await here.settled()
        took.gather(here.playground)
    assert evening.problems + took.problems == []


# --- the terms ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_terms_in_turn_reach_every_option(game: str) -> None:
    """A drive over all of them would otherwise leave one out that nobody has ever played."""
    face = face_of(game)
    played = [options_of(game, words) for words in in_turn(game)]
    assert played[0] == face.options(face.usual("day", {}))
    for term in face_of(game).terms_asked:
        met = {getattr(options, term.fills) for options in played}
        assert len(met) > 1, f"nobody plays without the usual {term.name}"


def test_terms_are_named_as_a_person_would() -> None:
    assert read_terms("downeast", "thief, short") == {"thief": True, "short": True}
    assert read_terms("downeast", "yankee,limits=no") == {"deck": "yankee", "limits": False}
    assert read_terms("dealt", "chips=3") == {"chips": 3}
    assert read_terms("deadman", "plain") == {}


@pytest.mark.parametrize("words", ["nosuch", "chips=", "chips=9", "chips=nosuch", "thief", ""])
def test_unknown_terms_are_told_what_there_is(
    words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A misspelt variant must not play the usual one, and call that proven."""
    with pytest.raises(NoSuchTerms, match=r"chips=2\|3"):
        read_terms("dealt", words)
    monkeypatch.setattr(sys, "argv", ["drive", "dealt", "--variant", words or "nosuch"])
    assert drive.main() == 2
    said = capsys.readouterr().err
    assert what_there_is(face_of("dealt")) in said
    assert said.strip().endswith(".")


def test_terms_that_cannot_be_dealt_say_why() -> None:
    with pytest.raises(NoSuchTerms, match=r"downeast cannot be played on these terms: .+\."):
        read_terms("downeast", "without=Trophies")
