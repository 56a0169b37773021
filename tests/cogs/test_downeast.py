"""How Downeast Dealer is drawn, told and read: what each player meets, in words."""

import re
from collections import Counter
from dataclasses import dataclass, replace

import pytest

from bot.ui.fields import known_of
from bot.ui.lines import can_be_typed, examples, read_line, suggestions, what_else
from bot.ui.offers import on_board, on_hand
from bot.ui.panel import Form, Line, Menu, Panel, Request, Row, Text, request
from bot.ui.ways import Legal, NotNow, field_of, named_in, resolve, values_of
from bot.ui.words import Names
from cogs.downeast import FACE
from cogs.downeast.cash import read_cash, write_cash
from cogs.downeast.draw import some
from games.chance import Chance
from games.downeast.decks import DECKS
from games.downeast.displays import arranged
from games.downeast.events import (
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
    TurnedOver,
)
from games.downeast.moves import (
    Answer,
    Buy,
    Call,
    Challenge,
    Offer,
    Pass,
    Pay,
    Raise,
    Seal,
    Sell,
    SetLimit,
    Surrender,
    TurnOver,
)
from games.downeast.state import Bid, Options, State
from games.downeast.views import View
from games.rules import IllegalMove, Refusal
from tests.contract.playing import Case, played, variants
from tests.games.downeast_table import ANN, BEN, CAT, DAN, RULES, Table
from tests.games.test_downeast_games import TERMS, game

CALLED = ["Ann", "Ben", "Cat", "Dan*", "Eve"]
CALLED_PLAINLY = ["Ann", "Ben", "Cat", "Dan", "Eve"]
START = "/ 50 10 10 10 10 0 0"
WAYS = {way.verb: way for way in FACE.ways}


def names(state: State) -> Names:
    return Names(CALLED[: len(state.holdings)])


def legal(view: View) -> Legal:
    return Legal(tuple(RULES.legal_moves(view)), RULES.sampled)


def panel(drawing, controls) -> Panel:
    return Panel([Text(drawing.headline), *drawing.parts, Line(), *controls])


def board_of(view: View, called: Names) -> Panel:
    return panel(FACE.board(view, called), on_board(FACE.ways, view, called))


def hand_of(view: View, called: Names) -> Panel:
    return panel(FACE.hand(view, called), on_hand(FACE.ways, view, called, legal(view)))


def board(table: Table) -> Panel:
    return board_of(table.view(), names(table.state))


def hand(table: Table, seat: int) -> Panel:
    return hand_of(table.view(seat), names(table.state))


def labels(drawn: Panel) -> list[str]:
    return [one.label for part in drawn.parts if isinstance(part, Row) for one in part.buttons]


def menus(drawn: Panel) -> list[Menu]:
    return [part for part in drawn.parts if isinstance(part, Menu)]


def press(drawn: Panel, label: str) -> Request:
    return next(
        one.request
        for part in drawn.parts
        if isinstance(part, Row)
        for one in part.buttons
        if one.label == label
    )


def resolved(view: View, called: Names, wanted: Request, *, line: bool = False):
    way = WAYS[wanted.verb]
    known = named_in(way, wanted, view, called)
    return resolve(way, known, view, called, legal(view), line=line)


def read(table: Table, seat: int, wanted: Request):
    """Make a move, or a form, of what somebody pressed, chose or filled in."""
    return resolved(table.view(seat), names(table.state), wanted)


def command(table: Table, seat: int, verb: str, **options: str):
    """Give a slash command."""
    wanted = Request(verb, {f"?{name}": text for name, text in options.items()})
    return resolved(table.view(seat), names(table.state), wanted, line=True)


def type_in(table: Table, seat: int, text: str):
    view, called = table.view(seat), names(table.state)
    found = read_line(FACE.ways, text, view, called, legal(view))
    if found is None:
        return None
    return resolve(found[0], found[1], view, called, legal(view), line=True)


def filled(form: Form, **given: str) -> Request:
    """Submit a form as it stands, but for what is given."""
    stands = {
        entry.key: next((one.value for one in entry.choices if one.chosen), entry.default)
        for entry in form.entries
    }
    keys = {entry.key[1:]: entry.key for entry in form.entries}
    return form.request.with_args({**stands, **{keys[name]: given[name] for name in given}})


def bidding(**options) -> Table:
    return Table(START, START, START, START, deck="Canoe Trap", **options).turn_over(ANN)


def dealing(cards: str = "50", fanned: bool = False) -> Table:
    table = Table("Canoe Canoe / 50 10", "Canoe Canoe / 100 10 0", "/", deck="Trap Buoy")
    return table.deal(ANN, "Canoe", BEN, cards, fanned=fanned)


def sealing() -> Table:
    table = Table(START, START, START, deck="Thief Canoe", thief=True)
    return table.turn_over(ANN)


# --- drawn ----------------------------------------------------------------------------------------


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
    assert labels(board(table)) == ["Raise to $70", "Bid…", "Pass", "Call it"]
    table.call(ANN)
    assert "Going once, going twice" in board(table).text()
    assert labels(board(table)) == ["Raise to $70", "Bid…", "Pass"]


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
    assert labels(drawn) == ["Pay $80 (50 + 10 ×3)"]
    (menu,) = menus(drawn)
    assert menu.placeholder == "Pay another way…"
    assert [(one.label, one.description) for one in menu.choices] == [("100", "$20 too much")]
    chosen = menu.request.with_args({menu.key: menu.choices[0].value})
    assert read(table, BEN, chosen) == Pay(cards=(100,))
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
    assert "**Ann** · Trophies 100★, Traps 50★: (100 + 50) × 2 = **300★**" in text
    assert "**Ben** · Canoes: **80★** · all four Thieves: the Buoys are lost" in text
    assert "**Cat** · no sets: **0★**" in text


def test_terms_say_what_is_unusual():
    assert FACE.terms(Options()) == "Classified deck, without the Thief · full game"
    assert FACE.terms(Options(deck="yankee", thief=True, short=True, limits=False)) == (
        "Yankee Swap deck, with Coal · short game, without Mittens and Fruitcakes"
        " · no secret limits"
    )


def test_the_help_fits_and_says_what_is_assumed():
    pages = FACE.how_to()
    assert all(len(page) <= 3500 for page in pages)
    assert "the next item is turned over at once" in pages[0]
    assert "Outboards" in pages[1].split("**Assumed.**")[1].split("and the star values")[0]
    assert "those of Trophies and Traps" in pages[1]


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


def followed(state: State, seat: int, wanted: Request, called: Names):
    """Follow a request through the forms that it may open, to a move that the rules take."""
    got = resolved(RULES.view(state, seat), called, wanted)
    if isinstance(got, Form):
        assert len(got.title) <= 45
        assert all(len(entry.label) <= 45 and len(entry.hint) <= 100 for entry in got.entries)
        assert all(len(entry.choices) <= 25 for entry in got.entries)
        return followed(state, seat, filled(got), called)
    return RULES.play(state, seat, got, Chance.tape())


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


# --- read -----------------------------------------------------------------------------------------


def test_a_bid_of_an_amount_and_a_limit_outlast_other_bids_the_rest_does_not():
    holds = {way.verb: way.holds for way in FACE.ways}
    longer = {verb for verb, held in holds.items() if held == "subject"}
    assert longer == {"bid", "limit", "seal"}
    assert set(holds.values()) == {"subject", "key"}


def test_the_bid_form_names_its_limits_and_takes_a_secret_one():
    table = bidding().bid(BEN, 60)
    form = read(table, CAT, press(board(table), "Bid…"))
    assert form.title == "A bid for the Canoe"
    assert form.entries[0].hint == "$70 to $90, in tens"
    assert read(table, CAT, filled(form)) == Raise(amount=70, limit=None)
    wanted = filled(form, amount="$80", limit="90")
    assert read(table, CAT, wanted) == Raise(amount=80, limit=90)
    with pytest.raises(Refusal, match=r"“a lot” is no bid\. Bids go in tens: `\$70` is the least"):
        read(table, CAT, filled(form, amount="a lot"))
    all_in = bidding().bid(BEN, 80)
    form = read(all_in, CAT, press(board(all_in), "Bid…"))
    assert form.entries[0].hint == "$90, all you hold"
    table.bid(CAT, 90)
    with pytest.raises(NotNow):
        read(table, BEN, press(board(table), "Bid…"))
    assert "You hold $90, and the least bid is $100: pass." in said(table, BEN)


def said(table: Table, seat: int) -> str:
    """Answer somebody whose request makes no sense now."""
    view, called = table.view(seat), names(table.state)
    return what_else(FACE.ways, FACE.situation(view, called), view, called, legal(view))


def test_a_form_asks_for_no_limit_where_there_are_none():
    table = bidding(limits=False)
    form = read(table, CAT, press(board(table), "Bid…"))
    assert [entry.key for entry in form.entries] == ["?amount"]
    assert read(table, CAT, filled(form, amount="20")) == Raise(amount=20, limit=None)


def test_the_bid_form_is_not_opened_for_who_may_not_bid():
    table = bidding().bid(BEN, 60)
    for seat, sentence in [(ANN, "You auction a Canoe"), (BEN, "That bid is yours")]:
        with pytest.raises(NotNow):
            read(table, seat, press(board(table), "Bid…"))
        assert sentence in said(table, seat)
        with pytest.raises(IllegalMove):
            table.play(seat, read(table, seat, press(board(table), "Raise to $70")))


def test_a_limit_can_be_set_changed_and_withdrawn():
    table = bidding().bid(BEN, 60)
    form = read(table, BEN, press(hand(table, BEN), "Secret limit…"))
    assert form.title == "Your secret limit"
    assert [one.label for one in form.entries[0].choices] == ["$60", "$70", "$80", "$90"]
    assert read(table, BEN, filled(form)) == SetLimit(limit=90)
    assert read(table, BEN, filled(form, limit="80")) == SetLimit(limit=80)
    table.limit(BEN, 80)
    withdraw = press(hand(table, BEN), "Withdraw the limit")
    assert read(table, BEN, withdraw) == SetLimit(limit=None)
    assert type_in(table, BEN, "limit 90") == SetLimit(limit=90)
    assert type_in(table, BEN, "secret limit $90") == SetLimit(limit=90)
    for text in ("no limit", "withdraw", "limit none", "limit 0"):
        assert type_in(table, BEN, text) == SetLimit(limit=None)
    all_in = bidding().bid(BEN, 90)
    only = press(hand(all_in, BEN), "Secret limit $90")
    assert read(all_in, BEN, only) == SetLimit(limit=90)
    assert labels(hand(all_in.limit(BEN, 90), BEN)) == ["Withdraw the limit"]
    assert isinstance(type_in(table, BEN, "limit"), Form)  # a slip of the key withdraws nothing
    assert command(table, BEN, "limit", limit="0") == SetLimit(limit=None)


def test_a_deal_is_chosen_from_a_menu_and_made_in_a_form():
    table = Table("Canoe Trap / 50 10 0", "Canoe /", "Canoe Trap Trap /", deck="Buoy")
    form = read(table, ANN, press(board(table), "Downeast Deal…"))
    assert [one.label for one in form.entries[0].choices] == [
        "Canoe with Ben",
        "Canoe with Cat",
        "Trap with Cat",
    ]
    assert form.title == "A Downeast Deal"
    assert form.note == "You hold $50 · $10 · a bad check: $60 in all."
    trap = form.entries[0].choices[2].value
    how = form.entries[2].choices[1]
    assert (how.label, how.description) == ("fanned out", "everybody sees how many cards")
    wanted = filled(form, what=trap, cash="50, check", how=how.value)
    assert read(table, ANN, wanted) == Challenge(
        item="Trap", target=CAT, cards=(50, 0), fanned=True
    )
    (menu,) = menus(hand(table, ANN))
    assert menu.placeholder == "Downeast Deal: for what, with whom?"
    assert [one.description for one in menu.choices] == ["one against one"] * 3
    form = read(table, ANN, menu.request.with_args({menu.key: menu.choices[0].value}))
    assert [entry.key for entry in form.entries] == ["?cash", "*how"]
    expected = Challenge(item="Canoe", target=BEN, cards=(10,), fanned=False)
    assert read(table, ANN, filled(form)) == expected
    with pytest.raises(NotNow):
        read(table, BEN, request("deal"))
    assert said(table, BEN).startswith("It is Ann's turn")


def test_a_deal_that_is_gone_opens_no_form():
    table = Table("Canoe Trap / 50", "Canoe /", "Trap /", deck="Buoy")
    (menu,) = menus(hand(table, ANN))
    wanted = menu.request.with_args({menu.key: menu.choices[0].value})
    other = Table("Canoe Trap / 50", "Buoy /", "Trap /", deck="Buoy")
    with pytest.raises(Refusal, match="cannot be chosen"):
        read(other, ANN, wanted)


def test_a_deal_can_be_made_by_command():
    table = Table("Canoe Trap / 50 10 0", "Canoe /", "Canoe Trap Trap /", deck="Buoy")
    made = command(table, ANN, "deal", what="Trap with Cat", cash="50", how="fan")
    assert made == Challenge(item="Trap", target=CAT, cards=(50,), fanned=True)
    made = command(table, ANN, "deal", what="canoes ben", cash="nothing")
    assert made == Challenge(item="Canoe", target=BEN, cards=(), fanned=False)


def test_forms_ask_for_answers_offers_bids_and_payments():
    deal = dealing()
    form = read(deal, BEN, press(hand(deal, BEN), "Answer with cash…"))
    assert read(deal, BEN, filled(form, cash="100 c")) == Answer(cards=(100, 0))
    tied = dealing("").answer(BEN, "")
    form = read(tied, ANN, press(board(tied), "Offer again…"))
    fan = next(one.value for one in form.entries[1].choices if one.label == "fanned out")
    expected = Offer(cards=(50,), fanned=True)
    assert read(tied, ANN, filled(form, cash="50", how=fan)) == expected
    thief = sealing()
    form = read(thief, CAT, press(board(thief), "Seal a bid…"))
    assert form.entries[0].default == "10"
    assert read(thief, CAT, filled(form, cash="nothing")) == Seal(cards=())
    assert read(thief, CAT, press(board(thief), "Bid nothing")) == Seal(cards=())
    hammered = Table("/", "/ 50 10 10 10", "/", deck="Canoe Trap").turn_over(ANN).bid(BEN, 60)
    paying = hammered.passes(CAT).sell(ANN)
    assert read(paying, BEN, press(board(paying), "Pay $60…")) == Pay(cards=(50, 10))  # no choice
    with pytest.raises(NotNow):
        read(paying, CAT, press(board(paying), "Pay $60…"))
    assert said(paying, CAT).startswith("Ben is to pay Ann $60 for the Canoe.")
    choice = Table("/", "/ 100 50 10 10", "/", deck="Canoe Trap").turn_over(ANN).bid(BEN, 60)
    choice.passes(CAT).sell(ANN)
    form = read(choice, BEN, press(board(choice), "Pay $60…"))
    assert form.title == "Pay $60"
    assert [(one.label, one.description) for one in form.entries[0].choices] == [
        ("50 10", "exactly"),
        ("100", "$40 too much"),
    ]
    assert read(choice, BEN, filled(form)) == Pay(cards=(50, 10))


def test_of_very_many_payments_the_rest_are_named_by_their_cards():
    table = Table("/", "/ 500 200 200 200 200" + " 100" * 5 + " 50" * 8 + " 10" * 18, "/")
    table.state = replace(table.state, deck=("Canoe",))
    table.turn_over(ANN).bid(BEN, 990).passes(CAT).sell(ANN)
    drawn = hand(table, BEN)
    assert len(legal(table.view(BEN)).moves) > 60
    assert sum(len(menu.choices) for menu in menus(drawn)) == 25
    assert labels(drawn)[1:] == ["Other cards…"]
    form = read(table, BEN, press(drawn, "Other cards…"))
    assert form.entries[0].hint == "Enough to pay, but no card that could stay at home"
    last = legal(table.view(BEN)).moves[-1]
    written = write_cash(last.cards, names(table.state))
    assert read(table, BEN, filled(form, cash=written)) == last
    assert read(table, BEN, filled(form)) == legal(table.view(BEN)).moves[0]


def test_what_is_not_a_move_now_is_answered_with_what_is_going_on():
    table = Table("/", "/", "/", deck="Trap")
    for verb in ("bid", "limit", "pay", "deal", "offer", "answer", "seal"):
        with pytest.raises(NotNow):
            read(table, BEN, request(verb))
    for verb in ("auction", "pass", "call", "sell", "buy", "surrender"):
        with pytest.raises(IllegalMove):
            table.play(BEN, read(table, BEN, request(verb)))
    assert said(table, BEN) == "It is Ann's turn to auction the next item."
    assert "High bid **$60**, Ben. Bid, or pass. " in said(bidding().bid(BEN, 60), CAT)


HELD = (500, 50, 10, 10, 10, 0, 0)


def holding(cards: tuple[int, ...]) -> View:
    return Table("/", f"/ {' '.join(map(str, cards))}", "/", deck="Trap").view(BEN)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("50 10 10", (50, 10, 10)),
        ("$50", (50,)),
        ("50+10", (50, 10)),
        ("50,10,10", (50, 10, 10)),
        ("50, $10 and a check", (50, 10, 0)),
        ("50+10+c", (50, 10, 0)),
        ("c", (0,)),
        ("c c", (0, 0)),
        ("check", (0,)),
        ("a bad check", (0,)),
        ("2 bad checks", (0, 0)),
        ("10 10 check", (10, 10, 0)),
        ("10 10 0", (10, 10, 0)),
        ("3x10", (10, 10, 10)),
        ("$10 ×3 · 2 bad checks", (10, 10, 10, 0, 0)),
        ("10 50", (50, 10)),
        ("0", ()),
        ("nothing", ()),
        ("all", HELD),
        ("50,100", (100, 50)),
    ],
)
def test_cash_is_read_as_players_write_it(text: str, cards):
    called = Names(CALLED)
    assert read_cash(text, holding(HELD), called) == (cards, "")
    assert read_cash(write_cash(cards, called), holding(HELD), called) == (cards, "")


@pytest.mark.parametrize(
    "text", ["80", "50 x", "fifty", "50 20", "1" * 500, "10 " * 200, "50x", "-10", "50 fast", ""]
)
def test_cash_that_makes_no_sense_is_refused_with_what_the_player_could_lay_down(text: str):
    table = Table("/", "/ 50 10 10 0", "/", deck="Thief", thief=True).turn_over(ANN)
    with pytest.raises(Refusal, match=r"you can lay down `10 c`, say, or `nothing`\.") as refused:
        read_cash(text, table.view(BEN), Names(CALLED))
    assert "You hold $50 · $10 ×2 · a bad check" in str(refused.value)
    assert type_in(table, BEN, "10 c") == Seal(cards=(10, 0))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pass", Pass()),
        ("Pass.", Pass()),
        ("bid 80", Raise(amount=80, limit=None)),
        ("80", Raise(amount=80, limit=None)),
        ("$80", Raise(amount=80, limit=None)),
        ("raise to 70", Raise(amount=70, limit=None)),
        ("bid 70 limit 90", Raise(amount=70, limit=90)),
        ("70 up to $90", Raise(amount=70, limit=90)),
        ("call", Call()),
    ],
)
def test_an_auction_can_be_played_by_typing(text: str, move):
    table = bidding().bid(BEN, 60)
    assert type_in(table, ANN if move == Call() else CAT, text) == move


def test_the_rest_can_be_played_by_typing():
    hammered = bidding().bid(BEN, 60).passes(CAT, DAN)
    assert type_in(hammered, ANN, "sell") == Sell()
    for text in ("keep it", "buy", "Keep."):
        assert type_in(hammered, ANN, text) == Buy()
    paying = hammered.sell(ANN)
    for text in ("50 10", "pay 50 10", "“50+10”"):
        assert type_in(paying, BEN, text) == Pay(cards=(50, 10))
    for text in ("surrender", "take the cash", "give in", "take it"):
        assert type_in(dealing(), BEN, text) == Surrender()
    for text in ("100 c", "answer 100 and a check"):
        assert type_in(dealing(), BEN, text) == Answer(cards=(100, 0))
    tied = dealing("").answer(BEN, "")
    assert type_in(tied, ANN, "50") == Offer(cards=(50,), fanned=False)
    assert type_in(tied, ANN, "offer 50 fan") == Offer(cards=(50,), fanned=True)
    assert type_in(tied, ANN, "50 10 fanned out") == Offer(cards=(50, 10), fanned=True)
    assert type_in(sealing(), BEN, "50 10 10") == Seal(cards=(50, 10, 10))
    assert type_in(sealing(), BEN, "nothing") == Seal(cards=())
    assert type_in(sealing(), BEN, "all") == Seal(cards=(50, 10, 10, 10, 10, 0, 0))
    assert isinstance(type_in(sealing(), BEN, "seal"), Form)
    table = Table("/", "/", "/", deck="Trap")
    for text in ("auction", "next", "turn over", "auction the next item"):
        assert type_in(table, ANN, text) == TurnOver()


@pytest.mark.parametrize(
    ("text", "cards", "fanned"),
    [
        ("deal canoe ben 50 10 fan", (50, 10), True),
        ("deal canoe with Ben for $50", (50,), False),
        ("deal a canoe from seat 2 nothing", (), False),
        ("deal canoes be 50 c stacked", (50, 0), False),
        ("deal canoe ben 50 10 in a fan", (50, 10), True),
        ("Deal my canoe with ben, nothing fanned out", (), True),
    ],
)
def test_a_deal_can_be_typed(text: str, cards, fanned: bool):
    table = Table("Canoe / 50 10 0", "Canoe /", "Canoe /", deck="Trap")
    expected = Challenge(item="Canoe", target=BEN, cards=cards, fanned=fanned)
    assert type_in(table, ANN, text) == expected


def test_a_deal_that_cannot_be_read_is_asked_about():
    table = Table("Canoe / 50", "Canoe /", "Canoe /", deck="Trap")
    for text, sentence in [
        ("deal yacht ben 50", r"Which item is “yacht ben 50”\? You can deal for a Canoe\."),
        ("deal trap ben 50", r"You have no deal for a Trap now\. You can deal for a Canoe\."),
        ("deal canoe zoe 50", "Who is meant"),
        ("deal canoe", r"With whom\? Ben and Cat could be asked"),
        ("deal canoe ben fan", "Name what you lay down, as in 50; or: nothing"),
        ("deal canoe ben 70", r"no \$70 card"),
    ]:
        with pytest.raises(Refusal, match=sentence):
            type_in(table, ANN, text)
    assert isinstance(type_in(table, ANN, "deal canoe ben"), Form)


def test_with_one_partner_only_the_name_may_be_left_out():
    table = Table("Canoe / 50", "Canoe /", "Trap /", deck="Buoy")
    expected = Challenge(item="Canoe", target=BEN, cards=(50,), fanned=False)
    assert type_in(table, ANN, "deal canoe 50") == expected
    assert isinstance(type_in(table, ANN, "deal canoe"), Form)


def test_partners_are_found_whatever_they_are_called():
    table = Table("Canoe / 50", "Canoe /", "Canoe /", "Canoe /", deck="Buoy")
    view, way = table.view(ANN), WAYS["deal"]
    field = way.fields[0]
    for called in (["Ann", "With", "with a", "Of"], ["Ann", "50", "seat 2", "50 10"], ["Ann"] * 4):
        for value in field.offer(view, {}):
            written = field.write(value, Names(called))
            assert field.read(written, view, Names(called)) == (value, "")
            assert field.read(f"{written} 50 10", view, Names(called)) == (value, "50 10")


def test_a_line_that_means_nothing_is_answered_with_what_can_be_typed():
    for table, seat, sentence in [
        (bidding(), BEN, "You can type `$10` or `pass`."),
        (bidding().bid(BEN, 60), BEN, "You can type `limit $90`."),
        (bidding(), ANN, "You can type `call`."),
        (Table("/", "/", "/", deck="Trap"), ANN, "You can type `auction`."),
        (Table("/", "/", "/", deck="Trap"), BEN, ""),
        (dealing(), BEN, "You can type `nothing` or `surrender`."),
    ]:
        view, called = table.view(seat), names(table.state)
        assert can_be_typed(FACE.ways, view, called, legal(view)) == sentence
        for text in ("hello there", ""):
            assert type_in(table, seat, text) is None


def test_what_a_hint_suggests_is_read_and_legal_in_every_position():
    tried_out = Counter()
    for number, options in enumerate(TERMS):
        for step in game(4, options, seed=750 + number)[::7]:
            called = names(step.state)
            for seat in range(4):
                view = RULES.view(step.state, seat)
                can = legal(view)
                for text in examples(FACE.ways, view, called, can):
                    found = read_line(FACE.ways, text, view, called, can)
                    assert found is not None
                    move = resolve(found[0], found[1], view, called, can, line=True)
                    RULES.play(step.state, seat, move, Chance.tape())
                    tried_out[found[0].verb] += 1
    assert set(tried_out) == set(WAYS)


def test_what_is_written_is_read_back_as_it_was_in_every_position():
    for number, options in enumerate(TERMS):
        for step in game(5, options, seed=770 + number)[::13]:
            called = names(step.state)
            for seat in range(5):
                view = RULES.view(step.state, seat)
                can = legal(view)
                for way in FACE.ways:
                    for field in way.fields if can.of(way) else ():
                        for value in values_of(way, field, {}, view, can):
                            written = field.write(value, called)
                            assert field.read(written, view, called) == (value, "")
                            assert set(known_of(field, value)) == set(field.fills)


# --- told -----------------------------------------------------------------------------------------


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
        (
            HandedOver(payer=ANN, payee=BEN, price=80, cards=(100,)),
            BEN,
            "Ann handed you a $100.",
        ),
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
                    assert line[0].isupper()
                    assert line.endswith((".", "!", "…", ")"))
                    assert "None" not in line


# --- commands -------------------------------------------------------------------------------------


def completed(option: str, verb: str, table: Table, seat: int, typed: str = "", **given):
    """Ask for the autocompletion of an option, as the player in this seat."""
    view, way = table.view(seat), WAYS[verb]
    field = field_of(way, option)
    assert field is not None
    called = names(table.state)
    return suggestions(way, field, given, view, called, legal(view), typed)


def values(found: list[tuple[str, str]]) -> list[str]:
    return [text for _, text in found]


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
    moves = "auction bid limit pass call sell buy pay deal offer surrender answer seal"
    assert set(WAYS) == set(moves.split())
    assert len({way.move for way in FACE.ways}) == len(FACE.ways) == 13
    assert all(len(way.help) <= 100 for way in FACE.ways)
    assert all(len(term.help) <= 100 for term in FACE.terms_asked)
    assert all(len(field.label) <= 45 for way in FACE.ways for field in way.fields)


# --- every sentence is true -----------------------------------------------------------------------


def what_can_be_typed(table: Table, seat: int) -> str:
    view, called = table.view(seat), names(table.state)
    return can_be_typed(FACE.ways, view, called, legal(view))


def hammered(auctioneer: str) -> Table:
    table = Table(auctioneer, "/ 100", "/", deck="Canoe Trap").turn_over(ANN)
    return table.bid(BEN, 60).passes(CAT)


def test_an_auctioneer_who_cannot_pay_is_told_to_sell_and_nothing_else():
    rich, poor = hammered("/ 50 10"), hammered("/ 50")
    keep = "The hammer fell at $60, for Ben. Sell the Canoe, or keep it and pay Ben $60."
    assert FACE.situation(rich.view(ANN), names(rich.state)) == keep
    sell = "The hammer fell at $60, for Ben. Sell the Canoe: to keep it, $50 is too little."
    assert FACE.situation(poor.view(ANN), names(poor.state)) == sell
    assert what_can_be_typed(rich, ANN) == "You can type `sell` or `buy`."
    assert what_can_be_typed(poor, ANN) == "You can type `sell`."
    assert "buy" not in said(poor, ANN)
    assert type_in(rich, ANN, "keep it and pay") == Buy()
    for seat, bidder, paid in [(BEN, "you", "you"), (CAT, "Ben", "Ben")]:
        others = FACE.situation(poor.view(seat), names(poor.state))
        assert others == (
            f"The hammer fell at $60, for {bidder}. Ann sells the Canoe, or, with cash enough,"
            f" keeps it and pays {paid} as much."
        )


def test_an_auctioneer_is_told_what_the_hammer_will_bring():
    table = Table("/ 50", START, START, deck="Canoe Trap").turn_over(ANN)
    told = FACE.situation(table.view(ANN), names(table.state))
    assert told.endswith(
        "You auction a Canoe (80★ the set). No bid yet. With no bid it is yours for nothing."
    )
    told = FACE.situation(table.bid(BEN, 50).view(ANN), names(table.state))
    assert told.endswith("Once the hammer has fallen you sell it, or keep it and pay as much.")
    told = FACE.situation(table.bid(CAT, 60).view(ANN), names(table.state))
    assert told.endswith("Once the hammer has fallen you sell it; to keep it, $50 is too little.")


def test_who_has_too_little_cash_is_told_to_pass_and_of_no_bid():
    for cash, least in [("/", 10), ("/ 0 0", 10), ("/ 50", 60)]:
        table = Table("/", cash, "/ 50", deck="Canoe").turn_over(ANN)
        if least > 10:
            table.bid(CAT, 50)
        held = sum(table.cash(BEN))
        assert f"You hold ${held}, and the least bid is ${least}: pass." in said(table, BEN)
        assert "Bid, or pass" not in said(table, BEN)
        assert what_can_be_typed(table, BEN) == "You can type `pass`."
        assert labels(hand(table, BEN)) == ["Pass"]
        amount = WAYS["bid"].fields[0]
        with pytest.raises(Refusal, match=r"Not now\..*the least bid is .*: pass\."):
            amount.read("a lot", table.view(BEN), names(table.state))


def test_the_leader_is_told_of_the_limit_and_neither_to_bid_nor_to_pass():
    table = bidding().bid(BEN, 60)
    assert "That bid is yours. " in said(table, BEN)
    assert what_can_be_typed(table, BEN) == "You can type `limit $90`."
    assert not {"Pass", "Bid…", "Raise to $70"} & set(labels(hand(table, BEN)))
    assert said(table, BEN).endswith("You can type `limit $90`.")
    without = bidding(limits=False).bid(BEN, 60)
    assert said(without, BEN).endswith("That bid is yours.")
    limit = WAYS["limit"].fields[0]
    with pytest.raises(Refusal, match=r"Not now\..*That bid is yours\."):
        limit.read("x", without.view(BEN), names(without.state))


def test_who_has_passed_or_is_out_is_not_told_to_pass_and_who_has_called_not_to_call():
    table = bidding().bid(BEN, 60).passes(CAT).call(ANN)
    assert "You have passed, and may still bid." in said(table, CAT)
    assert what_can_be_typed(table, CAT) == "You can type `$70`."
    assert what_can_be_typed(table, ANN) == ""
    assert labels(hand(table, ANN)) == []
    bluff = Table(START, "/ 50", START, START, deck="Canoe", bluff_bids=True).turn_over(ANN)
    bluff.bid(BEN, 100).passes(CAT, DAN).sell(ANN)
    assert said(bluff, BEN).endswith("No bid yet. You are out of this auction.")
    assert "Out, for bidding what was not there: Ben." in board(bluff).text()
    assert labels(hand(bluff, BEN)) == []


def test_a_turn_names_only_what_there_is_to_do():
    empty = Table("Canoe / 10", "Canoe Canoe Canoe /", "/")
    assert said(empty, ANN).startswith("It is your turn to start a Downeast Deal. ")
    assert "auction" not in said(empty, ANN)
    alone = Table("Canoe /", "Trap /", "/", deck="Buoy")
    assert said(alone, ANN).startswith("It is your turn to auction the next item. ")
    assert "deal" not in said(alone, ANN)
    assert "deal" not in " ".join(labels(board(alone))).lower()
    what = WAYS["deal"].fields[0]
    for seat, whose in [(ANN, "your"), (BEN, "Ann's")]:
        with pytest.raises(
            Refusal, match=rf"Not now\. It is {whose} turn to auction the next item"
        ):
            what.read("canoe with cat", alone.view(seat), names(alone.state))


def test_that_nobody_bid_is_not_said_after_all_bidders_were_exposed():
    table = Table(START, "/ 10", "/", deck="Canoe Trap", bluff_bids=True).turn_over(ANN)
    table.bid(BEN, 50).passes(CAT).sell(ANN)
    told = [FACE.tell(event, names(table.state), None) for event in table.heard(None)]
    assert told[-2:] == [
        "Ben could not pay $50 for the Canoe, and showed the whole hand: a $10.",
        "The auction of the Canoe begins again, without Ben.",
    ]
    table.told.clear()
    table.bid(CAT, 20).sell(ANN)
    told = [FACE.tell(event, names(table.state), None) for event in table.heard(None)]
    assert "Cat could not pay $20 for the Canoe, and showed the whole hand: no cash at all." in told
    assert "No bid stands, so Ann took the Canoe for nothing." in told
    assert not [line for line in told if "Nobody" in line or "again" in line]


def test_that_there_are_deals_only_is_said_once_there_are():
    last = Table("Trap /", "/ 50", "/", deck="Canoe", turn=CAT).turn_over(CAT)
    after = "This is the last card: after it there are deals only, until all sets are complete"
    assert after in board(last).text()
    assert after in board(last.bid(BEN, 50).passes(ANN)).text()
    assert after in board(last.sell(CAT)).text()
    thief = Table(START, START, START, deck="Thief", thief=True).turn_over(ANN)
    assert after in board(thief).text()
    dealing_only = "No cards to come: from here on there are deals only"
    table = Table("Canoe / 10", "Canoe Canoe Canoe /", "/")
    assert dealing_only in board(table).text()
    assert dealing_only in board(table.deal(ANN, "Canoe", BEN, "10")).text()


def test_the_thief_is_no_set_to_leave_out_whether_it_is_there_or_not():
    """DD-4: `thief` says whether it plays; its cards are not denied where it does."""
    for thief, sentence in [
        (True, "The Thief is no set: to leave it out say no to `thief`; name two sets."),
        (False, "The Thief is no set, and stays in the box already: name two sets."),
    ]:
        for name in ("Thief", "thieves"):
            with pytest.raises(Refusal, match=sentence) as refused:
                FACE.options({"short": True, "thief": thief, "without": name, "and": "Trap"})
            assert "There is no" not in str(refused.value)
    with pytest.raises(Refusal, match=r"There is no “\\\*Coal\\\*” in this deck. Its sets are"):
        FACE.options({"short": True, "without": "*Coal*", "and": "Trap"})
    named = FACE.options({"short": True, "without": "treasure chest", "and": "traps"})
    assert named.removed == ("Chest", "Trap")


def test_a_long_auction_says_that_it_shows_its_last_bids_only():
    table = Table("/", "/" + " 50" * 6, "/" + " 50" * 6, deck="Canoe").turn_over(ANN)
    for number in range(8):
        table.bid((BEN, CAT)[number % 2], 10 * number + 10)
    assert "Bids: Ben $10, Cat $20, " in board(table).text()
    table.bid(BEN, 90)
    shown = "The last 8 of 9 bids: Cat $20, Ben $30, "
    assert shown in board(table).text()
    assert "Bids: " not in board(table).text()


def test_nobody_is_told_of_cash_where_everybody_sees_that_there_is_none():
    empty = dealing("", fanned=True)
    everybody = board(empty).text()
    assert "Ann's offer is no cash at all, for all to see; Ben answers or gives in." in everybody
    mine = hand(empty, BEN).text()
    assert "Ann's offer is no cash at all, for all to see. Give in, and Ann gets the two" in mine
    assert labels(hand(empty, BEN))[1] == "Give up the two Canoes"
    told = [FACE.tell(event, names(empty.state), BEN) for event in empty.heard(BEN)]
    assert told == ["Ann challenged you for two Canoes: no cash at all, for all to see."]
    stacked = [board(dealing("")).text(), hand(dealing(""), BEN).text()]
    for text in (everybody, mine, *stacked, *told):
        assert "no card" not in text
        assert "Cash is on the table" not in text
    assert dealing("").view() == dealing("50").view()  # a stack may be empty, and nobody knows
    assert "Ann's offer lies face down; Ben answers or gives in." in stacked[0]


def test_who_holds_no_cash_is_offered_nothing_but_nothing():
    deal = Table("Canoe / 50", "Canoe /", "/", deck="Trap Buoy").deal(ANN, "Canoe", BEN, "50")
    assert labels(hand(deal, BEN)) == ["Answer with nothing", "Take the cash, give the Canoe"]
    assert read(deal, BEN, press(hand(deal, BEN), "Answer with nothing")) == Answer(cards=())
    assert "You hold no cash: your answer would be nothing." in hand(deal, BEN).text()
    thief = Table(START, "/", START, deck="Thief Trap", thief=True).turn_over(ANN)
    assert labels(hand(thief, BEN)) == ["Bid nothing"]
    assert "You hold no cash: seal an empty bid." in hand(thief, BEN).text()
    form = read(thief, BEN, press(board(thief), "Seal a bid…"))
    assert form.note == "You hold no cash at all."
    assert read(thief, BEN, filled(form)) == Seal(cards=())
    tied = Table("Canoe /", "Canoe / 10", "/", deck="Trap").deal(ANN, "Canoe", BEN).answer(BEN)
    again = "Make Ben another offer: you hold no cash, so nothing is all you have."
    assert again in hand(tied, ANN).text()


def test_what_is_counted_is_counted_in_pairs_boxes_jugs_and_lumps():
    wanted = {
        "Snowshoes": "two pairs of Snowshoes",
        "Whoopie Pies": "two boxes of Whoopie Pies",
        "Maple Syrup": "two jugs of Maple Syrup",
        "Coal": "two lumps of Coal",
        "Chest": "two treasure Chests",
        "Thief": "two Thieves",
        "Trophy": "two Trophies",
    }
    for name, text in wanted.items():
        won = DealWon(winner=BEN, loser=ANN, item=name, stake=2)
        assert text.removeprefix("two ") in FACE.tell(won, Names(CALLED), None)
        challenged = Challenged(challenger=BEN, target=CAT, item=name, stake=2, offer=1, count=None)
        assert f" {text}: an offer face down." in FACE.tell(challenged, Names(CALLED), None)
    alone = Challenged(challenger=BEN, target=CAT, item="Thief", stake=1, offer=1, count=None)
    assert "over a Thief: an offer" in FACE.tell(alone, Names(CALLED), None)
    over = TurnedOver(seat=ANN, item="Coal", to_come=3)
    assert FACE.tell(over, Names(CALLED), ANN) == "You turned over a lump of Coal."


def test_the_two_in_a_deal_are_spoken_to_as_you():
    table = dealing()
    ann = FACE.situation(table.view(ANN), names(table.state))
    assert ann == (
        "You want Ben's two Canoes, two against two. Your offer lies face down; Ben answers or"
        " gives in."
    )
    ben = FACE.situation(table.view(BEN), names(table.state))
    assert ben == (
        "Ann wants your two Canoes, two against two. Ann's offer lies face down. Take it unseen,"
        " and Ann gets the two Canoes; or answer: you swap offers, and whoever laid down more"
        " takes the other's two."
    )
    thieves = Table("Thief / 50", "Thief / 50", "/", deck="Trap", thief=True)
    thieves.deal(ANN, "Thief", BEN, "50")
    ben = FACE.situation(thieves.view(BEN), names(thieves.state))
    assert ben == (
        "Ann challenges you, Thief against Thief: whoever lays down less takes both, and all the"
        " cash. Ann's offer lies face down. Take it unseen, and Ann's Thief is yours; or answer"
        " with cash or none."
    )


def test_a_tie_that_decides_is_told_with_why():
    """DD-25, DD-33: nobody is told of another offer, and everybody why there is none."""
    broke = Table("Canoe / 0", "Canoe /", "/", deck="Trap").deal(ANN, "Canoe", BEN, "0")
    broke.answer(BEN, "")
    told = [FACE.tell(event, names(broke.state), BEN) for event in broke.heard(BEN)]
    decided = "Both laid down as much, and neither has any money: that decides it for Ann."
    assert told[told.index(decided) + 1] == "Ann won your Canoe."
    assert not [line for line in told if "again" in line]
    rich = Table("Thief / 50", "Thief / 50", "/", deck="Trap", thief=True)
    rich.deal(ANN, "Thief", BEN).answer(BEN)
    for _ in range(9):
        rich.offer(ANN).answer(BEN)
    told = [FACE.tell(event, names(rich.state), ANN) for event in rich.heard(ANN)]
    decided = "Both laid down as much, 10 times in a row now: that decides it for you."
    assert told[told.index(decided) + 1] == "Ben had to take your Thief."
    assert told.count("Both laid down as much: you offer again.") == 9


def test_the_help_is_true_at_every_table():
    pages = " ".join(FACE.how_to())
    for words in (
        "Without it, as usual, everybody is told the price, and only the two see the cards",
        "everybody sees the cards that pay for an auction",  # DD-15, with the term and without
        "A table may also play without limits",
        "a bid that is answered at once met a limit",  # DD-42
        "With them anybody may bid, with little cash or none",  # DD-17
        "If none are left, the auctioneer has it for nothing",  # DD-10, DD-11
        "is there only where the table plays with it",
        "if it was the 10th in a row, the challenger has their way",  # DD-25
        "offer nothing after a tie",  # DD-40
        "only the two in a deal are told what was laid down in it",  # DD-22, DD-23
    ):
        assert words in pages, words
    assert "the cards that pay it are known to the two" not in pages
    assert "You cannot bid more than you hold;" not in pages


# --- with bluff bids, and after a tie -------------------------------------------------------------


def test_no_button_form_or_suggestion_goes_above_all_the_money_in_the_game():
    """DD-10: with bluffs a bid stays within what everybody knows there is, $90 a player."""
    table = Table(START, START, START, deck="Canoe", bluff_bids=True).turn_over(ANN)
    table.bid(BEN, 250)
    form = read(table, CAT, press(board(table), "Bid…"))
    assert form.entries[0].hint == "$260 to $270, in tens"
    assert form.note == "You hold $90: a bid above that is a bluff."
    assert values(completed("amount", "bid", table, CAT)) == ["$260", "$270"]
    table.bid(CAT, 260)
    form = read(table, BEN, press(board(table), "Bid…"))
    assert form.entries[0].hint == "$270, all there is"
    assert read(table, BEN, filled(form)) == Raise(amount=270, limit=None)
    for options in ({}, {"bluff_bids": True}):  # it may stand so at a table from before
        full = Table(START, START, START, deck="Canoe", **options).turn_over(ANN)
        bid_out = replace(full.state.phase, bids=(Bid(seat=BEN, amount=270),))
        full.state = replace(full.state, phase=bid_out)
        assert labels(board(full)) == ["Pass", "Call it"]
        assert labels(hand(full, CAT)) == ["Pass"]
        assert completed("amount", "bid", full, CAT) == []
        assert "and the least bid is $280: pass." in said(full, CAT)
    assert "All the money that there is has been bid, and" in said(full, CAT)


def test_a_player_without_cash_may_bluff_where_the_table_does():
    """DD-17: up to all the cash that is in the game."""
    table = Table(START, "/", START, deck="Canoe", bluff_bids=True).turn_over(ANN)
    told = "Bid, or pass: you hold $0, so any bid is a bluff."
    assert FACE.situation(table.view(BEN), names(table.state)).endswith(told)
    assert labels(hand(table, BEN)) == ["Bid $10", "Bid…", "Pass"]
    for wanted in hand(table, BEN).requests():
        followed(table.state, BEN, wanted, names(table.state))
    form = read(table, BEN, press(hand(table, BEN), "Bid…"))
    assert [entry.key for entry in form.entries] == ["?amount"]  # DD-42: no limit on a bluff
    assert form.entries[0].hint == "$10 to $270, in tens"
    assert type_in(table, BEN, "bid 270") == Raise(amount=270, limit=None)


def test_after_a_tie_the_offer_may_be_fanned_out_as_before():
    """DD-21, DD-24: by form, by command and by line."""
    tied = Table("Canoe / 50 10", "Canoe /", "/", deck="Trap").deal(ANN, "Canoe", BEN).answer(BEN)
    form = read(tied, ANN, press(hand(tied, ANN), "Offer again…"))
    assert [one.label for one in form.entries[1].choices] == ["a tight stack", "fanned out"]
    fan = Offer(cards=(50,), fanned=True)
    assert read(tied, ANN, filled(form, cash="50", how=form.entries[1].choices[1].value)) == fan
    assert command(tied, ANN, "offer", cash="50", how="fan") == fan
    assert type_in(tied, ANN, "50 fan") == fan
    assert {move.fanned for move in legal(tied.view(ANN)).of(WAYS["offer"])} == {False, True}
    text = board(tied.play(ANN, fan)).text()
    assert "Tied once so far. Ann's offer lies face down (one card);" in text


# --- read as it is meant --------------------------------------------------------------------------


@pytest.mark.parametrize("options", TERMS)
def test_a_bare_limit_withdraws_nothing_in_any_position(options: Options):
    tried_out = 0
    for step in game(3, options, seed=771)[::5]:
        for seat in range(3):
            view, called = RULES.view(step.state, seat), names(step.state)
            for text in ("limit", "secret limit", "Limit.", "limit,"):
                found = read_line(FACE.ways, text, view, called, legal(view))
                assert found is not None
                tried_out += 1
                if legal(view).of(WAYS["limit"]):
                    made = resolve(found[0], found[1], view, called, legal(view), line=True)
                    assert made != SetLimit(limit=None)
    assert tried_out


@pytest.mark.parametrize(
    ("deck", "item", "written"),
    [
        (
            "classified",
            "Chest",
            "a treasure Chest;treasure chest;the treasure chest;two treasure chests;chests;a chest"
            ";my chest;treasure",
        ),
        (
            "yankee",
            "Whoopie Pies",
            "a box of Whoopie Pies;box of whoopie pies;two boxes of whoopie pies;whoopie pies"
            ";the whoopie pies;whoopie",
        ),
        ("yankee", "Coal", "a lump of Coal;lump of coal;two lumps of coal;coal;the Coal"),
        ("yankee", "Maple Syrup", "a jug of Maple Syrup;jugs of maple syrup;maple;maple syrups"),
        ("yankee", "Scratch-off", "a Scratch-off;scratch-offs;scratch"),
        ("classified", "Snowshoes", "a pair of Snowshoes;pair of snowshoes;two pairs of snowshoes"),
        ("classified", "Thief", "a Thief;the Thief;thief;two thieves;Thieves"),
        ("classified", "Outboard", "an Outboard;outboards;out"),
    ],
)
def test_items_may_be_typed_as_the_board_writes_them(deck, item: str, written: str):
    for text in written.split(";"):
        table = Table("/ 50", "/", "/", deck="Buoy", terms=Options(deck=deck, thief=True))
        kinds = [item, "Trap" if deck == "classified" else "Mug"]
        items = arranged((item, kinds[1]), DECKS[deck])
        ann, ben, cat = (replace(one, items=items) for one in table.state.holdings)
        table.state = replace(table.state, holdings=(ann, ben, cat))
        expected = Challenge(item=item, target=BEN, cards=(50,), fanned=False)
        for line in (f"deal {text} with Ben 50", f"Deal {text} Ben $50", f"deal {text}, ben, 50"):
            assert type_in(table, ANN, line) == expected, line
        assert command(table, ANN, "deal", what=f"{text} with ben", cash="50") == expected
    assert some_item(deck, item) in written


def some_item(deck, name: str) -> str:
    return some(name, 1) if deck in DECKS else ""


@pytest.mark.parametrize("called", ["Offerman", "Of Course", "Withers", "With Love", "From Here"])
def test_a_name_that_begins_with_a_little_word_keeps_its_letters(called: str):
    table = Table("Canoe / 50", "Canoe /", "Canoe /", deck="Trap")
    seated = Names(["Ann", "Course", called])
    for line in (f"canoe {called} 50", f"canoe with {called} 50", f"canoe from {called}, 50"):
        read_as, rest = WAYS["deal"].fields[0].read(line, table.view(ANN), seated)
        assert (read_as, rest) == (("Canoe", CAT), "50"), line
    for line in ("canoe with course 50", "canoe course 50"):
        read_as, _ = WAYS["deal"].fields[0].read(line, table.view(ANN), seated)
        assert read_as == ("Canoe", BEN)


def test_of_two_players_of_one_name_one_is_asked_which():
    table = Table("Canoe / 50", "Canoe /", "Canoe /", deck="Trap")
    twins, field = Names(["Zoe", "Ann", "ann"]), WAYS["deal"].fields[0]
    for line in ("canoe with ann 50", "canoe ann", "canoe of Ann 50"):
        with pytest.raises(Refusal, match="Several here are called Ann: say `seat 2` or `seat 3`"):
            field.read(line, table.view(ANN), twins)
    assert field.read("canoe with seat 3 50", table.view(ANN), twins) == (("Canoe", CAT), "50")
    assert field.read("canoe seat 2 50", table.view(ANN), twins) == (("Canoe", BEN), "50")


def test_who_is_called_seat_2_is_not_seat_2():
    table = Table("Canoe / 50", "Canoe /", "Canoe /", deck="Trap")
    seated, field = Names(["Ann", "Ben", "seat 2"]), WAYS["deal"].fields[0]
    assert field.read("canoe with seat 2 50", table.view(ANN), seated) == (("Canoe", BEN), "50")
    assert field.write(("Canoe", CAT), seated) == "Canoe with seat 3"
    fifty = Names(["Ann", "50 Cent", "Cat"])
    one = Table("Canoe / 50", "Canoe /", "/", deck="Trap")
    assert field.read("canoe 50 cent 50", one.view(ANN), fifty) == (("Canoe", BEN), "50")
    assert field.read("canoe 50", one.view(ANN), fifty) == (("Canoe", BEN), "50")


@pytest.mark.parametrize("text", ["100,0", "80,00", "80.50", "1.000", "70'000"])
def test_an_amount_is_read_whole_or_not_at_all(text: str):
    """What follows a broken number would be taken for a secret limit, or for none."""
    table = Table("/", "/ 500", START, deck="Canoe").turn_over(ANN)
    for line in (f"bid {text}", f"bid 10 limit {text}"):
        with pytest.raises(Refusal):
            type_in(table, BEN, line)


@pytest.mark.parametrize("text", ["8²", "１２", "1_000", "٨٠", "80.50", "8e1", "①"])
def test_digits_are_digits(text: str):
    table = Table("/", START, START, deck="Canoe").turn_over(ANN)
    for line in (f"bid {text}", f"bid 10 limit {text}", f"limit {text}"):
        with pytest.raises(Refusal):
            type_in(table if line[0] == "b" else table.bid(BEN, 10), BEN, line)
    for line in (f"seal {text}", f"seal 10x{text}", f"seal {text}x10", f"seal {text} checks"):
        with pytest.raises(Refusal):
            type_in(sealing(), BEN, line)


def test_a_button_can_be_typed_as_it_reads():
    assert type_in(sealing(), BEN, "Bid nothing") == Seal(cards=())
    assert type_in(sealing(), BEN, "bid 50 c") == Seal(cards=(50, 0))
    assert type_in(bidding(), BEN, "bid 50") == Raise(amount=50, limit=None)
    limited = bidding().bid(BEN, 60, 80)
    assert type_in(limited, BEN, "Withdraw the limit") == SetLimit(limit=None)
    assert type_in(dealing(), BEN, "take the offer") == Surrender()


def test_what_is_no_limit_is_answered_with_the_limits_there_are():
    table = bidding()
    with pytest.raises(Refusal, match=r"“x” is no limit\. Give \$10 to \$90, in tens or `none`\."):
        type_in(table, BEN, "bid 60 limit x")
    table.bid(BEN, 60)
    with pytest.raises(Refusal, match=r"“x” is no limit\. Give \$60 to \$90, in tens\."):
        type_in(table, BEN, "limit x")
    with pytest.raises(Refusal, match=r"Give \$60 to \$90, in tens or `none`\."):
        type_in(table.limit(BEN, 70), BEN, "limit x")
    none = bidding(limits=False)
    with pytest.raises(Refusal, match=r"“x” is no limit\. Give `none`\."):
        type_in(none, BEN, "bid 60 x")


def test_a_bid_is_suggested_with_the_limit_that_was_given():
    table = bidding()
    assert values(completed("amount", "bid", table, CAT, limit=30)) == ["$10", "$20", "$30"]
    assert completed("amount", "bid", table.bid(BEN, 60), CAT, limit=30) == []


# --- what is asked can be done --------------------------------------------------------------------

NAME, MONEY, IT = r"(?:Ann|Ben|Cat|Dan|Eve)", r"\$([0-9]+(?:,[0-9]{3})*)", r"[A-Z][\w -]*?"
LOT = rf"(?:{IT}|two [\w -]+?)"
COUNTED = r"lies face down(?: \((?:one card|[0-9]+ cards)\))?"
LIES = rf"(?:{COUNTED}|is no cash at all, for all to see)"
NOTHING_TO_BID = rf"(?:You hold (?P<held>{MONEY})|All the money that there is has been bid)"


@dataclass(frozen=True)
class Says:
    """A sentence that may stand in a situation, and what must be legal and what not where it does.

    `asks`: it stands only where its reader is to move.
    """

    wording: str
    can: tuple[type, ...] = ()
    cannot: tuple[type, ...] = ()
    asks: bool = False


SENTENCES = (
    Says(rf"It is {NAME}'s turn to (?:auction the next item|start)[^.]*\."),
    Says(
        r"It is your turn to auction the next item, or to start a Downeast Deal\.",
        (TurnOver, Challenge),
        asks=True,
    ),
    Says(r"It is your turn to start a Downeast Deal\.", (Challenge,), (TurnOver,), asks=True),
    Says(rf"(?:{NAME} auctions|You auction) an? [\w -]+ \([0-9]+★ the set\)\."),
    Says(rf"No bid yet\.|High bid \*\*{MONEY}\*\*, {NAME}\."),
    Says(r"\*\*Going once, going twice …\*\*", (), (Call,)),
    Says(r"Bid, or pass\.", (Raise, Pass), asks=True),
    Says(
        rf"Bid, or pass: you hold {MONEY}, so any bid is a bluff\.",
        (Raise, Pass),
        asks=True,
    ),
    Says(
        rf"{NOTHING_TO_BID}, and the least bid is {MONEY}: pass\.",
        (Pass,),
        (Raise,),
        asks=True,
    ),
    Says(rf"{NOTHING_TO_BID}, and the least bid is {MONEY}: you have passed\.", (), (Raise, Pass)),
    Says(r"You have passed, and may still bid\.", (Raise,), (Pass,)),
    Says(
        rf"You have passed, and may still bid: you hold {MONEY}, so any bid is a bluff\.",
        (Raise,),
        (Pass,),
    ),
    Says(r"You are out of this auction\.", (), (Raise, Pass, SetLimit)),
    Says(r"That bid is yours\.", (), (Raise, Pass)),
    Says(rf"That bid is yours, and your secret limit is {MONEY}\.", (SetLimit,), (Raise, Pass)),
    Says(r"With no bid it is yours for nothing\.", (), (Raise, Pass)),
    Says(
        rf"Once the hammer has fallen you sell it(?:, or keep it and pay as"
        rf" much|; to keep it, {MONEY} is too little)\.",
        (),
        (Raise, Pass),
    ),
    Says(rf"The hammer fell at {MONEY}, for (?:{NAME}|you)\."),
    Says(rf"Sell the {IT}, or keep it and pay {NAME} {MONEY}\.", (Sell, Buy), asks=True),
    Says(rf"Sell the {IT}: to keep it, {MONEY} is too little\.", (Sell,), (Buy,), asks=True),
    Says(
        rf"{NAME} sells the {IT}, or, with cash enough, keeps it and pays (?:{NAME}|you) as much\."
    ),
    Says(rf"You are to pay {NAME} {MONEY} for the {IT}\.", (Pay,), asks=True),
    Says(r"No change is given\.", (Pay,)),
    Says(rf"{NAME} is to pay (?:{NAME}|you) {MONEY} for the {IT}\.", (), (Pay,)),
    Says(
        rf"(?:{NAME} wants|You want) (?:{NAME}'s|your) {LOT}, (?:one against one|two against two)\."
    ),
    Says(
        rf"(?:{NAME} challenges|You challenge) (?:{NAME}|you), {LOT} against (?:{IT}|two): whoever"
        r" lays down less takes (?:both|all four), and all the cash\."
    ),
    Says(r"Tied (?:once|twice|[0-9]+ times) so far\."),
    Says(rf"{NAME} is to offer again\.", (), (Offer,)),
    Says(rf"Make {NAME} another offer: any cash, or none\.", (Offer,), asks=True),
    Says(
        rf"Make {NAME} another offer: you hold no cash, so nothing is all you have\.",
        (Offer,),
        asks=True,
    ),
    Says(
        rf"(?:{NAME}'s|Your) offer {LIES}; (?:{NAME}) answers or gives in\.",
        (),
        (Offer, Answer),
    ),
    Says(rf"{NAME}'s offer {LIES}\."),
    Says(
        rf"(?:Take it unseen|Give in), and {NAME} gets the {LOT}; or answer: you swap offers, and"
        rf" whoever laid down more takes the other's (?:two|{IT})\.",
        (Surrender, Answer),
        asks=True,
    ),
    Says(
        rf"(?:Take it unseen|Give in), and {NAME}'s {LOT} (?:is|are) yours; or answer with cash or"
        r" none\.",
        (Surrender, Answer),
        asks=True,
    ),
    Says(r"You hold no cash: your answer would be nothing\.", (Answer,)),
    Says(
        rf"The {IT} is at the door\. Everybody seals a bid: the lowest takes the {IT}, and all the"
        r" cash\."
    ),
    Says(rf"{NAME}(?:, {NAME})* and (?:{NAME}|you) tied for the lowest bid, and seal another\."),
    Says(r"(?:1 of [0-9] bids is|[02-9] of [0-9] bids are) in\."),
    Says(r"Lay down any cash or none: it is gone, unless you take all of it\.", (Seal,), asks=True),
    Says(r"You hold no cash: seal an empty bid\.", (Seal,), asks=True),
    Says(r"The game is over\."),
)


def sentences_of(text: str) -> list[tuple[Says, str]]:
    """Read a situation as sentences of the table; one that is not in it fails."""
    found, rest = list[tuple[Says, str]](), text
    while rest:
        fits = [(one, got[0]) for one in SENTENCES if (got := re.match(one.wording, rest))]
        assert fits, f"this is not in the table of what is said: {rest!r}, in {text!r}"
        one, said = max(fits, key=lambda fit: len(fit[1]))
        found.append((one, said))
        rest = rest[len(said) :].lstrip()
    return found


def played_positions():
    """Yield games of all variants, with the positions to be read."""
    for number, options in enumerate(variants(RULES)):
        for seed in (3 * number + 1, 3 * number + 2):
            case = Case("downeast", 3 + (number + seed) % 3, options, seed)
            found = played(case)
            yield found, [*found.picked(60), found.positions[-1]]


def test_whatever_a_prompt_says_one_may_do_is_legal_and_who_is_asked_has_one():
    """The wording of every sentence stands for what must be legal, and for what must not be."""
    met = Counter[str]()
    for found, positions in played_positions():
        called = Names(CALLED_PLAINLY[: found.case.seats])
        for position in positions:
            waits_for = found.to_move(position)
            for seat in (None, *range(found.case.seats)):
                view = found.view(position, seat)
                text = FACE.situation(view, called)
                can = set() if seat is None else set(map(type, RULES.legal_moves(view)))
                asked = False
                for one, _ in sentences_of(text):
                    met[one.wording] += 1
                    assert can.issuperset(one.can), (text, can)
                    assert can.isdisjoint(one.cannot), (text, can)
                    assert not one.asks or seat in waits_for, f"{seat} is not asked: {text}"
                    asked = asked or (one.asks and bool(one.can))
                assert asked == (seat in waits_for), f"{seat} is asked nothing: {text}"
    rare = {one.wording for one in SENTENCES if not met[one.wording]}
    assert len(rare) <= 4, f"sentences that nobody meets: {rare}"


def test_the_numbers_in_a_prompt_are_right():
    for found, positions in played_positions():
        called = Names(CALLED_PLAINLY[: found.case.seats])
        for position in positions[::3]:
            for seat in range(found.case.seats):
                view = found.view(position, seat)
                text = FACE.situation(view, called)
                held = re.findall(rf"[Yy]ou hold {MONEY}|to keep it, {MONEY}", text)
                assert {one or other for one, other in held} <= {f"{sum(view.cash):,}"}, text
                if least := re.search(rf"the least bid is {MONEY}", text):
                    assert least[1] == f"{view.phase.high + 10:,}"
                if mine := re.search(rf"your secret limit is {MONEY}", text):
                    assert mine[1] == f"{view.limit:,}"


def test_what_is_drawn_on_a_hand_asks_nothing_beside_the_prompt():
    """A hand's headline says what is held; what is asked stands in the situation alone."""
    for found, positions in played_positions():
        called = Names(CALLED_PLAINLY[: found.case.seats])
        for position in positions[::4]:
            for seat in range(found.case.seats):
                drawing = FACE.hand(found.view(position, seat), called)
                for line in drawing.headline.split("\n"):
                    assert re.fullmatch(
                        r"(?:.*\*\*\$[0-9,]+ in all\*\*|You hold no cash at all\."
                        r"|Face down on the table, yours: .*|You have laid down no cash\..*"
                        r"|Before you: .*)",
                        line,
                    ), line
                assert drawing.parts[0].markdown == FACE.situation(
                    found.view(position, seat), called
                )
