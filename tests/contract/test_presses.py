"""Counting presses, on panels that are easy to count by hand."""

from dataclasses import replace

from games.deadman.moves import Bid, Challenge, Shake
from games.deadman.state import Options
from games.gifts import in_order
from games.yankee.orders import GiveAhead
from games.yankee.state import Options as YankeeOptions
from tests.contract.playing import Case, Game, Position, played
from tests.contract.presses import presses_in


def first_of(game: Game, kind: type) -> Position:
    """Return the first position in which such a move was made."""
    after = next(position for position in game.positions if isinstance(position.move, kind))
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
    moves = [pirate for pirate in pirates().legal(position, seat).moves if isinstance(pirate, Bid)]
    assert presses_in(pirates(), position, seat, moves[-1], "hand") == 2


def test_what_cannot_be_pressed_has_no_count():
    position = pirates().positions[0]
    (seat,) = pirates().to_move(position)
    assert presses_in(pirates(), position, seat, Bid(value=99)) is None
    assert presses_in(pirates(), position, 1 - seat if seat < 2 else 0, Bid(value=31)) is None


def test_a_form_counts_its_opening_what_is_changed_and_its_sending():
    """A standing order: two panels, the card from a menu, then a form without its claimed name."""
    game = played(Case("yankee", 4, YankeeOptions(), 1))
    position = game.positions[0]
    (gives,) = game.to_move(position)
    seat = (gives + 1) % 4
    first, *_, last = in_order(game.view(position, seat).held)
    said = GiveAhead(card=first, to=(seat + 1) % 4, declared="mug", held=0)
    assert presses_in(game, position, seat, said) == 2 + 2 + 1
    assert (
        presses_in(game, position, seat, replace(said, card=last, declared="mug")) == 2 + 2 + 2 + 1
    )
