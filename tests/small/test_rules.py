"""Hidden Coins: each ruling, and what no game of it may ever do.

`Table` plays as people would: Ann, who is seat 0, guesses first if nothing else is said.
"""

import pytest

from games.chance import Chance
from games.rules import IllegalMove, Question, Refusal, Seat, Standing
from tests.small.game import SmallRules
from tests.small.game.cards import HANDS
from tests.small.game.events import Began, Event, Guessed, Hid, HidSo, Hurried, Opened, Pondered
from tests.small.game.moves import Guess, Hide, Hurry, Move, Ponder
from tests.small.game.state import Options
from tests.small.game.views import View

RULES = SmallRules()


class Table:
    """A game in progress; the first seats have hidden these coins."""

    def __init__(self, *coins: int, seats: int = 3, most: int = 3, first: Seat = 0) -> None:
        self.step = RULES.start(seats, Options(most=most), Chance.tape([first]))
        for seat, count in enumerate(coins):
            self.plays(seat, Hide(coins=count))

    def plays(self, seat: Seat, move: Move) -> list[Event]:
        """Make a move; only the deal needs luck."""
        self.step = RULES.play(self.step.state, seat, move, Chance.tape())
        return [told.event for told in self.step.told]

    def guesses(self, *totals: int) -> list[Event]:
        """Let this many players guess in turn; return the last step."""
        told: list[Event] = []
        for total in totals:
            (seat,) = RULES.to_move(self.view())
            told = self.plays(seat, Guess(total=total))
        return told

    def refuses(self, seat: Seat, move: Move) -> str:
        """Make an illegal move; return the refusal's text."""
        before = self.step
        with pytest.raises(IllegalMove) as refusal:
            self.plays(seat, move)
        assert self.step == before
        assert move not in self.legal(seat)
        return str(refusal.value)

    def view(self, seat: Seat | None = None) -> View:
        return RULES.view(self.step.state, seat)

    def legal(self, seat: Seat) -> list[Move]:
        return list(RULES.legal_moves(self.view(seat)))

    def standing(self) -> Standing:
        return RULES.standing(self.view())

    def question(self) -> Question:
        return RULES.question(self.view())


# --- the deal -------------------------------------------------------------------------------------


def test_first_guesser_is_drawn_at_random():
    table = Table(seats=4, first=2)
    assert [told.event for told in table.step.told] == [Began(first=2)]
    assert RULES.to_move(table.view()) == {0, 1, 2, 3}


def test_a_table_that_cannot_play_is_refused_in_a_sentence():
    for seats in (1, 5):
        with pytest.raises(Refusal, match="2 to 4"):
            RULES.start(seats, Options(), Chance.tape())
    for most in (HANDS[0] - 1, HANDS[-1] + 1):
        with pytest.raises(Refusal, match="1 to 5 coins"):
            RULES.start(3, Options(most=most), Chance.tape())


# --- hide -----------------------------------------------------------------------------------------


def test_hc_1_all_hide_at_once_up_to_the_most_or_none():
    table = Table(most=2)
    for seat in range(3):
        assert table.legal(seat) == [Hide(coins=0), Hide(coins=1), Hide(coins=2)]
    assert "0 to 2" in table.refuses(1, Hide(coins=3))
    table.plays(1, Hide(coins=0))
    assert RULES.to_move(table.view()) == {0, 2}


def test_number_of_hidden_coins_is_private():
    table = Table()
    assert table.plays(0, Hide(coins=2)) == [Hid(seat=0), HidSo(seat=0, coins=2)]
    assert [told.to for told in table.step.told] == [None, {0}]
    assert [table.view(seat).own for seat in (0, 1, 2, None)] == [2, None, None, None]


def test_hc_2_coins_may_be_changed_until_all_have_hidden_some_and_nobody_notices():
    table = Table(2)
    before = table.view()
    assert table.legal(0) == [Hide(coins=0), Hide(coins=1), Hide(coins=3)]
    assert table.plays(0, Hide(coins=3)) == [HidSo(seat=0, coins=3)]
    assert table.step.told[0].to == {0}
    assert (table.view(), table.view(0).own) == (before, 3)
    assert "already" in table.refuses(0, Hide(coins=3))
    table.plays(1, Hide(coins=1))
    table.plays(2, Hide(coins=1))
    assert "closed" in table.refuses(0, Hide(coins=1))


def test_nobody_guesses_before_all_have_hidden_coins():
    table = Table(1, 1)
    for move in (Guess(total=3), Ponder(), Hurry()):
        assert "Not everybody" in table.refuses(0, move)


# --- guess ----------------------------------------------------------------------------------------


def test_guesses_go_round_the_table():
    table = Table(1, 1, 1, first=2)
    for seat, total in ((2, 3), (0, 4), (1, 5)):
        assert RULES.to_move(table.view()) == {seat}
        assert "not your turn" in table.refuses((seat + 1) % 3, Guess(total=9))
        assert table.plays(seat, Guess(total=total))[0] == Guessed(seat=seat, total=total)
    assert RULES.to_move(table.view()) == frozenset()


def test_hc_3_a_guess_can_be_made_only_once():
    table = Table(1, 1, 1)
    table.guesses(4)
    assert "said already" in table.refuses(1, Guess(total=4))
    totals = [move.total for move in table.legal(1) if isinstance(move, Guess)]
    assert totals == [0, 1, 2, 3, 5, 6, 7, 8, 9]
    assert "0 to 9" in table.refuses(1, Guess(total=10))


def test_pondering_is_private_and_changes_nothing():
    table = Table(2, 0, 0)
    before = table.step.state
    assert table.plays(0, Ponder()) == [Pondered(seat=0, least=2, most=8)]
    assert table.step.told[0].to == {0}
    assert table.step.state == before
    assert "not your turn" in table.refuses(1, Ponder())


def test_hc_4_waiting_players_may_hurry_each_guess_once():
    table = Table(1, 1, 1)
    assert "yourself" in table.refuses(0, Hurry())
    assert table.legal(2) == [Hurry()]
    assert table.plays(2, Hurry()) == [Hurried(seat=2, guesser=0)]
    assert "said already" in table.refuses(1, Hurry())
    table.guesses(3)
    assert table.plays(2, Hurry()) == [Hurried(seat=2, guesser=1)]


# --- the end --------------------------------------------------------------------------------------


def test_the_fists_open_after_the_last_guess():
    table = Table(0, 3, 1)
    table.guesses(4, 2)
    assert table.view().seen.hands is None
    assert table.guesses(9) == [Guessed(seat=2, total=9), Opened(hands=(0, 3, 1))]
    assert table.standing() == Standing((1, 0, 0), frozenset({0}))
    for seat in range(3):
        assert table.legal(seat) == []
        for move in (Hide(coins=1), Guess(total=1), Ponder(), Hurry()):
            assert "over" in table.refuses(seat, move)


def test_points_appear_only_at_the_end():
    table = Table(1, 1, 1)
    table.guesses(3)
    assert table.standing() == Standing((0, 0, 0))


def test_hc_5_nearest_guesses_win_and_ties_share():
    table = Table(1, 1, 1, first=1)
    table.guesses(2, 9, 4)  # Ben, Cat, Ann
    assert table.standing() == Standing((1, 1, 0), frozenset({0, 1}))


# --- what is asked --------------------------------------------------------------------------------


def test_one_question_covers_all_hiding_players():
    table = Table()
    asked = table.question()
    table.plays(0, Hide(coins=1))
    table.plays(0, Hide(coins=2))
    assert table.question() == asked


def test_question_key_changes_with_each_guess_but_not_with_a_hurry():
    table = Table(1, 1, 1)
    first = table.question()
    table.plays(1, Hurry())
    hurried = table.question()
    assert (hurried.subject, hurried.key) == (first.subject, first.key)
    assert (first.hurried, hurried.hurried) == (False, True)
    table.guesses(3)
    second = table.question()
    assert (second.subject, second.hurried) == (first.subject, False)
    assert second.key != first.key


def test_default_move_hides_nothing_or_makes_the_lowest_guess():
    table = Table()
    for seat in range(3):
        assert table.legal(seat)[0] == Hide(coins=0)
        table.plays(seat, Hide(coins=0))
    table.guesses(0)
    assert table.legal(1)[0] == Guess(total=1)
