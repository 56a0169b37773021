"""How Downeast Dealer is drawn, told and read: what each player meets, in words."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.panel import Ask, Form, Line, Menu, Names, Panel, Row, Text, ask, layout, modal
from cogs.downeast import FACE
from cogs.downeast.words import read_cash, written
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
from games.rules import IllegalMove, Refusal
from tests.games.downeast_table import ANN, BEN, CAT, DAN, RULES, Table
from tests.games.test_downeast_games import TERMS, game

face = FACE(None)  # type: ignore[arg-type]  # drawing, telling and reading need no press
CALLED = ["Ann", "Ben", "Cat", "Dan*", "Eve"]
START = "/ 50 10 10 10 10 0 0"


def names(state: State) -> Names:
    return Names(CALLED[: len(state.holdings)])


def panel(drawing) -> Panel:
    return Panel([Text(drawing.headline), *drawing.parts, Line(), *drawing.controls])


def board(table: Table) -> Panel:
    return panel(face.board(table.view(), names(table.state)))


def hand(table: Table, seat: int) -> Panel:
    return panel(face.hand(table.view(seat), names(table.state)))


def labels(drawn: Panel) -> list[str]:
    return [one.label for part in drawn.parts if isinstance(part, Row) for one in part.buttons]


def press(drawn: Panel, label: str) -> Ask:
    return next(
        one.ask
        for part in drawn.parts
        if isinstance(part, Row)
        for one in part.buttons
        if one.label == label
    )


def read(table: Table, seat: int, wanted: Ask):
    return face.read(wanted, table.view(seat), names(table.state))


def type_in(table: Table, seat: int, text: str):
    return read(table, seat, face.typed(text, table.view(seat)))


def filled(form: Form, **given: str) -> Ask:
    """Submit a form as it stands, but for what is given."""
    stands = {
        field.key: next((one.value for one in field.choices if one.chosen), field.default)
        for field in form.fields
    }
    return form.ask.with_args(**{**stands, **given})


def bidding(**options) -> Table:
    return Table(START, START, START, START, deck="Canoe Trap", **options).turn_over(ANN)


def dealing(cards: str = "50", fanned: bool = False) -> Table:
    table = Table("Canoe Canoe / 50 10", "Canoe Canoe / 100 10 0", "/", deck="Trap")
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
    (menu,) = [part for part in drawn.parts if isinstance(part, Menu)]
    assert [(one.label, one.description) for one in menu.choices] == [("a $100", "$20 too much")]
    assert labels(board(table)) == ["Pay $80…"]
    assert labels(hand(table, CAT)) == []


def test_the_longest_payment_there_is_still_fits_a_button():
    table = Table("/", "/" + " 50" * 10 + " 10" * 20, "/", deck="Canoe").turn_over(ANN)
    table.bid(BEN, 700).passes(CAT).sell(ANN)
    drawn = hand(table, BEN)
    layout(drawn, 12345678, 12345)
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
    private = [face.private(table.view()) for table in (bidding(), dealing(), sealing())]
    assert private == [frozenset(), {BEN}, {ANN, BEN, CAT}]
    table = bidding().bid(BEN, 10).passes(CAT, DAN)
    assert face.private(table.view()) == frozenset()
    assert face.private(table.sell(ANN).view()) == {BEN}


def test_the_ending_shows_the_sum_set_by_set():
    table = Table(
        "Trophy Trophy Trophy Trophy Trap Trap Trap /",
        "Thief Thief Thief Thief Canoe Canoe Canoe Canoe Buoy Buoy Buoy Buoy /",
        "/",
        deck="Trap",
        thief=True,
    )
    table.turn_over(ANN).passes(BEN, CAT)
    drawing = face.ending(table.view(), names(table.state))
    assert drawing.headline == "**Ann wins, with 300★.**"
    text = Panel(drawing.parts).text()
    assert "**Ann** · Trophies 100★, Traps 50★: (100 + 50) × 2 = **300★**" in text
    assert "**Ben** · Canoes: **80★** · all four Thieves: the Buoys are lost" in text
    assert "**Cat** · no sets: **0★**" in text


def test_terms_say_what_is_unusual():
    assert face.terms(Options()) == "Classified deck, without the Thief · full game"
    assert face.terms(Options(deck="yankee", thief=True, short=True, limits=False)) == (
        "Yankee Swap deck, with Coal · short game, without Mittens and Fruitcakes"
        " · no secret limits"
    )


def test_the_help_fits_and_says_what_is_assumed():
    pages = face.how_to()
    assert all(len(page) <= 3500 for page in pages)
    assert "Outboards" in pages[1].split("**Assumed.**")[1].split("and the star values")[0]
    assert "those of Trophies and Traps" in pages[1]


@pytest.mark.parametrize("number", range(len(TERMS)))
def test_every_position_fits_discord_and_all_that_a_hand_offers_can_be_done(number: int):
    seats = 3 + number % 3
    called = Names(["@everyone *with_a_long* [name](x) of forty or so"] * seats)
    steps = game(seats, TERMS[number], seed=600 + number)
    for state in [step.state for step in steps[:: len(steps) // 60 + 1]] + [steps[-1].state]:
        over = state.phase.kind == "over"
        for seat in (None, *range(seats)):
            view = RULES.view(state, seat)
            draw = face.ending if over else face.board if seat is None else face.hand
            drawn = panel(draw(view, called))
            assert len(drawn.text()) <= 3000
            assert len(list(layout(drawn, 12345678, 1234).walk_children())) <= 35
            if seat is None or over:
                continue
            for wanted in drawn.asks():
                followed(state, seat, wanted, called)
            for wanted in panel(face.board(RULES.view(state, None), called)).asks():
                tried(state, seat, wanted, called)


def followed(state: State, seat: int, wanted: Ask, called: Names):
    """Follow a request through the form it may open, to a move that the rules take."""
    got = face.read(wanted, RULES.view(state, seat), called)
    if isinstance(got, Form):
        modal(got, 12345678, 1234)
        assert all(len(field.choices) <= 25 for field in got.fields)
        return followed(state, seat, filled(got), called)
    return RULES.play(state, seat, got, Chance.tape())


def tried(state: State, seat: int, wanted: Ask, called: Names):
    """Press anything: it is done, or refused in a sentence."""
    sentence = "Done."
    try:
        followed(state, seat, wanted, called)
    except Refusal as refusal:
        sentence = str(refusal)
    assert sentence.endswith((".", "?", "**"))


# --- read -----------------------------------------------------------------------------------------


def test_a_late_press_is_refused_and_never_becomes_another_move():
    table = bidding()
    old = board(table)
    table.bid(BEN, 10)
    for label in ("Bid $10", "Pass"):
        with pytest.raises(IllegalMove, match=r"stands at \$10 now"):
            table.play(CAT, read(table, CAT, press(old, label)))
    table.passes(CAT, DAN).sell(ANN).pay(BEN, "10").turn_over(BEN)
    for label in ("Bid $10", "Pass"):
        with pytest.raises(IllegalMove, match="another card"):
            table.play(CAT, read(table, CAT, press(old, label)))
    deal = dealing("")
    take = press(board(deal), "Take the cash, give the two Canoes")
    deal.answer(BEN, "").offer(ANN, "10")
    with pytest.raises(IllegalMove, match="another offer"):
        deal.play(BEN, read(deal, BEN, take))


def test_the_bid_form_names_its_limits_and_takes_a_secret_one():
    table = bidding().bid(BEN, 60)
    form = read(table, CAT, press(board(table), "Bid…"))
    assert form.fields[0].hint == "$70 to $90, in tens"
    assert read(table, CAT, filled(form)) == Raise(lot=1, amount=70, over=60)
    wanted = filled(form, amount="$80", limit="90")
    assert read(table, CAT, wanted) == Raise(lot=1, amount=80, over=60, limit=90)
    with pytest.raises(Refusal, match="Write your bid as a number"):
        read(table, CAT, filled(form, amount="a lot"))
    all_in = bidding().bid(BEN, 80)
    form = read(all_in, CAT, press(board(all_in), "Bid…"))
    assert [field.hint for field in form.fields] == ["$90, all you hold"]
    table.bid(CAT, 90)
    with pytest.raises(Refusal, match=r"You hold \$90, and the least bid is \$100"):
        read(table, BEN, press(board(table), "Bid…"))


def test_the_bid_form_is_not_opened_for_who_may_not_bid():
    table = bidding().bid(BEN, 60)
    for seat, sentence in [(ANN, "you do not bid"), (BEN, "You hold the high bid already")]:
        with pytest.raises(IllegalMove, match=sentence):
            table.play(seat, read(table, seat, press(board(table), "Bid…")))


def test_a_limit_can_be_set_changed_and_withdrawn():
    table = bidding().bid(BEN, 60)
    form = read(table, BEN, press(hand(table, BEN), "Secret limit…"))
    assert read(table, BEN, filled(form, limit="80")) == SetLimit(lot=1, bid=60, limit=80)
    assert read(table, BEN, filled(form, limit="")) == SetLimit(lot=1, bid=60, limit=None)
    table.limit(BEN, 80)
    withdraw = press(hand(table, BEN), "Withdraw the limit")
    assert read(table, BEN, withdraw) == SetLimit(lot=1, bid=60, limit=None)
    assert type_in(table, BEN, "limit 90") == SetLimit(lot=1, bid=60, limit=90)
    assert type_in(table, BEN, "no limit") == SetLimit(lot=1, bid=60, limit=None)
    assert read(table, BEN, ask("limit", limit=0)) == SetLimit(lot=1, bid=60, limit=None)


def test_a_deal_is_chosen_from_a_menu_and_made_in_a_form():
    table = Table("Canoe Trap / 50 10 0", "Canoe /", "Canoe Trap Trap /", deck="Buoy")
    form = read(table, ANN, press(board(table), "Downeast Deal…"))
    assert {one.value for one in form.fields[0].choices} == {
        "Canoe@seat 2",
        "Canoe@seat 3",
        "Trap@seat 3",
    }
    assert form.note == "You hold $50 · $10 · a bad check: $60 in all."
    wanted = filled(form, what="Trap@seat 3", cash="50, check", how="fan")
    assert read(table, ANN, wanted) == Challenge(
        item="Trap", target=CAT, cards=(50, 0), fanned=True
    )
    form = read(table, ANN, ask("deal", what="Canoe@seat 2"))
    assert [field.key for field in form.fields] == ["cash", "how"]
    assert read(table, ANN, filled(form)) == Challenge(item="Canoe", target=BEN, cards=(10,))
    with pytest.raises(Refusal, match=r"Not now\. It is Ann's turn"):
        read(table, BEN, ask("deal"))


def test_forms_ask_for_answers_offers_bids_and_payments():
    deal = dealing()
    form = read(deal, BEN, press(hand(deal, BEN), "Answer with cash…"))
    expected = Answer(item="Canoe", challenger=ANN, offer=1, cards=(100, 0))
    assert read(deal, BEN, filled(form, cash="100 c")) == expected
    tied = dealing("").answer(BEN, "")
    form = read(tied, ANN, press(board(tied), "Offer again…"))
    expected = Offer(item="Canoe", target=BEN, offer=2, cards=(50,), fanned=True)
    assert read(tied, ANN, filled(form, cash="50", how="fan")) == expected
    thief = sealing()
    form = read(thief, CAT, press(board(thief), "Seal a bid…"))
    assert read(thief, CAT, filled(form, cash="")) == Seal(lot=1, round=1, cards=())
    nothing = press(board(thief), "Bid nothing")
    assert read(thief, CAT, nothing) == Seal(lot=1, round=1, cards=())
    paying = bidding().bid(BEN, 60).passes(CAT, DAN).sell(ANN)
    form = read(paying, BEN, press(board(paying), "Pay $60…"))
    assert form.fields[0].default == "50 10"
    assert read(paying, BEN, filled(form)) == Pay(lot=1, price=60, cards=(50, 10))
    with pytest.raises(Refusal, match=r"Not now\. Ben is to pay"):
        read(paying, CAT, press(board(paying), "Pay $60…"))


def test_what_is_not_a_move_now_is_answered_with_what_is_going_on():
    for verb in ("bid", "pass", "call", "sell", "buy", "pay", "offer", "surrender", "seal"):
        with pytest.raises(Refusal, match=r"Not now\. It is Ann's turn"):
            read(Table("/", "/", "/", deck="Trap"), BEN, ask(verb))
    with pytest.raises(Refusal, match="no move of this game"):
        read(bidding(), BEN, ask("dance"))


HELD = (500, 50, 10, 10, 10, 0, 0)


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
        ("", ()),
        ("all", HELD),
        ("50,100", (100, 50)),
    ],
)
def test_cash_is_read_as_players_write_it(text: str, cards):
    assert read_cash(text, HELD) == cards
    assert read_cash(written(cards), HELD) == cards


@pytest.mark.parametrize(
    "text", ["80", "50 x", "fifty", "50 20", "1" * 500, "10 " * 200, "50x", "-10"]
)
def test_cash_that_makes_no_sense_is_refused_with_what_does(text: str):
    with pytest.raises(Refusal, match="50 10 10"):
        read_cash(text, HELD)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pass", Pass(lot=1, over=60)),
        ("Pass.", Pass(lot=1, over=60)),
        ("bid 80", Raise(lot=1, amount=80, over=60)),
        ("80", Raise(lot=1, amount=80, over=60)),
        ("$80", Raise(lot=1, amount=80, over=60)),
        ("raise to 70", Raise(lot=1, amount=70, over=60)),
        ("bid 70 limit 90", Raise(lot=1, amount=70, over=60, limit=90)),
        ("70 up to $90", Raise(lot=1, amount=70, over=60, limit=90)),
        ("call", Call(lot=1, over=60)),
    ],
)
def test_an_auction_can_be_played_by_typing(text: str, move):
    assert type_in(bidding().bid(BEN, 60), CAT, text) == move


def test_the_rest_can_be_played_by_typing():
    hammered = bidding().bid(BEN, 60).passes(CAT, DAN)
    assert type_in(hammered, ANN, "sell") == Sell(lot=1, to=BEN, price=60)
    assert type_in(hammered, ANN, "keep it") == Buy(lot=1, instead_of=BEN, price=60)
    paying = hammered.sell(ANN)
    for text in ("50 10", "pay 50 10"):
        assert type_in(paying, BEN, text) == Pay(lot=1, price=60, cards=(50, 10))
    surrender = Surrender(item="Canoe", challenger=ANN, offer=1)
    for text in ("surrender", "take the cash"):
        assert type_in(dealing(), BEN, text) == surrender
    answer = Answer(item="Canoe", challenger=ANN, offer=1, cards=(100, 0))
    for text in ("100 c", "answer 100 and a check"):
        assert type_in(dealing(), BEN, text) == answer
    tied = dealing("").answer(BEN, "")
    offer = Offer(item="Canoe", target=BEN, offer=2, cards=(50,))
    assert type_in(tied, ANN, "50") == offer
    assert type_in(tied, ANN, "offer 50 fan") == replace(offer, fanned=True)
    assert type_in(sealing(), BEN, "50 10 10") == Seal(lot=1, round=1, cards=(50, 10, 10))
    assert type_in(sealing(), BEN, "nothing") == Seal(lot=1, round=1, cards=())
    table = Table("/", "/", "/", deck="Trap")
    assert type_in(table, ANN, "auction") == TurnOver(lot=1)


@pytest.mark.parametrize(
    ("text", "cards", "fanned"),
    [
        ("deal canoe ben 50 10 fan", (50, 10), True),
        ("deal canoe with Ben for $50", (50,), False),
        ("deal a canoe from seat 2 nothing", (), False),
        ("deal canoes be 50 c stacked", (50, 0), False),
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
        ("deal canoe zoe 50", "With whom"),
        ("deal canoe", "With whom"),
        ("deal canoe ben 70", r"no \$70 card"),
    ]:
        with pytest.raises(Refusal, match=sentence):
            type_in(table, ANN, text)
    assert isinstance(type_in(table, ANN, "deal canoe ben"), Form)


def test_a_line_that_means_nothing_is_answered_with_what_can_be_typed():
    for table, seat, sentence in [
        (bidding(), BEN, "`bid 80 limit 120`"),
        (bidding(limits=False), BEN, r"`pass`, `bid 80`\."),
        (bidding(), ANN, "`call`"),
        (Table("/", "/", "/", deck="Trap"), ANN, "`auction`"),
        (Table("/", "/", "/", deck="Trap"), BEN, "Nothing waits"),
    ]:
        for text in ("hello there", ""):
            with pytest.raises(Refusal, match=sentence):
                type_in(table, seat, text)


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
                bids=(Revealed(BEN, (50, 10)), Revealed(CAT, ()), Revealed(ANN, (0,))),
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
    assert face.tell(event, Names(CALLED), to) == text


def test_every_event_of_a_game_is_told_to_everybody_it_may_be_told_to():
    for number, options in enumerate(TERMS):
        for step in game(4, options, seed=700 + number):
            for told in step.told:
                for to in (None, *(range(4) if told.to is None else told.to)):
                    line = face.tell(told.event, Names(CALLED[:4]), to)
                    if isinstance(told.event, Sealed) and told.event.seat == to:
                        assert not line  # LaidDown says it, and with what
                        continue
                    assert line[0].isupper()
                    assert line.endswith((".", "!", "…", ")"))
                    assert "None" not in line


# --- commands -------------------------------------------------------------------------------------


def completed(option: str, command: str, table: Table, seat: int, typed: str = "", **namespace):
    """Ask for the autocompletion of an option, as the player in this seat."""

    class Press:
        async def seen(self, interaction, face):
            return table.view(seat), names(table.state)

    cog = FACE(Press())  # type: ignore[arg-type]
    found = cog.app_command.get_command(command)
    interaction = SimpleNamespace(namespace=SimpleNamespace(**namespace))
    parameter = found._params[option]
    return [choice.value for choice in asyncio.run(parameter.autocomplete(cog, interaction, typed))]


def test_autocompletes_offer_only_what_is_legal():
    table = bidding().bid(BEN, 60)
    assert completed("amount", "bid", table, CAT) == [70, 80, 90]
    assert completed("amount", "bid", table, CAT, "8") == [80]
    assert completed("limit", "bid", table, CAT, amount=80) == [80, 90]
    assert completed("amount", "bid", table, ANN) == []
    assert completed("amount", "bid", table, BEN) == []
    paying = Table("/", "/ 100 50 10 10 10", "/", deck="Canoe").turn_over(ANN)
    paying.bid(BEN, 80).passes(CAT).sell(ANN)
    assert completed("cash", "pay", paying, BEN) == ["50+10x3", "100"]
    assert completed("cash", "pay", paying, CAT) == []
    deals = Table("Canoe Trap /", "Canoe /", "Trap /", "Buoy /", deck="Buoy")
    assert completed("item", "deal", deals, ANN) == ["Canoe", "Trap"]
    assert completed("whom", "deal", deals, ANN, item="Canoe") == ["seat 2"]
    assert completed("whom", "deal", deals, BEN) == []
    assert "nothing" in completed("cash", "answer", dealing(), BEN)
    assert completed("cash", "answer", dealing(), CAT) == []
    assert len(completed("without", "start", table, ANN, deck="yankee")) == 10


class Opening:
    """A press that tries the terms as the host does, and notes what is opened or refused."""

    def __init__(self):
        self.opened = []
        self.refused = []

    async def open(self, interaction, face, options, **_):
        try:
            face.rules.start(3, options, Chance.of(b"", 0, 0))
            self.opened.append(options)
        except Refusal as refusal:
            self.refused.append(str(refusal))


def test_sets_to_leave_out_are_found_by_name_and_refused_when_they_make_no_sense():
    press = Opening()
    cog = FACE(press)  # type: ignore[arg-type]
    start = cog.app_command.get_command("start").callback
    asyncio.run(start(cog, None, short=True, without="canoe", without_too="TRAPS"))
    assert press.opened == [Options(short=True, removed=("Canoe", "Trap"))]
    asyncio.run(start(cog, None, short=True, without="Wreath", without_too="Trap"))
    asyncio.run(start(cog, None, short=True, without="Canoe"))
    asyncio.run(start(cog, None, without="Canoe", without_too="Trap"))
    assert [line.split(".")[0] for line in press.refused] == [
        "There is no Wreath in this deck",
        "A short game leaves out two different sets",
        "Sets are left out of a short game only",
    ]
    assert len(press.opened) == 1


def test_there_is_a_command_for_every_kind_of_move_and_they_fit_discord():
    group = FACE(None).app_command  # type: ignore[arg-type]
    moves = "auction bid limit pass call sell buy pay deal offer surrender answer seal"
    assert {one.name for one in group.commands} >= {
        "start",
        "hand",
        "table",
        "rules",
        *moves.split(),
    }
    size = len(group.name) + len(group.description)
    for command in group.commands:
        size += len(command.name) + len(command.description)
        for one in command.parameters:
            size += len(one.display_name) + len(str(one.description))
            size += sum(len(choice.name) + len(str(choice.value)) for choice in one.choices)
    assert size <= 8000
