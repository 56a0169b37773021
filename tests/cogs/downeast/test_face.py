"""Boards, hands, terms and autocomplete of Downeast Dealer."""

from dataclasses import replace

import pytest

from bot.ui.panels.panel import Panel
from cogs.downeast import FACE
from games.chance import Chance
from games.downeast.moves import Pay
from games.downeast.state import Options
from games.rules import IllegalMove, Refusal
from tests.cogs.downeast.face import (
    START,
    WAYS,
    bidding,
    board,
    completed,
    dealing,
    hand,
    labels,
    menus,
    names,
    press,
    read,
    sealing,
    values,
)
from tests.cogs.terms import named
from tests.games.downeast.table import ANN, BEN, CAT, DAN, RULES, Table


def test_the_board_of_an_auction_shows_the_item_the_bids_and_all_displays():
    table = Table(
        "Trophy Trophy " + START,
        "Trap Trap Trap Trap " + START,
        "Chest " + START,
        START,
        deck="Canoe Trap Trap",
    )
    table.state = replace(table.state, chests=1)
    table.turn_over(ANN).bid(BEN, 20).bid(DAN, 60).passes(CAT)
    text = board(table).text()
    assert "Ann is auctioning a Canoe (a set is worth 80★). High bid: **$60** by Dan\\*." in text
    assert "Bids: Ben $20, Dan\\* $60. Passed: Cat." in text
    assert "**Ann** · Trophy ×2\n**Ben** · **Traps, complete (50★)**\n" in text
    assert "**Cat** · Chest\n**Dan\\*** · nothing yet" in text
    assert "2 cards left in the deck · the next Chest pays everybody $100." in text
    assert labels(board(table)) == ["Raise to $70", "Raise to $100", "Bid…", "Pass", "Call it"]
    table.call(ANN)
    assert "Going once, going twice" in board(table).text()
    assert labels(board(table)) == ["Raise to $70", "Raise to $100", "Bid…", "Pass"]


def test_the_board_does_not_show_who_can_afford_a_button():
    for cash in ("/ 50 10", "/"):
        table = Table(cash, "/ 60", "/", deck="Canoe").turn_over(ANN).bid(BEN, 60).passes(CAT)
        assert labels(board(table)) == ["Sell to Ben for $60", "Keep it and pay $60"]
    assert labels(hand(table, ANN)) == ["Sell to Ben for $60"]
    assert "You have $0, too little to keep it." in hand(table, ANN).text()
    with pytest.raises(IllegalMove, match="too little"):
        table.play(ANN, read(table, ANN, press(board(table), "Keep it and pay $60")))


def test_a_turn_offers_a_deal_only_if_there_is_one():
    table = Table("Canoe /", "Canoe /", "/", deck="Trap")
    assert labels(board(table)) == ["Auction the next item", "Downeast Deal…"]
    assert labels(board(Table("Canoe /", "/", "/", deck="Trap"))) == ["Auction the next item"]
    assert labels(board(Table("Canoe /", "Canoe Canoe Canoe /", "/"))) == ["Downeast Deal…"]


def test_a_hand_groups_the_cash_and_adds_it_up():
    text = hand(bidding(), BEN).text()
    assert "\n$50 · $10 ×4 · 2 bad checks · **$90 in all**\nYour items: nothing yet" in text
    assert "\nYou have no cash at all" in hand(Table("/", "/", "/", deck="Trap"), BEN).text()


def test_a_hand_in_an_auction_offers_what_its_owner_can_do():
    table = bidding().bid(BEN, 60)
    assert labels(hand(table, CAT)) == ["Raise to $70", "Bid…", "Pass"]
    assert labels(hand(table, BEN)) == ["Secret limit…"]
    assert labels(hand(table, ANN)) == ["Call it"]
    table.limit(BEN, 80).passes(CAT)
    assert labels(hand(table, BEN)) == ["Secret limit…", "Withdraw the limit"]
    assert "your secret limit is $80" in hand(table, BEN).text()
    assert labels(hand(table, CAT)) == ["Raise to $70", "Bid…"]
    broke = Table("/", "/ 50", "/ 10", deck="Trap").turn_over(ANN).bid(BEN, 50)
    assert labels(hand(broke, CAT)) == ["Pass"]


def test_the_payer_chooses_a_payment_cheapest_first():
    table = Table("/", "/ 100 50 10 10 10 10", "/", deck="Canoe").turn_over(ANN)
    table.bid(BEN, 80).passes(CAT).sell(ANN)
    drawn = hand(table, BEN)
    assert labels(drawn) == ["Pay $80 (50 + 10 ×3)", "Pay a $100"]
    assert not menus(drawn)
    assert read(table, BEN, press(drawn, "Pay a $100")) == Pay(cards=(100,))
    more = Table("/", "/ 200 100 50 50 10 10 10", "/", deck="Canoe").turn_over(ANN)
    drawn = hand(more.bid(BEN, 80).passes(CAT).sell(ANN), BEN)
    assert labels(drawn) == ["Pay $80 (50 + 10 ×3)"]
    (menu,) = menus(drawn)
    assert menu.placeholder == "Pay another way…"
    about = [(choice.label, choice.description) for choice in menu.choices]
    assert about == [("100", "$20 too much"), ("50x2", "$20 too much"), ("200", "$120 too much")]
    chosen = menu.request.with_args({menu.key: menu.choices[0].value})
    assert read(more, BEN, chosen) == Pay(cards=(100,))
    assert labels(board(table)) == ["Pay $80…"]
    assert labels(hand(table, CAT)) == []


def test_the_longest_payment_fits_a_button():
    table = Table("/", "/" + " 50" * 10 + " 10" * 20, "/", deck="Canoe").turn_over(ANN)
    table.bid(BEN, 700).passes(CAT).sell(ANN)
    drawn = hand(table, BEN)
    assert labels(drawn)[0] == "Pay $700 (50 ×10 + 10 ×20)"
    assert len(read(table, BEN, press(drawn, labels(drawn)[0])).cards) == 30


def test_a_deal_is_public_but_its_cash_is_not():
    stacked, other = board(dealing("50")), board(dealing("50 10"))
    assert stacked == other
    assert "Ann wants Ben's two Canoes (each stakes two)." in stacked.text()
    assert "face down. Ben can answer it or give in" in stacked.text()
    assert "face down (2 cards)" in board(dealing("50 10", fanned=True)).text()
    assert labels(hand(dealing(), BEN)) == [
        "Answer with cash…",
        "Answer with nothing",
        "Take the offer, give two Canoes",
    ]
    assert "You laid down a $50." in hand(dealing(), ANN).text()
    assert "a $50" not in hand(dealing(), BEN).text()
    assert hand(dealing("50"), BEN) == hand(dealing("10"), BEN)


def test_the_board_counts_sealed_bids_and_a_hand_shows_its_own():
    table = sealing().seal(BEN, "50 10")
    assert "1 of 3 bids is in." in board(table).text()
    assert labels(board(table)) == ["Seal a bid…", "Bid nothing"]
    assert (
        "You laid down $60 (50 + 10). Nobody else sees it until all bids are in."
        in hand(table, BEN).text()
    )
    assert labels(hand(table, BEN)) == []
    table.seal(CAT, "10").seal(ANN, "10")
    assert "Cat and Ann tied for the lowest bid and must bid again." in board(table).text()
    assert "In the pot: $80 (50 + 10 ×3)." in board(table).text()


def test_paying_answering_offering_and_sealing_are_private():
    private = [FACE.private(table.view()) for table in (bidding(), dealing(), sealing())]
    assert private == [frozenset(), {BEN}, {ANN, BEN, CAT}]
    table = bidding().bid(BEN, 10).passes(CAT, DAN)
    assert FACE.private(table.view()) == frozenset()
    assert FACE.private(table.sell(ANN).view()) == {BEN}


def test_the_ending_shows_each_score_set_by_set():
    table = Table(
        "Trophy Trophy Trophy Trophy Trap Trap Trap /",
        "Thief Thief Thief Thief Canoe Canoe Canoe Canoe Buoy Buoy Buoy Buoy /",
        "/",
        deck="Trap",
        thief=True,
    )
    table.turn_over(ANN).passes(BEN, CAT)
    drawing = FACE.draw.ending(table.view(), names(table.state))
    assert drawing.headline == "**Ann wins with 300★.**"
    text = Panel(drawing.parts).text()
    assert "**1. Ann** · Trophies 100★, Traps 50★: (100 + 50) × 2 = **300★**" in text
    assert "**2. Ben** · Canoes: **80★** · all four Thieves, so the Buoys don't count" in text
    assert "**3. Cat** · no sets: **0★**" in text


def test_dd_43_terms_name_everything_unusual_but_no_limits_with_secret_answers():
    usual = "Classified deck, without the Thief · full game · open bidding"
    assert named(FACE, Options(payments="house")) == usual
    assert named(FACE, Options()) == f"{usual} · whoever pays picks the cards"
    terms = Options(deck="yankee", thief=True, short=True, limits=False, payments="house")
    assert named(FACE, terms) == (
        "Yankee Swap deck, with Coal · short game, without Mittens and Fruitcakes"
        " · open bidding · no secret limits"
    )
    once = "Classified deck, without the Thief · full game · secret bids"
    for limits in (True, False):
        assert named(FACE, Options(bidding="once", limits=limits, payments="house")) == once


def test_autocomplete_offers_only_legal_values():
    table = bidding().bid(BEN, 60)
    assert values(completed("amount", "bid", table, CAT)) == ["$70", "$80", "$90"]
    assert values(completed("amount", "bid", table, CAT, "8")) == ["$80"]
    assert values(completed("limit", "bid", table, CAT, amount=80)) == ["none", "$80", "$90"]
    assert completed("amount", "bid", table, ANN) == []
    assert completed("amount", "bid", table, BEN) == []
    assert values(completed("limit", "limit", table, BEN)) == ["$60", "$70", "$80", "$90"]
    paying = Table("/", "/ 100 50 10 10 10", "/", deck="Canoe").turn_over(ANN)
    paying.bid(BEN, 80).passes(CAT).sell(ANN)
    assert completed("cash", "pay", paying, BEN) == [
        ("50 10x3: exactly", "50 10x3"),
        ("100: $20 too much", "100"),
    ]
    assert completed("cash", "pay", paying, CAT) == []
    deals = Table("Canoe Trap /", "Canoe /", "Trap /", "Buoy /", deck="Buoy")
    assert values(completed("what", "deal", deals, ANN)) == ["Canoe with Ben", "Trap with Cat"]
    assert values(completed("what", "deal", deals, ANN, "cat")) == ["Trap with Cat"]
    assert completed("what", "deal", deals, BEN) == []
    assert "nothing" in values(completed("cash", "answer", dealing(), BEN))
    assert completed("cash", "answer", dealing(), CAT) == []


def test_sets_to_leave_out_are_found_by_name_or_refused():
    named = FACE.options({"short": True, "without": "canoe", "and": "TRAPS"})
    assert named == Options(short=True, removed=("Canoe", "Trap"))
    assert FACE.options({}) == Options()
    yankee = FACE.options({"deck": "yankee", "bluffs": True, "open_cash": True, "limits": False})
    assert yankee == Options(deck="yankee", bluff_bids=True, open_payments=True, limits=False)
    for given, sentence in [
        ({"short": True, "without": "Wreath", "and": "Trap"}, "There's no “Wreath” in this deck"),
        ({"short": True, "without": "Canoe"}, "A short game leaves out two different sets"),
        ({"without": "Canoe", "and": "Trap"}, "Only a short game leaves out sets"),
    ]:
        with pytest.raises(Refusal, match=sentence):
            RULES.start(3, FACE.options(given), Chance.of(b"", 0, 0))
    suggest = next(term.suggest for term in FACE.terms_asked if term.name == "without")
    assert suggest is not None
    assert len(suggest("", {"deck": "yankee"})) == 10
    assert suggest("tr", {}) == ["Trophies", "Traps"]


def test_every_kind_of_move_has_a_verb():
    moves = "auction bid limit most pass call sell keep buy pay deal offer surrender answer seal"
    moves += " askme"
    assert set(WAYS) == set(moves.split())
    assert len({way.move for way in FACE.ways}) == len(FACE.ways) == 16
    assert all(len(way.help) <= 100 for way in FACE.ways)
    assert all(len(term.help) <= 100 for term in FACE.terms_asked)
    assert all(len(field.label) <= 45 for way in FACE.ways for field in way.fields)


@pytest.mark.parametrize(
    ("high", "bids"),
    [(0, [10, 50]), (20, [30, 50]), (30, [40, 100]), (60, [70, 100]), (330, [340]), (350, [360])],
)
def test_dd_10_the_board_suggests_bids_up_to_all_the_money(high: int, bids: list[int]):
    table = Table("/ 500", "/ 500", START, START, deck="Canoe").turn_over(ANN)
    if high:
        table.bid(BEN, high)
    word = "Raise to" if high else "Bid"
    assert labels(board(table))[: len(bids) + 1] == [*(f"{word} ${bid}" for bid in bids), "Bid…"]


def test_dd_10_a_hand_suggests_only_bids_its_owner_can_pay():
    table = Table(START, START, "/ 10 10", "/ 10", deck="Canoe").turn_over(ANN)
    assert labels(hand(table, BEN))[:3] == ["Bid $10", "Bid $50", "Bid…"]
    assert labels(hand(table, CAT))[:2] == ["Bid $10", "Bid…"]
    table.bid(BEN, 10)
    assert labels(hand(table, CAT))[:2] == ["Raise to $20", "Bid…"]
    assert labels(hand(table, DAN)) == ["Pass"]
