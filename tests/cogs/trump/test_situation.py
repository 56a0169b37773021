"""Prompts of TRUMP The Game are true for their reader, and what they suggest is legal."""

import re
from collections.abc import Callable

from games.chance import Chance
from games.trump import moves
from games.trump.cards import BACK, OUT
from games.trump.state import Options, Over
from tests.cogs.trump.face import (
    ANN,
    BEN,
    CAT,
    OPEN,
    RULES,
    SHOWN,
    buying,
    every_position,
    labels,
    legal,
    menus,
    positions,
    said,
    situation,
    taken,
    typing,
)
from tests.cogs.trump.face import hand as hand_of
from tests.games.trump import selling as sales
from tests.games.trump.dealing import ACCEPT, dealing
from tests.games.trump.dealing import counter as countered
from tests.games.trump.table import goods, play, plays, propose, table

CARD = (moves.Play, moves.Tax, moves.ForceSale)
Can = Callable[[set[type]], bool]


def all_of(*kinds: type) -> Can:
    return lambda can: set(kinds) <= can


def none_of(*kinds: type) -> Can:
    return lambda can: not can & set(kinds)


def a_card(can: set[type]) -> bool:
    return bool(can & set(CARD))


SUGGESTED: tuple[tuple[str, Can], ...] = (
    (r"\broll the die\b", all_of(moves.Roll)),
    (r", or play a card instead\.", a_card),
    (r"You can't play any of your cards now\.", none_of(*CARD)),
    (r"your turn: play a card, offer a deal or pass\.", a_card),
    (r"your turn: .*offer a deal", all_of(moves.Propose, moves.Pass)),
    (r"Choose whom to take a card from", all_of(moves.Take)),
    (r"Choose an unowned property: the bank", all_of(moves.Add)),
    (r"You're the Broker\. Choose a", all_of(moves.PutUp)),
    (r"Choose what goes up for sale next\.", all_of(moves.PutUp)),
    (r"Trade one of your properties for any that isn't yours", all_of(moves.Swap)),
    (r"or keep everything\.", all_of(moves.Keep)),
    (r"Choose which of your properties goes", all_of(moves.GiveUp)),
    (r"Seal an opening bid", all_of(moves.OpenBid)),
    (r"You can change that until all bids are in", all_of(moves.OpenBid)),
    (r"so you can't bid\.", none_of(moves.OpenBid)),
    (r"raise your bid", all_of(moves.Raise)),
    (r"play You're Out", all_of(moves.KnockOut)),
    (r"Play I'm Back", all_of(moves.ComeBack)),
    (r"your turn.*\bpass\b", all_of(moves.Pass)),
    (r"play none\.$|that goes with it, or none\.$", all_of(moves.Pass)),
    (r"stay out\.", all_of(moves.Pass)),
    (r"you can only pass\.", none_of(moves.Raise, moves.KnockOut, moves.ComeBack)),
    (r"have no I'm Back", none_of(moves.ComeBack)),
    (r"\baccept it\b", all_of(moves.Accept)),
    (r"\breject it\b", all_of(moves.Reject)),
    (r"that asks for something you don't have", none_of(moves.Accept)),
    (r"make a counter-offer", all_of(moves.Counter)),
    (r"You can still withdraw it\.", all_of(moves.Withdraw)),
    (r"It's a deal\. Play a card", a_card),
    (r"so play none\.", none_of(*CARD)),
)
WAITING = re.compile(
    r"[^r]'s turn\b|hasn't answered|is choosing|must give|may trade|may play|sells what"
    r"|until all bids are in|so you can't bid|The game is over"
)


def test_every_prompt_suggests_legal_moves_and_only_those():
    met: set[str] = set()
    for state in every_position():
        asked = RULES.to_move(RULES.view(state, None))
        for seat in range(len(state.hands)):
            view, prompt = RULES.view(state, seat), situation(state, seat)
            can = {type(move) for move in legal(view).moves}
            fits = [(wording, true) for wording, true in SUGGESTED if re.search(wording, prompt)]
            for wording, true in fits:
                assert true(can), (
                    f"{prompt} ({wording}), but {sorted(kind.__name__ for kind in can)}"
                )
                met.add(wording)
            if seat in asked:
                assert fits, f"nobody has said what this prompt promises: {prompt}"
                assert not WAITING.search(prompt), prompt
            else:
                assert WAITING.search(prompt), f"{prompt} asks who is not asked"
    rare = {r"Choose what goes up for sale next\."}  # tested below
    assert {wording for wording, _ in SUGGESTED} - met <= rare


def test_every_player_asked_gets_something_to_type_and_to_press():
    for state in positions(3, OPEN, 4, 5) + positions(4, SHOWN, 5, 5):
        for seat in RULES.to_move(RULES.view(state, None)):
            assert typing(state, seat).startswith("You can type `")
            mine = hand_of(state, seat)
            offered = {*labels(mine), *(menu.placeholder for menu in menus(mine))}
            assert offered - {"Promises"}, situation(state, seat)


def test_a_turn_says_whether_a_card_can_be_played():
    with_card = buying(["Casino Profits"], owners={"Casino": ANN})
    assert situation(with_card, ANN) == "It's your turn: roll the die, or play a card instead."
    assert situation(with_card, BEN) == "It's Ann's turn to roll or play a card."
    assert situation(with_card, None) == "It's Ann's turn to roll or play a card."
    without = buying(["Casino Profits", "Tax"], owners={})
    assert situation(without, ANN).endswith("roll the die. You can't play any of your cards now.")
    assert said(without, ANN).endswith("You can type `roll`.")

    state = dealing(["Hotel Profits"])
    assert situation(state, 0) == "It's your turn: play a card, offer a deal or pass."
    nothing = dealing(["Casino Profits"])
    assert situation(nothing, 0) == (
        "It's your turn: offer a deal or pass. You can't play any of your cards now."
    )
    assert situation(dealing([]), 0) == "It's your turn: offer a deal or pass."
    assert situation(state, 1) == "It's Ann's turn to play a card, offer a deal or pass."


def test_the_seller_of_the_last_properties_chooses_the_order_tr_41():
    state = table(
        [OUT], [OUT], [OUT], owners={"Casino": BEN}, pile=["Any 40"], turn=9, cash=(0, 0, 0)
    )
    state = RULES.play(state, ANN, moves.Roll(), _luck(1)).state  # lands on the Hotel
    assert state.public.pile == 0
    state = RULES.play(state, BEN, moves.Roll(), _luck(1)).state
    assert state.public.phase.kind == "clearing"
    assert situation(state, BEN) == (
        "The draw pile is empty, so you sell what nobody owns. Choose what goes up for sale next."
    )
    assert situation(state, ANN).startswith("The draw pile is empty, so Ben sells what nobody")
    assert typing(state, BEN) == "You can type `Hotel`."


def _luck(*rolls: int) -> Chance:
    return Chance.tape(rolls)


def test_an_opening_bid_names_its_range_and_can_be_changed_tr_24():
    sale = sales.Sale([OUT], [OUT], [OUT], cash=(400, 70, 0))
    asked = "The Hotel is up for sale. You're the Broker. Seal an opening bid ($10M to $400M, in"
    assert situation(sale.state, ANN) == f"{asked} tens) or choose not to bid."
    assert "($10M to $70M, in tens)" in situation(sale.state, BEN)
    assert "You have less than $10M, so you can't bid. Bids in: 0 of 2." in situation(
        sale.state, CAT
    )
    sealed = taken(sale.state, ANN, "100")
    assert situation(sealed, ANN).endswith(
        "You've sealed a bid of $100M, and you'll go no higher. You can change that until"
        " all bids are in. Bids in: 1 of 2."
    )
    planned = taken(sale.state, ANN, "bid 100 up to 150 use")
    assert "You've sealed a bid of $100M, and your plan goes up to $150M." in situation(
        planned, ANN
    )
    none = taken(sale.state, ANN, "no bid")
    assert "You're not bidding. You can change that until all" in situation(none, ANN)
    assert situation(none, None) == (
        "The Hotel is up for sale. Ann is the Broker. Bids in: 1 of 2."
    )

    sale = sales.Sale([OUT], [OUT], [OUT]).open(50, 40, 0)
    assert situation(sale.state, CAT).endswith("You made no opening bid, so you're out of it.")
    assert typing(sale.state, CAT) == ""


def test_the_example_bid_can_be_paid():
    for held, cash, line in (
        (["Any 40"], 400, "bid 50 up to 100"),
        (["Any 40"], 70, "bid 50 up to 70"),
        (["Any 40"], 30, "bid 30"),
        ([sales.I20], 30, "bid 30 up to 80"),
    ):
        sale = sales.Sale(held, ["Any 40"], ["Any 40"], cash=(cash, 400, 400))
        assert typing(sale.state, ANN) == f"You can type `{line}`."
    sale = sales.Sale([sales.I20], ["Any 40"], ["Any 40"], options=Options(bidding="open"))
    assert typing(sale.state, ANN) == "You can type `bid 50`."


def test_a_bidder_is_told_only_what_they_can_do():
    sale = sales.Sale(["Investor 50"], [OUT], ["Tax"], broker=0).open(50, 100, 80)
    lead = "The Hotel is up for sale. You're the Broker. Ben leads with **$100M**."
    assert situation(sale.state, ANN) == f"{lead} It's your turn: raise your bid or pass."
    sale.passes(ANN)
    assert situation(sale.state, BEN).endswith(
        "You lead with **$100M**. It's your turn: play You're Out or pass."
    )
    assert situation(sale.state, CAT).endswith("It's Ben's turn.")
    sale.passes(BEN)
    assert situation(sale.state, CAT).endswith("It's your turn, and you can only pass.")
    assert typing(sale.state, CAT) == "You can type `plan up to 150` or `pass`."


def test_a_knocked_out_bidder_is_told_how_to_come_back_tr_33():
    for held, told in (
        ([BACK], "You've been knocked out. Play I'm Back or stay out."),
        (["Tax"], "You've been knocked out and have no I'm Back card, so you stay out."),
    ):
        sale = sales.Sale([OUT], held, ["Tax"], broker=0).open(50, 100, 30).outs(ANN, BEN)
        assert situation(sale.state, BEN).endswith(told)
        assert ("I'm Back" in labels(hand_of(sale.state, BEN))) == (BACK in held)
        assert "Stay out" in labels(hand_of(sale.state, BEN))


def test_a_plan_is_mentioned_to_its_owner_only():
    sale = sales.Sale([OUT], [OUT, BACK], [OUT], options=OPEN).open(50, 40, 30)
    sale.plans(BEN, 120)
    assert situation(sale.state, BEN).endswith("It's Ann's turn. Your plan goes up to $120M.")
    for seat in (ANN, CAT, None):
        assert "120" not in situation(sale.state, seat)


def test_an_offer_says_if_it_cannot_be_accepted_tr_66():
    state = dealing(["Hotel Profits"], ["Tax"])
    offered = plays(state, (0, propose(1, goods(cash=40), goods("Casino"))))
    assert situation(offered, 1) == (
        "Ann makes you an offer: accept it, reject it or make a counter-offer."
    )
    assert situation(offered, 0) == "Ben hasn't answered your offer yet. You can still withdraw it."
    assert (
        situation(offered, 2) == situation(offered, None) == "Ben hasn't answered Ann's offer yet."
    )
    lacking = plays(state, (0, propose(1, goods(cash=40), goods("Any 50"))))
    assert situation(lacking, 1) == (
        "Ann makes you an offer that asks for something you don't have: reject it or make a"
        " counter-offer."
    )
    assert situation(lacking, 2) == "Ben hasn't answered Ann's offer yet."
    answered = plays(offered, (1, countered(goods("Casino"), goods(cash=60))))
    assert situation(answered, 0) == "Ben makes you a counter-offer: accept it or reject it."
    assert situation(answered, 1) == "Ann hasn't answered your counter-offer yet."


def test_after_a_deal_a_related_card_is_asked_for_tr_46():
    state = dealing(["Casino Profits"], ["Tax"])
    struck = plays(state, (0, propose(1, goods(cash=40), goods("Casino"))), (1, ACCEPT))
    assert situation(struck, 0) == ("It's a deal. Play a card that goes with it, or none.")
    assert situation(struck, 1) == "Ann may play a card that goes with the deal."
    assert "Play no card" in labels(hand_of(struck, 0))
    without = dealing(["Cruise Line Profits"], ["Tax"])
    struck = plays(without, (0, propose(1, goods(cash=40), goods("Casino"))), (1, ACCEPT))
    assert situation(struck, 0).endswith("no card to play with it, so play none.")
    assert typing(struck, 0) == "You can type `pass`."


def test_nobody_is_asked_after_the_end():
    for state in positions(3, OPEN, 4)[-1:]:
        assert isinstance(state.public.phase, Over)
        for seat in range(3):
            assert situation(state, seat) == "The game is over."
            assert typing(state, seat) == ""


def test_the_victim_of_a_tax_chooses_what_to_surrender():
    owners = {"Casino": BEN, "Airline": BEN}
    state = buying(["Tax"], owners=owners, cash=(400, 10, 400))
    state = play(state, ANN, moves.Tax(seat=BEN)).state
    assert situation(state, BEN) == (
        "You couldn't pay the Tax in full. Choose which of your properties goes to Ann, with"
        " the money inside."
    )
    assert situation(state, CAT) == "Ben couldn't pay the Tax in full and must give Ann a property."
    assert labels(hand_of(state, BEN)) == ["Surrender the Casino", "Surrender the Airline"]
