"""How Downeast Dealer is drawn and told: what each player meets, in words."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from bot.ui.panel import Panel, Request
from bot.ui.words import Names
from cogs.downeast import FACE
from games.chance import Chance
from games.downeast.events import (
    Answered,
    BidsRevealed,
    Challenged,
    ChestFound,
    Compared,
    DealWon,
    Ended,
    Exposed,
    HandedOver,
    LaidDown,
    LimitSet,
    Raised,
    Revealed,
    Sealed,
    SetCompleted,
    ThiefTaken,
)
from games.downeast.moves import Pay
from games.downeast.state import Options, State
from games.rules import IllegalMove, Refusal
from tests.cogs.downeast.face import (
    CALLED,
    START,
    WAYS,
    bidding,
    board,
    board_of,
    completed,
    dealing,
    followed,
    hand,
    hand_of,
    labels,
    legal,
    menus,
    names,
    press,
    read,
    sealing,
    values,
)
from tests.cogs.terms import help_of, named
from tests.games.downeast.table import ANN, BEN, CAT, DAN, RULES, Table
from tests.games.downeast.test_games import TERMS, game


def test_an_auction_says_what_is_up_who_leads_and_who_owns_what():
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
    assert "Ann auctions a Canoe (80★ the set). High bid **$60**, Dan\\*." in text
    assert "Bids: Ben $20, Dan\\* $60. Passed: Cat." in text
    assert "**Ann** · Trophy ×2\n**Ben** · **Traps, complete (50★)**\n" in text
    assert "**Cat** · Chest ×1\n**Dan\\*** · nothing yet" in text
    assert "2 cards to come · 1 of 4 Chests found, the next pays $100 to everyone." in text
    assert labels(board(table)) == ["Raise to $70", "Raise to $100", "Bid…", "Pass", "Call it"]
    table.call(ANN)
    assert "Going once, going twice" in board(table).text()
    assert labels(board(table)) == ["Raise to $70", "Raise to $100", "Bid…", "Pass"]


def test_the_board_offers_what_somebody_may_do_not_who_can_afford_it():
    for cash in ("/ 50 10", "/"):
        table = Table(cash, "/ 60", "/", deck="Canoe").turn_over(ANN).bid(BEN, 60).passes(CAT)
        assert labels(board(table)) == ["Sell to Ben for $60", "Keep it and pay $60"]
    assert labels(hand(table, ANN)) == ["Sell to Ben for $60"]
    assert "to keep it, $0 is too little" in hand(table, ANN).text()
    with pytest.raises(IllegalMove, match="too little"):
        table.play(ANN, read(table, ANN, press(board(table), "Keep it and pay $60")))


def test_a_turn_offers_a_deal_only_if_there_is_one():
    table = Table("Canoe /", "Canoe /", "/", deck="Trap")
    assert labels(board(table)) == ["Auction the next item", "Downeast Deal…"]
    assert labels(board(Table("Canoe /", "/", "/", deck="Trap"))) == ["Auction the next item"]
    assert labels(board(Table("Canoe /", "Canoe Canoe Canoe /", "/"))) == ["Downeast Deal…"]


def test_a_hand_groups_the_cash_and_adds_it_up():
    text = hand(bidding(), BEN).text()
    assert text.startswith("$50 · $10 ×4 · 2 bad checks · **$90 in all**\nBefore you: nothing yet")
    assert hand(Table("/", "/", "/", deck="Trap"), BEN).text().startswith("You hold no cash at all")


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


def test_who_pays_chooses_among_the_payments_cheapest_first():
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


def test_the_longest_payment_there_is_still_fits_a_button():
    table = Table("/", "/" + " 50" * 10 + " 10" * 20, "/", deck="Canoe").turn_over(ANN)
    table.bid(BEN, 700).passes(CAT).sell(ANN)
    drawn = hand(table, BEN)
    assert labels(drawn)[0] == "Pay $700 (50 ×10 + 10 ×20)"
    assert len(read(table, BEN, press(drawn, labels(drawn)[0])).cards) == 30


def test_a_deal_is_public_but_its_cash_is_not():
    stacked, other = board(dealing("50")), board(dealing("50 10"))
    assert stacked == other
    assert "Ann wants Ben's two Canoes, two against two." in stacked.text()
    assert "face down; Ben answers or gives in" in stacked.text()
    assert "face down (2 cards)" in board(dealing("50 10", fanned=True)).text()
    assert labels(hand(dealing(), BEN)) == [
        "Answer with cash…",
        "Answer with nothing",
        "Take the cash, give the two Canoes",
    ]
    assert "Face down on the table, yours: a $50." in hand(dealing(), ANN).text()
    assert "a $50" not in hand(dealing(), BEN).text()
    assert hand(dealing("50"), BEN) == hand(dealing("10"), BEN)


def test_sealed_bids_are_counted_and_ones_own_is_remembered():
    table = sealing().seal(BEN, "50 10")
    assert "1 of 3 bids is in." in board(table).text()
    assert labels(board(table)) == ["Seal a bid…", "Bid nothing"]
    assert "yours: $60 (50 + 10). Nobody sees it until all are in." in hand(table, BEN).text()
    assert labels(hand(table, BEN)) == []
    table.seal(CAT, "10").seal(ANN, "10")
    assert "Cat and Ann tied for the lowest bid, and seal another." in board(table).text()
    assert "In the pot: $80 (50 + 10 ×3)." in board(table).text()


def test_in_private_is_paid_answered_offered_and_sealed():
    private = [FACE.private(table.view()) for table in (bidding(), dealing(), sealing())]
    assert private == [frozenset(), {BEN}, {ANN, BEN, CAT}]
    table = bidding().bid(BEN, 10).passes(CAT, DAN)
    assert FACE.private(table.view()) == frozenset()
    assert FACE.private(table.sell(ANN).view()) == {BEN}


def test_the_ending_shows_the_sum_set_by_set():
    table = Table(
        "Trophy Trophy Trophy Trophy Trap Trap Trap /",
        "Thief Thief Thief Thief Canoe Canoe Canoe Canoe Buoy Buoy Buoy Buoy /",
        "/",
        deck="Trap",
        thief=True,
    )
    table.turn_over(ANN).passes(BEN, CAT)
    drawing = FACE.ending(table.view(), names(table.state))
    assert drawing.headline == "**Ann wins, with 300★.**"
    text = Panel(drawing.parts).text()
    assert "**1. Ann** · Trophies 100★, Traps 50★: (100 + 50) × 2 = **300★**" in text
    assert "**2. Ben** · Canoes: **80★** · all four Thieves: the Buoys are lost" in text
    assert "**3. Cat** · no sets: **0★**" in text


def test_terms_say_what_is_unusual():
    usual = "Classified deck, without the Thief · full game · open bidding"
    assert named(FACE, Options(payments="house")) == usual
    assert named(FACE, Options()) == f"{usual} · whoever pays picks the cards"
    terms = Options(deck="yankee", thief=True, short=True, limits=False, payments="house")
    assert named(FACE, terms) == (
        "Yankee Swap deck, with Coal · short game, without Mittens and Fruitcakes"
        " · open bidding · no secret limits"
    )


def test_dd_43_the_terms_of_one_answer_a_lot_say_nothing_of_limits():
    said = "Classified deck, without the Thief · full game · one answer a lot"
    for limits in (True, False):
        assert named(FACE, Options(bidding="once", limits=limits, payments="house")) == said


def test_the_help_says_what_is_assumed():
    assert "the next item is turned over at once" in help_of(FACE, "What it is about")
    assumed = help_of(FACE, "Assumed: the Classified deck")
    assert "Outboards" in assumed.split("and the star values")[0]
    assert "those of Trophies and Traps" in assumed


@pytest.mark.parametrize("number", range(len(TERMS)))
def test_every_position_is_drawn_short_and_all_that_a_hand_offers_can_be_done(number: int):
    seats = 3 + number % 3
    called = Names(["@everyone *with_a_long* [name](x) of forty or so"] * seats)
    steps = game(seats, TERMS[number], seed=600 + number)
    for state in [step.state for step in steps[:: len(steps) // 60 + 1]] + [steps[-1].state]:
        over = state.phase.kind == "over"
        public = RULES.view(state, None)
        if over:
            assert len(Panel(FACE.ending(public, called).parts).text()) <= 3000
            continue
        drawn = board_of(public, called)
        assert len(drawn.text()) <= 3000
        for seat in range(seats):
            view = RULES.view(state, seat)
            own = hand_of(view, called)
            assert len(own.text()) <= 3000
            assert len(own.parts) <= 12
            for wanted in own.requests():
                followed(state, seat, wanted, called)
            for wanted in drawn.requests():
                tried(state, seat, wanted, called)


def tried(state: State, seat: int, wanted: Request, called: Names):
    """Press anything: it is done, or refused in a sentence."""
    sentence = "Done."
    try:
        followed(state, seat, wanted, called)
    except Refusal as refusal:
        sentence = str(refusal)
    assert sentence.endswith((".", "?"))


def test_every_seat_to_move_can_reach_every_kind_of_its_moves_by_pressing():
    reached = Counter()
    for number, options in enumerate(TERMS):
        for step in game(4, options, seed=650 + number)[::9]:
            called = names(step.state)
            public = RULES.view(step.state, None)
            for seat in RULES.to_move(public):
                view = RULES.view(step.state, seat)
                pressed = [*board_of(public, called).requests(), *hand_of(view, called).requests()]
                verbs = {wanted.verb for wanted in pressed}
                for way in FACE.ways:
                    if legal(view).of(way):
                        assert way.verb in verbs
                        reached[way.verb] += 1
    assert set(reached) == set(WAYS) - {"limit", "call"}  # these are never waited for


@pytest.mark.parametrize(
    ("event", "to", "text"),
    [
        (Raised(seat=BEN, amount=1200), None, "Ben bid $1,200."),
        (Raised(seat=BEN, amount=60), BEN, "You bid $60."),
        (LimitSet(seat=BEN, limit=100), BEN, "Your secret limit was set to $100."),
        (
            ChestFound(item="Chest", number=2, card=100),
            None,
            "The second Chest is found: everybody got $100.",
        ),
        (HandedOver(payer=ANN, payee=BEN, price=80, cards=(100,)), BEN, "Ann handed you a $100."),
        (
            Exposed(seat=BEN, item="Canoe", price=100, cash=(50, 0)),
            None,
            "Ben could not pay $100 for the Canoe, and showed the whole hand: $50 (50 + a bad"
            " check).",
        ),
        (
            SetCompleted(seat=CAT, item="Canoe", stars=80),
            CAT,
            "You have all four Canoes: a set! (80★)",
        ),
        (
            SetCompleted(seat=CAT, item="Thief", stars=0),
            None,
            "Cat has all four Thieves: that costs the lowest set at the end, if there is one then.",
        ),
        (
            Challenged(challenger=BEN, target=CAT, item="Canoe", stake=2, offer=1, count=4),
            None,
            "Ben challenged Cat for two Canoes: an offer face down (4 cards).",
        ),
        (
            Challenged(challenger=BEN, target=CAT, item="Canoe", stake=1, offer=2, count=None),
            BEN,
            "You offered again, face down.",
        ),
        (
            LaidDown(seat=BEN, cards=(0, 0)),
            BEN,
            "You laid down nothing but 2 bad checks, face down.",
        ),
        (
            Compared(challenger=ANN, target=BEN, item="Canoe", offer=(50, 10, 10), answer=(100,)),
            BEN,
            "Ann's offer was $70 (50 + 10 ×2), your answer a $100.",
        ),
        (
            Compared(challenger=ANN, target=BEN, item="Canoe", offer=(0,), answer=None),
            BEN,
            "You found nothing but a bad check in Ann's offer.",
        ),
        (DealWon(winner=BEN, loser=ANN, item="Canoe", stake=2), ANN, "Ben won your two Canoes."),
        (DealWon(winner=BEN, loser=ANN, item="Coal", stake=1), BEN, "You had to take Ann's Coal."),
        (
            BidsRevealed(
                item="Thief",
                round=1,
                bids=(
                    Revealed(seat=BEN, cards=(50, 10)),
                    Revealed(seat=CAT, cards=()),
                    Revealed(seat=ANN, cards=(0,)),
                ),
                tied=(CAT, ANN),
            ),
            ANN,
            "The bids are turned up: Ben $60 (50 + 10), Cat nothing, you nothing but a bad check."
            " Cat and you tied for the lowest.",
        ),
        (
            ThiefTaken(seat=CAT, item="Thief", pot=(50, 10, 10), by_order=False),
            None,
            "Bidding lowest, Cat took the Thief, and $70 (50 + 10 ×2) with it.",
        ),
        (
            Ended(points=(300, 300, 0), winners=(ANN, BEN), cut_short=False),
            BEN,
            "It is over: Ann and you share the win, with 300★.",
        ),
    ],
)
def test_events_are_told_in_a_sentence(event, to, text: str):
    assert FACE.tell(event, Names(CALLED), to) == text


def test_every_event_of_a_game_is_told_to_everybody_it_may_be_told_to():
    for number, options in enumerate(TERMS):
        for step in game(4, options, seed=700 + number):
            for told in step.told:
                for to in (None, *(range(4) if told.to is None else told.to)):
                    line = FACE.tell(told.event, Names(CALLED[:4]), to)
                    if isinstance(told.event, Sealed) and told.event.seat == to:
                        assert not line  # LaidDown says it, and with what
                        continue
                    if isinstance(told.event, Answered):
                        assert not line  # the board says who has
                        continue
                    assert line[0].isupper()
                    assert line.endswith((".", "!", "…", ")"))
                    assert "None" not in line


def test_autocompletes_offer_only_what_is_legal():
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


def test_sets_to_leave_out_are_found_by_name_and_refused_when_they_make_no_sense():
    named = FACE.options({"short": True, "without": "canoe", "and": "TRAPS"})
    assert named == Options(short=True, removed=("Canoe", "Trap"))
    assert FACE.options({}) == Options()
    yankee = FACE.options({"deck": "yankee", "bluffs": True, "open_cash": True, "limits": False})
    assert yankee == Options(deck="yankee", bluff_bids=True, open_payments=True, limits=False)
    for given, sentence in [
        ({"short": True, "without": "Wreath", "and": "Trap"}, "There is no “Wreath” in this deck"),
        ({"short": True, "without": "Canoe"}, "A short game leaves out two different sets"),
        ({"without": "Canoe", "and": "Trap"}, "Sets are left out of a short game only"),
    ]:
        with pytest.raises(Refusal, match=sentence):
            RULES.start(3, FACE.options(given), Chance.of(b"", 0, 0))
    suggest = next(term.suggest for term in FACE.terms_asked if term.name == "without")
    assert suggest is not None
    assert len(suggest("", {"deck": "yankee"})) == 10
    assert suggest("tr", {}) == ["Trophies", "Traps"]


def test_there_is_a_way_in_for_every_kind_of_move():
    moves = "auction bid limit most pass call sell keep buy pay deal offer surrender answer seal"
    moves += " askme"
    assert set(WAYS) == set(moves.split())
    assert len({way.move for way in FACE.ways}) == len(FACE.ways) == 16
    assert all(len(way.help) <= 100 for way in FACE.ways)
    assert all(len(term.help) <= 100 for term in FACE.terms_asked)
    assert all(len(field.label) <= 45 for way in FACE.ways for field in way.fields)


def test_the_item_that_is_up_stands_once_and_is_told_once_it_is_gone():
    """The headline says what is up; what came of it is told from its beginning."""
    table = bidding()
    called = names(table.state)
    turned_over = "Ann turned over a Canoe."
    assert FACE.tell_all(table.heard(None), called, None) == [turned_over], "or nothing is told"
    table.bid(BEN, 60)
    for to in (None, CAT):
        said = FACE.tell_all(table.heard(to), called, to)
        assert turned_over not in said
        assert "Ben bid $60." in said
    table.passes(CAT, DAN)
    said = FACE.tell_all(table.heard(None), called, None)
    assert turned_over in said
    assert board(table).text().count("Canoe") == 1


@pytest.mark.parametrize(
    ("high", "bids"),
    [(0, [10, 50]), (20, [30, 50]), (30, [40, 100]), (60, [70, 100]), (330, [340]), (350, [360])],
)
def test_likely_bids_stand_on_the_board_as_far_as_there_is_money_dd_10(high: int, bids: list[int]):
    """The next step, and what a Canoe is worth in proportion, or else a round sum."""
    table = Table("/ 500", "/ 500", START, START, deck="Canoe").turn_over(ANN)
    if high:
        table.bid(BEN, high)
    word = "Raise to" if high else "Bid"
    assert labels(board(table))[: len(bids) + 1] == [*(f"{word} ${bid}" for bid in bids), "Bid…"]


def test_likely_bids_on_a_hand_are_what_its_owner_can_pay_dd_10():
    table = Table(START, START, "/ 10 10", "/ 10", deck="Canoe").turn_over(ANN)
    assert labels(hand(table, BEN))[:3] == ["Bid $10", "Bid $50", "Bid…"]
    assert labels(hand(table, CAT))[:2] == ["Bid $10", "Bid…"]
    table.bid(BEN, 10)
    assert labels(hand(table, CAT))[:2] == ["Raise to $20", "Bid…"]
    assert labels(hand(table, DAN)) == ["Pass"]


def every_count(entries):
    """Choose in every way what can be chosen in these entries."""
    keys = [entry.key for entry in entries]
    for some in product(*([choice.value for choice in entry.choices] for entry in entries)):
        yield dict(zip(keys, some, strict=True))


def test_whatever_could_be_typed_can_be_counted_with_all_six_kinds_in_hand():
    """Five menus, where the two kinds held fewest share one; in a deal four, and how it lies."""
    cash = "500 200 100 100 50 50 10 10 10 0 0"
    table = Table(f"/ {cash}", f"/ {cash}", START, deck="Thief Buoy", thief=True).turn_over(ANN)
    form = read(table, BEN, press(hand(table, BEN), "Seal a bid…"))
    assert [entry.label for entry in form.entries] == [
        *("$500 and $200 bills", "$100 bills", "$50 bills", "$10 bills", "Bad checks")
    ]
    assert [choice.label for choice in form.entries[0].choices] == [
        *("none", "0 × $500, 1 × $200", "1 × $500, 0 × $200", "1 × $500, 1 × $200")
    ]
    held = Counter(table.view(BEN).cash)
    ways_to_lay = 1
    for count in held.values():
        ways_to_lay *= count + 1
    sealed = {
        read(table, BEN, form.request.with_args(some)).cards for some in every_count(form.entries)
    }
    assert len(sealed) == ways_to_lay
    deal = Table(f"Canoe / {cash}", "Canoe /", "/", deck="Buoy")
    form = read(deal, ANN, press(hand(deal, ANN), "Deal with Ben: Canoe…"))
    assert [entry.label for entry in form.entries] == [
        *("$500 and $200 bills", "$100 and $50 bills", "$10 bills", "Bad checks"),
        "How it lies there",
    ]


def test_cash_of_more_than_a_menu_takes_is_typed():
    table = Table("/", "/" + " 10" * 25, START, deck="Thief Buoy", thief=True).turn_over(ANN)
    form = read(table, BEN, press(hand(table, BEN), "Seal a bid…"))
    assert [entry.key for entry in form.entries] == ["?cash"]
    assert read(table, BEN, form.request.with_args({"?cash": "10x25"})) is not None
