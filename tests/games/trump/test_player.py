"""House players of TRUMP The Game."""

import pytest

from games.chance import Chance
from games.trump.cards import PROPERTIES
from games.trump.moves import (
    Accept,
    ForceSale,
    Keep,
    Move,
    OpenBid,
    Pass,
    Plan,
    Play,
    PutUp,
    Reject,
    Roll,
    Tax,
)
from games.trump.player import TrumpPlayer
from games.trump.state import Opening, Putting, State, Trading
from tests.games.trump.table import goods, legal, play, propose, table, view

OTHERS: dict[str, int] = dict.fromkeys(PROPERTIES, 1)


def chosen(state: State, seat: int = 0) -> Move:
    """Return the move that a house player chooses."""
    return TrumpPlayer().choose(view(state, seat), Chance.tape())


def opening(*hands: tuple[str, ...], property: str = "Hotel", **laid: object) -> State:
    """Lay out a sale in which everybody must seal an opening bid."""
    seats = tuple(range(len(hands)))
    phase = Opening(
        number=1,
        property=property,
        broker=0,
        owner=None,
        by="space",
        asked=seats,
        answered=frozenset(),
    )
    return table(*hands, phase=phase, **laid)  # type: ignore[arg-type]


def test_a_house_player_collects_the_greatest_profit_it_can():
    hand = ("Any 40", "Hotel Profits", "Hotel and Casino", "3 Properties")
    state = table(hand, (), (), owners={"Hotel": 0, "Casino": 0})
    assert chosen(state) == Play(card="Hotel and Casino")


def test_a_house_player_rolls_when_it_has_nothing_to_collect():
    assert chosen(table(("Hotel Profits", "Die Roll"), (), ())) == Roll()


def test_a_house_player_taxes_the_opponent_who_loses_most():
    owners = {"Hotel": 1, "Casino": 2, "Airline": 2, "Cruise Line": 2}
    assert chosen(table(("Tax",), (), (), owners=owners)) == Tax(seat=2)
    short = table(("Tax",), (), (), owners=owners, cash=(400, 10, 400), inside={"Hotel": 90})
    assert chosen(short) == Tax(seat=1)


def test_a_house_player_keeps_a_tax_card_for_more_than_one_property():
    assert chosen(table(("Tax",), (), (), owners={"Hotel": 1})) == Roll()


def test_a_house_player_forces_the_sale_of_the_property_its_cards_make_most_valuable():
    hand = ("Force Sale", "Hotel Profits", "Hotel Roll")
    state = table(hand, (), (), owners=OTHERS, dealing=True)
    assert chosen(state) == ForceSale(property="Hotel")
    assert chosen(table(("Force Sale",), (), (), owners=OTHERS, dealing=True)) == Pass()


def test_a_house_player_bids_half_of_what_a_property_is_worth_to_it_and_plans_for_the_rest():
    bid = chosen(opening(("Hotel Profits",), (), ()))
    # inside 50, its own card 60, and 30 for what may come
    assert bid == OpenBid(amount=70, limit=140, investors="use", out="yes", back="yes")
    assert isinstance(chosen(opening((), (), ())), OpenBid)


@pytest.mark.parametrize("cash", [10, 20, 50, 90, 1000])
def test_a_house_player_bids_no_more_than_it_has(cash: int):
    state = opening(("Hotel Profits", "Investor 60"), (), (), cash=(cash, 400, 400))
    bid = chosen(state)
    assert isinstance(bid, OpenBid)
    assert 10 <= bid.amount <= cash
    play(state, 0, bid)


def test_a_house_player_who_is_asked_in_a_sale_makes_a_plan():
    state = opening(("Hotel Profits",), ("Any 40",), ("Any 40",))
    for seat in range(3):
        bid = OpenBid(amount=20, limit=None, investors="keep", out="no", back="no")
        state = play(state, seat, bid).state
    assert chosen(state) == Plan(limit=140, investors="use", out="yes", back="yes")


def test_a_house_player_puts_up_the_property_it_wants_and_never_its_own():
    state = table(
        ("Casino Profits",),
        (),
        (),
        owners={"Hotel": 0},
        phase=Putting(any=True),
        inside={"Hotel": 300},
    )
    assert chosen(state) == PutUp(property="Casino")
    state = table((), (), (), owners=dict.fromkeys(PROPERTIES[1:], 0), phase=Putting(any=True))
    assert chosen(state) == PutUp(property="Hotel")


def test_a_house_player_keeps_its_properties_and_rejects_every_deal():
    assert chosen(table((), (), (), owners={"Hotel": 0}, phase=Trading())) == Keep()
    state = table(("Tax",), ("Tax",), (), owners=OTHERS, dealing=True)
    state = play(state, 0, propose(1, goods(cash=400))).state
    assert Accept() in legal(state, 1)
    assert chosen(state, 1) == Reject()


def test_a_house_player_never_proposes_a_deal():
    state = table(("Investor 20",), ("Tax",), (), owners=OTHERS, dealing=True)
    assert chosen(state) == Pass()


def test_a_house_player_uses_no_more_than_its_own_view():
    one = table(("Tax",), ("Any 40",), ("Tax",), owners={"Hotel": 1, "Casino": 1})
    other = table(
        ("Tax",), ("Tax",), ("Any 40",), owners={"Hotel": 1, "Casino": 1}, pile=("Tax",) * 20
    )
    assert chosen(one) == chosen(other)
