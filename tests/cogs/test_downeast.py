"""How Downeast Dealer is drawn, told and read: what each player meets, in words."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.ui.fields import known_of
from bot.ui.lines import can_be_typed, examples, read_line, suggestions, what_else
from bot.ui.offers import on_board, on_hand
from bot.ui.panel import Form, Line, Menu, Panel, Request, Row, Text, request
from bot.ui.ways import Legal, NotNow, field_of, named_in, resolve, values_of
from bot.ui.words import Names
from cogs.downeast import FACE
from cogs.downeast.read import read_cash, write_cash
from games.chance import Chance
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
from games.downeast.state import Options, State
from games.downeast.views import View
from games.rules import IllegalMove, Refusal
from tests.games.downeast_table import ANN, BEN, CAT, DAN, RULES, Table
from tests.games.test_downeast_games import TERMS, game

CALLED = ["Ann", "Ben", "Cat", "Dan*", "Eve"]
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
    assert "1 of 3 bids are in." in board(table).text()
    assert labels(board(table)) == ["Seal a bid…", "Bid nothing"]
    assert "yours: $60 (50 + 10). Nobody sees it until all are in." in hand(table, BEN).text()
    assert labels(hand(table, BEN)) == []
    table.seal(CAT, "10").seal(ANN, "10")
    assert "Ann and Cat tied for the lowest bid" in board(table).text()
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
    with pytest.raises(Refusal, match="I need a number there"):
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
    return what_else(FACE.ways, FACE.situation(view, called), legal(view))


def test_a_form_asks_for_no_limit_where_there_are_none():
    table = bidding(limits=False)
    form = read(table, CAT, press(board(table), "Bid…"))
    assert [entry.key for entry in form.entries] == ["?amount"]
    assert read(table, CAT, filled(form, amount="20")) == Raise(amount=20, limit=None)


def test_the_bid_form_is_not_opened_for_who_may_not_bid():
    table = bidding().bid(BEN, 60)
    for seat, sentence in [(ANN, "You are the auctioneer"), (BEN, "That bid is yours")]:
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
    assert form.entries[0].hint == "$990 or more, but no card that could stay at home"
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
    assert said(bidding().bid(BEN, 60), CAT).endswith("Bid, or pass. You can `bid` or `pass`.")


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
def test_cash_that_makes_no_sense_is_refused_with_what_does(text: str):
    with pytest.raises(Refusal, match="50 10 10"):
        read_cash(text, holding(HELD), Names(CALLED))


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
        ("deal trap ben 50", "Which item"),
        ("deal canoe zoe 50", "Who is meant"),
        ("deal canoe", r"With whom\? Ben and Cat could be asked"),
        ("deal canoe ben fan", "Write the cards"),
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
            " check). It is auctioned again, without Ben.",
        ),
        (
            SetCompleted(seat=CAT, item="Canoe", stars=80),
            CAT,
            "You have all four Canoes: a set! (80★)",
        ),
        (
            SetCompleted(seat=CAT, item="Thief", stars=0),
            None,
            "Cat has all four Thieves: that costs a set at the end.",
        ),
        (
            Challenged(challenger=BEN, target=CAT, item="Canoe", stake=2, offer=1, count=4),
            None,
            "Ben challenged Cat for two Canoes: cash face down (4 cards).",
        ),
        (
            Challenged(challenger=BEN, target=CAT, item="Canoe", stake=1, offer=2, count=None),
            BEN,
            "You offered again, cash face down.",
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
        ({"short": True, "without": "Wreath", "and": "Trap"}, "There is no Wreath in this deck"),
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
