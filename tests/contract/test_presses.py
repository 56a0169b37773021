"""What a move costs in presses: the counting itself, on panels that are easy to count by hand."""

from dataclasses import replace

from games.deadman.moves import Bid, Challenge, Shake
from games.deadman.state import Options
from games.gifts import COAL
from games.yankee.moves import Regift
from games.yankee.state import Options as YankeeOptions
from tests.contract.playing import Case, Game, Position, played
from tests.contract.presses import presses_in


def first_of(game: Game, kind: type) -> Position:
    """Find where such a move was made first."""
    after = next(one for one in game.positions if isinstance(one.move, kind))
    return game.positions[after.number - 1]


def pirates() -> Game:
    return played(Case("deadman", 4, Options(), 1))


def test_a_button_is_one_press_and_the_hand_is_one_away():
    position = first_of(pirates(), Challenge)
    (seat,) = pirates().to_move(position)
    assert presses_in(pirates(), position, seat, Challenge(), "board") == 1
    assert presses_in(pirates(), position, seat, Challenge(), "hand") == 1
    unseen = Shake(look=False)  # on the hand alone
    assert presses_in(pirates(), position, seat, unseen, "hand") == 1
    assert presses_in(pirates(), position, seat, unseen, "board") == 2


def test_a_menu_is_two_presses_wherever_it_stands():
    position = pirates().positions[0]
    (seat,) = pirates().to_move(position)
    moves = [one for one in pirates().legal(position, seat).moves if isinstance(one, Bid)]
    assert presses_in(pirates(), position, seat, moves[-1], "hand") == 2


def test_what_cannot_be_pressed_has_no_count():
    position = pirates().positions[0]
    (seat,) = pirates().to_move(position)
    assert presses_in(pirates(), position, seat, Bid(value=99)) is None
    assert presses_in(pirates(), position, 1 - seat if seat < 2 else 0, Bid(value=31)) is None


def test_a_form_counts_its_opening_what_is_changed_and_its_sending():
    """Among many, who has looked presses to whom, and is asked in a form what they say it is."""
    game = played(Case("yankee", 10, YankeeOptions(), 1))
    position = first_of(game, Regift)
    (seat,) = game.to_move(position)
    moves = [one for one in game.legal(position, seat).moves if isinstance(one, Regift)]
    card = game.view(position, seat).known
    lie = next(one for one in moves if one.declared != card)
    assert presses_in(game, position, seat, lie) == 1 + 2 + 1
    if card != COAL:  # then the form is filled with the truth
        assert presses_in(game, position, seat, replace(lie, declared=card)) == 1 + 1
