"""Turns and offers of TRUMP The Game: buttons, menus, forms, commands and typed lines."""

import re

import pytest

from cogs.trump import FACE
from games.chance import Chance
from games.rules import IllegalMove, Refusal
from games.trump import moves
from games.trump.state import Adding, Debt, Putting, State, Taking, Trading
from tests.cogs.terms import help_of
from tests.cogs.trump.face import (
    ANN,
    BEN,
    CAT,
    OPEN,
    RULES,
    WAYS,
    board,
    buying,
    choose,
    command,
    completed,
    entry,
    hand,
    labels,
    menus,
    press,
    read,
    submit,
    type_in,
)
from tests.games.trump import selling as sales
from tests.games.trump.dealing import dealing, pay
from tests.games.trump.selling import BACK, I20, I50, OUT
from tests.games.trump.table import goods, plays, propose


def test_every_move_has_a_way_and_groups_fit_discords_limits():
    groups = {way.group for way in FACE.ways}
    assert groups == {"", "sale", "offer"}
    top = [way.verb for way in FACE.ways if not way.group] + [aside.verb for aside in FACE.asides]
    beside = [
        "start",
        "hand",
        "table",
        "rules",
        "sale",
        "offer",
        *(kind.kind for kind in FACE.drafts),
    ]
    assert len(top + beside) <= 25
    assert len(set(top + beside)) == len(top + beside)
    assert [way.verb for way in FACE.ways if way.group == "sale"] == [
        *("bid", "raise", "out", "back", "plan", "unplan")
    ]
    assert {way.verb for way in FACE.ways if way.group == "offer"} == {
        *("deal", "counter", "accept", "reject", "withdraw", "release")
    }


def test_on_a_turn_a_player_rolls_or_plays_a_card():
    state = buying(["Casino Profits", "Any 40", "Any 40", "Tax"], owners={"Casino": ANN})
    drawn = hand(state, ANN)
    assert labels(drawn) == ["Roll", "Play Casino Profits ($60M)", "Play Any 40 ($40M)"]
    assert read(state, ANN, press(drawn, "Roll")) == moves.Roll()
    assert read(state, ANN, press(drawn, "Play Any 40 ($40M)")) == moves.Play(card="Any 40")
    for line in ("play casino profits", "casino", "PLAY the Casino Profits", "`casino profits`"):
        assert type_in(state, ANN, line) == moves.Play(card="Casino Profits"), line
    assert type_in(state, ANN, "any") == type_in(state, ANN, "any 40") == moves.Play(card="Any 40")
    assert command(state, ANN, "play", card="any 40") == moves.Play(card="Any 40")
    assert completed(state, ANN, "play", "card") == ["Casino Profits", "Any 40"]
    assert labels(board(state)) == ["Roll", "Play a card…"]
    form = read(state, ANN, press(board(state), "Play a card…"))
    assert [choice.label for choice in entry(form, "card").choices] == ["Casino Profits", "Any 40"]


def test_i_play_a_card_out_of_turn_is_refused_with_whose_turn_it_is():
    state = buying(["Any 40"], ["Any 40"])
    with pytest.raises(IllegalMove, match="It's seat 1's turn"):
        RULES.play(state, BEN, type_in(state, BEN, "I play Any 40"), Chance.tape())


def test_tax_and_force_sale_name_their_victim():
    state = buying(["Tax", "Force Sale"], owners={"Casino": BEN, "Hotel": BEN, "Airline": CAT})
    drawn = hand(state, ANN)
    assert "Tax Ben: $40M" in labels(drawn)
    assert read(state, ANN, press(drawn, "Tax Cat: $20M")) == moves.Tax(seat=CAT)
    for line in ("tax ben", "play tax on Ben", "tax seat 2"):
        assert type_in(state, ANN, line) == moves.Tax(seat=BEN), line
    assert read(state, ANN, choose(drawn, "Airline")) == moves.ForceSale(property="Airline")
    for line in ("force airline", "force sale of the Airline", "play force sale airline"):
        assert type_in(state, ANN, line) == moves.ForceSale(property="Airline"), line
    assert "Casino" in completed(state, ANN, "force", "property")


def test_every_choice_of_a_space_has_a_button_on_the_board():
    state = buying(phase=Taking(rolling="move", card=None, left=0, number=1))
    assert labels(board(state)) == ["Take one from Ben (1 card)", "Take one from Cat (1 card)"]
    assert (
        type_in(state, ANN, "cat") == type_in(state, ANN, "take from Cat") == moves.Take(seat=CAT)
    )
    owned = dict.fromkeys(("Casino", "Hotel", "Cruise Line", "Office Building", "Airline"), BEN)
    state = buying(phase=Adding(amount=30), owners=owned)
    assert labels(board(state))[0] == "$30M into the Tropical Island"
    state = buying(phase=Adding(amount=30), owners={"Casino": BEN, "Hotel": ANN})
    assert labels(board(state))[0] == "$30M into…", "six buttons would fill a phone's screen"
    assert type_in(state, ANN, "airline") == moves.Add(property="Airline")
    state = buying(phase=Putting(any=False))
    assert "Sell the Casino" not in labels(board(state))
    assert type_in(state, ANN, "sell hotel") == moves.PutUp(property="Hotel")
    state = buying(phase=Putting(any=True), owners={"Casino": BEN, "Hotel": ANN})
    form = read(state, ANN, press(board(state), "Put up for sale…"))
    assert [field.key for field in form.entries] == ["*property"]


def test_a_trade_names_both_properties():
    state = buying(phase=Trading(), owners={"Casino": BEN, "Hotel": ANN, "Airline": ANN})
    form = read(state, ANN, press(board(state), "Trade…"))
    assert [field.key for field in form.entries] == ["*give", "*get"]
    assert [choice.label for choice in entry(form, "give").choices] == ["Hotel", "Airline"]
    swap = moves.Swap(give="Airline", get="Casino")
    assert submit(state, ANN, form, give='"Airline"', get='"Casino"') == swap
    for line in ("swap airline for casino", "trade the Airline for the Casino"):
        assert type_in(state, ANN, line) == swap, line
    assert command(state, ANN, "swap", give="airline", get="casino") == swap
    assert type_in(state, ANN, "keep all") == moves.Keep()
    about = {choice.label: choice.description for choice in entry(form, "get").choices}
    assert about["Casino"] == "Ben's"
    assert about["Tropical Island"] == "nobody's"


def test_a_property_is_surrendered_by_name():
    state = buying(["Tax"], owners={"Casino": BEN, "Airline": BEN}, cash=(400, 10, 400))
    state = plays(state, (ANN, moves.Tax(seat=BEN)))
    for line in ("surrender airline", "airline", "give up the airline"):
        assert type_in(state, BEN, line) == moves.GiveUp(property="Airline"), line


def test_an_offer_is_accepted_rejected_or_withdrawn():
    state = plays(dealing(), (0, propose(1, goods(cash=40), goods("Casino"))))
    assert [type_in(state, 1, line).kind for line in ("accept", "reject", "decline")] == [
        *("accept", "reject", "reject")
    ]
    assert type_in(state, 0, "withdraw").kind == "withdraw"
    assert {"Accept", "Reject"} <= set(labels(hand(state, 1)))
    assert "Withdraw the offer" in labels(hand(state, 0))
    assert "Accept" not in labels(hand(state, 2))


def test_a_promise_can_be_released_at_any_time_tr_77():
    state = plays(dealing(), (0, propose(1, goods(), goods("Casino"), pay(0, 50, turn=33))))
    state = plays(state, (1, WAYS["accept"].move()))
    assert state.public.promises[0].number == 1
    shown = menus(hand(state, 1))
    assert [menu.placeholder for menu in shown] == ["Let a promise or debt go…"]
    assert shown[0].choices[0].description == "Ann pays you $50M at the end of Dan*'s turn 33"
    assert read(state, 1, choose(hand(state, 1), "1")) == moves.Release(number=1)
    for line in ("release 1", "release promise 1", "let go no. 1", "let go of 1"):
        assert type_in(state, 1, line) == moves.Release(number=1), line
    with pytest.raises(Refusal, match=r"number of a promise or debt\. You can let go of 1"):
        type_in(state, 1, "release it")
    owed = dealing(debts=[Debt(number=4, by=0, to=1, amount=20)])
    assert type_in(owed, 1, "release debt 4") == moves.Release(number=4)
    assert menus(hand(owed, 1))[0].choices[0].description == "Ann's debt of $20M"


def test_every_example_line_of_the_help_can_be_typed():
    quoted = help_of(FACE, "Typing in the DM")
    lines = re.findall(r"`([^`]+)`", quoted)
    assert len(lines) >= 15
    owners = {"Casino": ANN, "Hotel": BEN}
    turn = buying(["Tax"], ["Any 40", "Tax", "Force Sale"], seat=BEN, owners=owners)
    sale = sales.Sale([OUT], [OUT], [OUT])
    bids = sales.Sale([BACK], [OUT, I20, I50], [OUT], options=OPEN).open(90, 50, 30).passes(ANN)
    back = sales.Sale([OUT, BACK], [OUT], [OUT], options=OPEN).open(100, 60, 30).passes(ANN)
    back = back.outs(BEN, ANN).passes(CAT)
    deal = dealing([], ["Tax"], seat=1, turn=30, owners={"Hotel": 1, "Casino": 0})
    offer = plays(deal, (1, propose(0, goods(cash=10), goods("Casino"))))
    owed = dealing(debts=[Debt(number=3, by=0, to=1, amount=20)])
    places = [
        *((turn, BEN), (sale.state, BEN), (bids.state, BEN), (back.state, ANN)),
        *((deal, 1), (offer, 0), (owed, 1)),
    ]
    for line in lines:
        legal = any(_legal_here(state, seat, line) for state, seat in places)
        assert legal, f"nowhere can `{line}` be typed"


def _legal_here(state: State, seat: int, line: str) -> bool:
    try:
        move = type_in(state, seat, line)
        RULES.play(state, seat, move, Chance.of(b"luck", 1, 1))
    except (Refusal, IllegalMove):
        return False
    return True
