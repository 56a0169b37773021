"""Tests of turns and reveals, from which faces build stories."""

from dataclasses import FrozenInstanceError
from typing import get_args

import pytest

from bot.host.time.pace import PACES
from bot.ui.face.story import By, Game, Reveal, Turn
from tests.bot.house import ANN, BEN, House
from tests.small.game.moves import Guess, Hide
from tests.small.game.orders import HideLast


async def told(house: House) -> Game:
    """Play a game in which Ben is away; return its turns."""
    await house.start()
    table = await house.dealt(ANN, BEN, pace="live")
    await house.give_order(table, BEN, HideLast(coins=2))
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, ANN, Guess(total=3))
    await house.passes(PACES["live"].decision + 1)
    return (await house.queries.story(table, None)).turns


async def test_turn_records_its_source(house: House):
    turns = await told(house)
    by = [(turn.by, turn.seat) for turn in turns]
    assert by == [("deal", None), ("hand", 0), ("order", 1), ("hand", 0), ("clock", 1)]
    assert {turn.by for turn in turns} == set(get_args(By))


async def test_seen_view_is_before_a_move_and_after_the_deal(house: House):
    deal, hides, _, guesses, last = await told(house)
    assert deal.move is None
    assert deal.seen(None).seen.ready == (False, False)
    assert hides.seen(0).own is None, "not yet"
    assert (guesses.seen(0).own, guesses.seen(1).own, guesses.seen(None).own) == (1, 2, None)
    assert (guesses.seen(0).seen.guesses, last.seen(0).seen.guesses) == ((), (3,))


def test_reveal_and_turn_are_immutable():
    assert not Reveal("The card is a Coal.").ends_round
    assert Reveal("The bids are open.", ends_round=True).ends_round
    turn = Turn(seat=0, move=Guess(total=3), by="hand", events=(), seen=lambda seat: None)
    with pytest.raises(FrozenInstanceError):
        turn.by = "clock"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        Reveal("The bids are open.").text = "Nothing happened."  # type: ignore[misc]
