"""Tests of stand-ins: the house plays for who doesn't answer, and stops when they are back."""

import copy
from typing import Any

import pytest

from bot.host.proof.transcript_reader import NotProven
from bot.host.proof.verify import verify
from bot.host.time.pace import PACES
from games.chance import Chance
from games.rules import Player
from tests.bot.house import ANN, BEN, CAT, House
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide, Move
from tests.small.game.views import View

LIVE = PACES["live"].decision


class AnyMove(Player[Move, View]):
    """Chooses by luck alone, among the moves that answer."""

    version = 3

    def choose(self, view: View, luck: Chance) -> Move:
        kinds = (Guess, Hide)
        moves = [move for move in SmallRules().legal_moves(view) if isinstance(move, kinds)]
        return moves[luck.below(len(moves))]


class Housed(SmallRules):
    player = AnyMove()


async def absent(house: House, **terms: Any) -> int:
    """Deal a table of three at which Ben has missed the first question."""
    house.played_by(Housed())
    table = await house.dealt(ANN, BEN, CAT, **terms)
    await house.hide(table, ANN, CAT)
    house.clock.advance(LIVE)
    assert await house.host.moves.play_absent(table, 1)
    return table


async def kinds(house: House, table: int) -> list[str]:
    entries = await house.log(table)
    return [entry.kind for entry in entries if entry.kind in ("move", "clock", "house", "back")]


async def test_the_house_plays_at_once_for_who_has_missed_a_question(house: House):
    table = await absent(house, stand_in=1)
    await house.play(table, ANN, Guess(total=1))
    assert await kinds(house, table) == ["move", "move", "clock", "move", "house"]
    seen = await house.seen(table)
    assert seen.to_move == {2}, "it is Cat who is asked next"
    assert seen.stand_in_seats == {1}
    assert seen.news[-1].house


async def test_a_table_that_waits_for_its_players_has_no_stand_in(house: House):
    table = await absent(house)
    await house.play(table, ANN, Guess(total=1))
    assert (await house.seen(table)).to_move == {1}
    assert (await house.seen(table)).stand_in_seats == frozenset()


async def test_who_has_missed_one_of_two_questions_gets_a_quarter_of_the_time(house: House):
    table = await absent(house, stand_in=2)
    house.clock.advance(2 * LIVE)  # their last act was longer ago than two decisions
    await house.play(table, ANN, Guess(total=1))
    assert (await house.due(table))["Ben"] == LIVE / 4
    house.clock.advance(LIVE / 4)
    assert await house.host.moves.play_absent(table, 1)
    assert (await house.seen(table)).stand_in_seats == {1}


async def test_who_acted_lately_keeps_the_whole_time(house: House):
    table = await absent(house, stand_in=2)
    await house.play(table, ANN, Guess(total=1))
    assert (await house.due(table))["Ben"] == LIVE


async def test_the_next_question_is_for_the_owner_who_is_back(house: House):
    table = await absent(house, stand_in=1)
    await house.host.absence.back(table, BEN, house.receipt())
    await house.play(table, ANN, Guess(total=1))
    assert (await house.seen(table)).to_move == {1}
    assert (await house.due(table))["Ben"] == LIVE
    before = await house.stored(table)
    await house.host.absence.back(table, BEN, house.receipt())
    assert await house.stored(table) == before, "they are back already"


async def test_anybody_can_check_what_the_house_chose(house: House):
    table = await absent(house, stand_in=1)
    await house.play(table, ANN, Guess(total=1))
    used = {
        event.total
        for event in (entry.event for entry in (await house.seen(table)).news)
        if hasattr(event, "total")
    }
    await house.play(table, CAT, Guess(total=next(n for n in range(9) if n not in used)))
    written = await house.queries.transcript(table)
    assert written["transcript"] == 5
    assert [step["by"] for step in written["steps"]].count("house:gentle:3") == 1
    said = verify(written, {"small": Housed()})
    assert "did not cheat: of 1 move at seats of the house, 1 was chosen again and is the s" in said
    [at] = [at for at, step in enumerate(written["steps"]) if step["by"]]

    class Newer(AnyMove):
        version = 4

    class Renewed(Housed):
        player = Newer()

    assert "a version or level of its player that this program doesn" in verify(
        written, {"small": Renewed()}
    )
    for by, why in (("house:x", "nobody that this program knows"), ("clock", "nobody that")):
        forged = copy.deepcopy(written)
        forged["steps"][at]["by"] = by
        with pytest.raises(NotProven, match=why):
            verify(forged, {"small": Housed()})

    class Other(AnyMove):
        def choose(self, view: View, luck: Chance) -> Move:
            return list(SmallRules().legal_moves(view))[-1]

    class Cheating(Housed):
        player = Other()

    with pytest.raises(NotProven, match="not the move that the house player chooses"):
        verify(written, {"small": Cheating()})
