"""Low Die: each ruling, and what no game of it may ever do.

`Table` plays as people would: Ann, who is seat 0, opens if nothing else is said.
"""

from dataclasses import replace

import pytest

from games.chance import Chance
from games.rules import IllegalMove, Refusal, Seat, Standing
from games.table_game import View
from tests.starter.game import LowDie
from tests.starter.game.events import Began, Duelled, Event, Kept, Lost, Rerolled, Rolled, Shown
from tests.starter.game.moves import Duel, Keep, Move, Reroll
from tests.starter.game.state import Hand, Options, Public

RULES = LowDie()


class Table:
    """A game in progress, in which these dice were rolled and these lives are left."""

    def __init__(self, *dice: int, opener: Seat = 0, lives: tuple[int, ...] = ()) -> None:
        self.step = RULES.start(len(dice), Options(), Chance.tape([opener, *dice]))
        if lives:
            public = replace(self.step.state.public, lives=lives)
            self.step = replace(self.step, state=replace(self.step.state, public=public))

    def plays(self, seat: Seat, move: Move, *dice: int) -> list[Event]:
        """Make a move after which these dice are rolled; return what is told."""
        luck = Chance.tape(dice)
        self.step = RULES.play(self.step.state, seat, move, luck)
        return [told.event for told in self.step.told]

    def refuses(self, seat: Seat, move: Move) -> str:
        """Make an illegal move; return the refusal's text."""
        before = self.step
        with pytest.raises(IllegalMove) as refusal:
            self.plays(seat, move)
        assert self.step == before
        return str(refusal.value)

    def view(self, seat: Seat | None = None) -> View[Public, Hand]:
        return RULES.view(self.step.state, seat)

    @property
    def public(self) -> Public:
        return self.step.state.public

    def standing(self) -> Standing:
        return RULES.standing(self.view())


# --- the deal -------------------------------------------------------------------------------------


def test_each_player_is_told_their_own_die():
    table = Table(4, 2, 6, opener=2)
    assert [told.event for told in table.step.told] == [
        Began(round=1, opener=2),
        *(Rolled(seat=seat, die=die) for seat, die in enumerate((4, 2, 6))),
    ]
    assert [told.to for told in table.step.told] == [None, {0}, {1}, {2}]
    assert [table.view(seat).hand for seat in (None, 1)] == [None, Hand(die=2)]


def test_a_table_that_cannot_play_is_refused_in_a_sentence():
    with pytest.raises(Refusal, match="2 to 6 players"):
        RULES.start(7, Options(), Chance.tape())
    for lives in (0, 6):
        with pytest.raises(Refusal, match="1 to 5 lives"):
            RULES.start(3, Options(lives=lives), Chance.tape())


# --- keep, roll again -----------------------------------------------------------------------------


def test_ld_1_the_turn_goes_to_the_left_past_players_without_lives():
    table = Table(4, 2, 6, lives=(1, 0, 1))
    assert table.plays(0, Keep()) == [Kept(seat=0)]
    assert RULES.to_move(table.view()) == {2}
    assert "seat 3's turn" in table.refuses(0, Keep())
    assert list(RULES.legal_moves(table.view(2))) == [Keep(), Reroll(), Duel(rival=0)]


def test_only_its_owner_learns_what_was_rolled_again():
    table = Table(4, 2, 6)
    assert table.plays(0, Reroll(), 1) == [Rerolled(seat=0), Rolled(seat=0, die=1)]
    assert [told.to for told in table.step.told] == [None, {0}]
    assert table.view(0).hand == Hand(die=1)
    assert table.public.shown == (None, None, None)


def test_the_lowest_loses_a_life_when_everybody_has_had_a_turn():
    table = Table(4, 2, 6)
    table.plays(0, Keep())
    table.plays(1, Keep())
    told = table.plays(2, Reroll(), 3, 5, 5, 5)
    assert told[2:5] == [Shown(dice=(4, 2, 3)), Lost(losers=(1,)), Began(round=2, opener=1)]
    assert table.public.lives == (3, 2, 3)


def test_ld_3_all_of_the_lowest_lose_a_life_unless_that_left_nobody():
    table = Table(4, 4)
    table.plays(0, Keep())
    assert Lost(losers=(0, 1)) in table.plays(1, Keep(), 2, 2)
    table = Table(4, 4, 6, lives=(1, 1, 0))
    table.plays(0, Keep())
    told = table.plays(1, Keep(), 2, 2)
    assert told[1:3] == [Shown(dice=(4, 4, None)), Began(round=2, opener=0)]
    assert table.public.lives == (1, 1, 0)


# --- duel -----------------------------------------------------------------------------------------


def test_the_lower_die_of_a_duel_loses_a_life_and_only_these_dice_are_shown():
    table = Table(4, 2, 6)
    assert table.plays(0, Duel(rival=1), 1, 1, 1)[:3] == [
        Duelled(seat=0, rival=1),
        Shown(dice=(4, 2, None)),
        Lost(losers=(1,)),
    ]
    assert table.public.lives == (3, 2, 3)


def test_ld_2_the_challenger_loses_a_tie():
    table = Table(4, 4, 6)
    assert Lost(losers=(0,)) in table.plays(0, Duel(rival=1), 1, 1, 1)


def test_nobody_duels_themselves_or_a_player_without_lives():
    table = Table(4, 2, 6, lives=(1, 0, 1))
    for rival in (0, 1, 3, -1, True):
        assert "Your hand" in table.refuses(0, Duel(rival=rival))


# --- rounds and the end ---------------------------------------------------------------------------


def test_ld_4_the_loser_opens_the_next_round_or_the_next_player_with_a_life():
    table = Table(4, 2, 6, lives=(2, 2, 2))
    assert Began(round=2, opener=1) in table.plays(0, Duel(rival=1), 1, 1, 1)
    table = Table(4, 2, 6, lives=(2, 1, 2))
    assert Began(round=2, opener=2) in table.plays(0, Duel(rival=1), 1, 1)
    assert table.view(1).hand == Hand(die=None)


def test_the_last_player_with_a_life_wins():
    table = Table(4, 2, 6, lives=(2, 1, 0))
    assert table.standing() == Standing((2, 1, 0))
    assert table.plays(0, Duel(rival=1))[-1] == Lost(losers=(1,))
    assert table.standing() == Standing((2, 0, 0), frozenset({0}))
    assert not RULES.to_move(table.view())
    assert "over" in table.refuses(0, Keep())
