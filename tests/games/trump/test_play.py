"""Cards that are played on a turn of TRUMP The Game: profits, Tax and Force Sale."""

import pytest

from games.trump.cards import CARDS, PROPERTIES
from games.trump.events import Played, SaleBegan, Surrendered, Taxed
from games.trump.moves import ForceSale, GiveUp, Play, Roll, Tax
from games.trump.state import Surrendering
from tests.games.trump.dealing import keep, promised
from tests.games.trump.table import (
    bids,
    cash,
    inside,
    legal,
    owner,
    play,
    plays,
    refused,
    table,
    to_move,
    told,
)


def test_tr_5_bidding_cards_and_cards_without_a_target_cannot_be_played_on_a_turn():
    hand = ("Hotel Profits", "Casino Profits", "Hotel Roll", "Hotel and Casino", "Any 40")
    others = ("3 Properties", "Tax", "Die Roll", "Investor 30", "You're Out", "I'm Back")
    state = table((*hand, *others), (), (), owners={"Hotel": 0, "Airline": 2, "Sports Complex": 2})
    assert legal(state, 0) == [
        Roll(),
        Play(card="Hotel Profits"),
        Play(card="Hotel Roll"),
        Play(card="Any 40"),
        Tax(seat=2),
        Play(card="Die Roll"),
    ]
    for card in ("Investor 30", "You're Out", "I'm Back"):
        with refused("You can only play"):
            play(state, 0, Play(card=card))
    with refused("Say whom to tax"):
        play(state, 0, Play(card="Tax"))
    with refused("You have no Force Sale card"):
        play(state, 0, ForceSale(property="Airline"))
    with refused("There's no such card"):
        play(state, 0, Play(card="Coal"))


def test_tr_18_tax_takes_20_for_each_property():
    owners = {"Hotel": 2, "Casino": 2, "Airline": 2}
    step = play(table(("Tax",), (), (), owners=owners), 0, Tax(seat=2))
    assert told(step, Played) == [Played(seat=0, card="Tax", target=2, property=None)]
    assert told(step, Taxed) == [Taxed(seat=0, victim=2, due=60, amount=60)]
    assert cash(step.state) == (460, 400, 340)
    assert step.state.public.discards == ("Tax",)
    state = table(("Tax",), (), (), owners={"Hotel": 2, "Casino": 2}, cash=(0, 0, 40))
    step = play(state, 0, Tax(seat=2))
    assert cash(step.state) == (40, 0, 0), "exactly enough is enough"
    assert owner(step.state, "Hotel") == 2


def test_tr_18_a_victim_short_of_cash_gives_it_all_and_a_property_of_their_choice():
    owners, boxes = {"Hotel": 2, "Casino": 2, "Airline": 1}, {"Hotel": 200, "Casino": 70}
    state = table(("Tax",), (), (), owners=owners, cash=(0, 0, 30), inside=boxes)
    step = play(state, 0, Tax(seat=2))
    assert told(step, Taxed) == [Taxed(seat=0, victim=2, due=40, amount=30)]
    assert step.state.public.phase == Surrendering(victim=2)
    assert to_move(step.state) == {2}
    assert legal(step.state, 2) == [GiveUp(property="Casino"), GiveUp(property="Hotel")]
    assert legal(step.state, 0) == []
    with refused("The Airline isn't yours to surrender"):
        play(step.state, 2, GiveUp(property="Airline"))
    with refused("Mike is choosing a property"):
        play(step.state, 0, GiveUp(property="Hotel"))
    step = play(step.state, 2, GiveUp(property="Hotel"))
    assert told(step, Surrendered) == [Surrendered(victim=2, to=0, property="Hotel")]
    assert (owner(step.state, "Hotel"), inside(step.state, "Hotel")) == (0, 200)
    assert cash(step.state) == (30, 0, 0)


def test_tr_18_a_victim_with_one_property_is_not_asked():
    state = table(("Tax",), (), (), owners={"Hotel": 2}, cash=(0, 0, 10))
    step = play(state, 0, Tax(seat=2))
    assert told(step, Surrendered) == [Surrendered(victim=2, to=0, property="Hotel")]
    assert cash(step.state) == (10, 0, 0)


def test_tr_18_only_an_opponent_with_a_property_can_be_taxed():
    state = table(("Tax",), (), (), owners={"Hotel": 0})
    assert legal(state, 0) == [Roll()]
    with refused("Mike owns no property"):
        play(state, 0, Tax(seat=2))
    for stranger in (-1, 0, 3, 10**9):
        with refused("Tax one of the other players"):
            play(state, 0, Tax(seat=stranger))


def test_tr_18_a_promised_property_is_surrendered_last():
    def taxed(*owned: str):
        owners, held = dict.fromkeys(owned, 2), [promised(1, 1, keep(2, "Hotel", 20))]
        layout = {"owners": owners, "cash": (0, 0, 30), "dealing": True, "promises": held}
        return play(table(("Tax",), ("Tax",), ("Tax",), **layout), 0, Tax(seat=2))

    state = taxed("Hotel", "Casino", "Airline").state
    assert legal(state, 2) == [GiveUp(property="Casino"), GiveUp(property="Airline")]
    with refused("The Hotel is promised"):
        play(state, 2, GiveUp(property="Hotel"))
    assert told(taxed("Hotel", "Casino"), Surrendered)[0].property == "Casino"
    assert cash(taxed("Hotel").state) == (20, 0, 10)


def test_tr_19_an_owner_without_cash_gives_only_a_property():
    state = table(("Tax",), (), (), owners={"Hotel": 2, "Casino": 2}, cash=(400, 400, 0))
    state = plays(state, (0, Tax(seat=2)), (2, GiveUp(property="Casino")))
    assert cash(state) == (400, 400, 0)
    assert owner(state, "Casino") == 0


@pytest.mark.parametrize(
    ("card", "enough", "lacking"),
    [
        ("Hotel Profits", ["Hotel"], ["Casino"]),
        ("Hotel Roll", ["Hotel"], ["Casino"]),
        ("Hotel and Casino", ["Hotel", "Casino"], ["Hotel", "Airline"]),
        ("Sports Complex and Hotel", ["Hotel", "Sports Complex"], ["Sports Complex"]),
        ("Any 50", ["Airline"], []),
        ("3 Properties", ["Hotel", "Casino", "Airline"], ["Hotel", "Casino"]),
        ("3 Properties", list(PROPERTIES[:5]), ["Casino"]),
        ("4 Properties", list(PROPERTIES[4:]), list(PROPERTIES[:3])),
    ],
)
def test_tr_22_a_profit_card_needs_its_properties(card: str, enough: list[str], lacking: list[str]):
    state = table((card,), (), (), owners=dict.fromkeys(enough, 0))
    luck = [1] if CARDS[card].sort == "die" else []
    step = play(state, 0, Play(card=card), *luck)
    assert cash(step.state)[0] == 400 + (CARDS[card].pays or 20)
    assert step.state.public.discards == (card,)
    assert card not in step.state.hands[0]
    with refused("you must own"):
        play(table((card,), (), (), owners=dict.fromkeys(lacking, 0)), 0, Play(card=card))


def test_tr_23_a_force_sale_puts_up_any_property_and_its_player_is_the_broker():
    state = table(("Force Sale",), (), (), owners={"Hotel": 0, "Casino": 1})
    assert legal(state, 0)[1:] == [ForceSale(property=name) for name in PROPERTIES]
    for name, whose in (("Hotel", 0), ("Casino", 1), ("Airline", None)):
        (began,) = told(play(state, 0, ForceSale(property=name)), SaleBegan)
        assert (began.broker, began.owner, began.by) == (0, whose, "card")


def test_tr_58_a_force_sale_without_a_bid_is_spent_and_ends_the_turn():
    state = table(("Force Sale",), (), (), owners={"Hotel": 1})
    state = plays(play(state, 0, ForceSale(property="Hotel")).state, *bids(0, 0, 0))
    assert (state.public.seat, state.public.discards) == (1, ("Force Sale",))
    assert owner(state, "Hotel") == 1


def test_tr_64_a_property_that_left_the_game_cannot_be_used():
    hand = ("Hotel Profits", "Hotel and Casino", "3 Properties", "Force Sale")
    owners: dict[str, int] = dict.fromkeys(("Casino", "Airline", "Sports Complex"), 0)
    state = table(hand, (), (), owners=owners, gone=["Hotel"], dealing=True)
    cards = [move for move in legal(state, 0) if isinstance(move, Play | ForceSale)]
    force_sales = [ForceSale(property=name) for name in PROPERTIES[1:]]
    assert cards == [Play(card="3 Properties"), *force_sales], "3 Properties counts the others"
    with refused(r"You can't play Hotel \+ Casino any more: the Hotel has left the game"):
        play(state, 0, Play(card="Hotel and Casino"))
    with refused("The Hotel has left the game"):
        play(state, 0, ForceSale(property="Hotel"))
