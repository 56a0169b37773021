"""Pressed, filled in and typed moves of Downeast Dealer."""

from dataclasses import replace

import pytest

from bot.ui.panels.panel import Form, request
from bot.ui.panels.words import Names
from bot.ui.ways.offers import can_be_typed
from bot.ui.ways.read import read_line
from bot.ui.ways.resolve import NotNow, resolve
from cogs.downeast import FACE
from cogs.downeast.cash import write_cash
from cogs.downeast.text import some
from games.downeast.decks import DECKS
from games.downeast.displays import arranged
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
from games.downeast.state import Options
from games.rules import IllegalMove, Refusal
from tests.cogs.downeast.face import (
    START,
    WAYS,
    bidding,
    board,
    command,
    completed,
    dealing,
    filled,
    hand,
    labels,
    legal,
    menus,
    names,
    press,
    read,
    said,
    sealing,
    type_in,
    values,
)
from tests.games.downeast.table import ANN, BEN, CAT, DAN, RULES, TERMS, Table, game


def test_staleness_only_bids_limits_and_sealed_bids_outlast_other_bids():
    holds = {way.verb: way.holds for way in FACE.ways}
    longer = {verb for verb, held in holds.items() if held == "subject"}
    assert longer == {"bid", "limit", "seal"}
    assert {verb for verb, held in holds.items() if held == "game"} == {"askme"}
    assert set(holds.values()) == {"subject", "key", "game"}


def test_the_bid_form_shows_the_valid_bids_and_takes_a_limit_where_the_table_has_limits():
    table = bidding().bid(BEN, 60)
    form = read(table, CAT, press(board(table), "Bid…"))
    assert form.title == "Your bid for the Canoe"
    assert form.entries[0].hint == "$70 to $90, in tens"
    assert read(table, CAT, filled(form)) == Raise(amount=70, limit=None)
    wanted = filled(form, amount="$80", limit="90")
    assert read(table, CAT, wanted) == Raise(amount=80, limit=90)
    with pytest.raises(Refusal, match=r"“a lot” isn't a bid\. Bids go in tens, from `\$70` up"):
        read(table, CAT, filled(form, amount="a lot"))
    all_in = bidding().bid(BEN, 80)
    form = read(all_in, CAT, press(board(all_in), "Bid…"))
    assert form.entries[0].hint == "$90, all you have"
    table.bid(CAT, 90)
    with pytest.raises(NotNow):
        read(table, BEN, press(board(table), "Bid…"))
    assert "You can only pass. You have $90, and the next bid must be at least $100." in said(
        table, BEN
    )
    table = bidding(limits=False)
    form = read(table, CAT, press(board(table), "Bid…"))
    assert [entry.key for entry in form.entries] == ["?amount"]
    assert read(table, CAT, filled(form, amount="20")) == Raise(amount=20, limit=None)


def test_the_bid_form_opens_only_for_bidders():
    table = bidding().bid(BEN, 60)
    for seat, sentence in [(ANN, "You're auctioning a Canoe"), (BEN, "You have the high bid")]:
        with pytest.raises(NotNow):
            read(table, seat, press(board(table), "Bid…"))
        assert sentence in said(table, seat)
        with pytest.raises(IllegalMove):
            table.play(seat, read(table, seat, press(board(table), "Raise to $70")))


def test_a_limit_can_be_set_changed_and_withdrawn():
    table = bidding().bid(BEN, 60)
    form = read(table, BEN, press(hand(table, BEN), "Secret limit…"))
    assert form.title == "Your secret limit"
    assert [choice.label for choice in form.entries[0].choices] == ["$60", "$70", "$80", "$90"]
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
    assert isinstance(type_in(table, BEN, "limit"), Form)  # a half-typed line withdraws nothing
    assert command(table, BEN, "limit", limit="0") == SetLimit(limit=None)


def test_forms_take_answers_offers_sealed_bids_and_payments():
    deal = dealing()
    form = read(deal, BEN, press(hand(deal, BEN), "Answer with cash…"))
    assert read(deal, BEN, filled(form, cash="100 c")) == Answer(cards=(100, 0))
    tied = dealing("").answer(BEN, "")
    form = read(tied, ANN, press(board(tied), "Offer again…"))
    fan = next(choice.value for choice in form.entries[2].choices if choice.label == "fanned out")
    expected = Offer(cards=(50,), fanned=True)
    assert read(tied, ANN, filled(form, cash="50", how=fan)) == expected
    thief = sealing()
    form = read(thief, CAT, press(board(thief), "Seal a bid…"))
    stands = [choice.label for entry in form.entries for choice in entry.choices if choice.chosen]
    assert stands == ["0 of 1", "1 of 4", "0 of 2"]
    assert read(thief, CAT, filled(form)) == Seal(cards=(10,))
    assert read(thief, CAT, filled(form, cash="nothing")) == Seal(cards=())
    assert read(thief, CAT, press(board(thief), "Bid nothing")) == Seal(cards=())
    hammered = Table("/", "/ 50 10 10 10", "/", deck="Canoe Trap").turn_over(ANN).bid(BEN, 60)
    paying = hammered.passes(CAT).sell(ANN)
    assert read(paying, BEN, press(board(paying), "Pay $60…")) == Pay(cards=(50, 10))
    with pytest.raises(NotNow):
        read(paying, CAT, press(board(paying), "Pay $60…"))
    assert said(paying, CAT).startswith("Ben owes Ann $60 for the Canoe.")
    choice = Table("/", "/ 100 50 10 10", "/", deck="Canoe Trap").turn_over(ANN).bid(BEN, 60)
    choice.passes(CAT).sell(ANN)
    form = read(choice, BEN, press(board(choice), "Pay $60…"))
    assert form.title == "Pay $60"
    assert [(choice.label, choice.description) for choice in form.entries[0].choices] == [
        ("50 10", "exactly"),
        ("100", "$40 too much"),
    ]
    assert read(choice, BEN, filled(form)) == Pay(cards=(50, 10))


def test_a_form_takes_the_payments_that_do_not_fit_the_menu():
    table = Table("/", "/ 500 200 200 200 200" + " 100" * 5 + " 50" * 8 + " 10" * 18, "/")
    table.state = replace(table.state, deck=("Canoe",))
    table.turn_over(ANN).bid(BEN, 990).passes(CAT).sell(ANN)
    drawn = hand(table, BEN)
    assert len(legal(table.view(BEN)).moves) > 60
    assert sum(len(menu.choices) for menu in menus(drawn)) == 25
    assert labels(drawn)[1:] == ["Other cards…"]
    form = read(table, BEN, press(drawn, "Other cards…"))
    assert form.entries[0].hint == "Enough to pay, but no card you don't need"
    last = table.legal(BEN)[-1]
    written = write_cash(last.cards, names(table.state))
    assert read(table, BEN, filled(form, cash=written)) == last
    assert read(table, BEN, filled(form)) == legal(table.view(BEN)).moves[0]


def test_an_impossible_request_is_answered_with_the_situation():
    table = Table("/", "/", "/", deck="Trap")
    for verb in ("bid", "limit", "pay", "deal", "offer", "answer", "seal"):
        with pytest.raises(NotNow):
            read(table, BEN, request(verb))
    for verb in ("auction", "pass", "call", "sell", "buy", "surrender"):
        with pytest.raises(IllegalMove):
            table.play(BEN, read(table, BEN, request(verb)))
    assert said(table, BEN) == "It's Ann's turn to auction the next item."
    assert "High bid: **$60** by Ben. Bid or pass. " in said(bidding().bid(BEN, 60), CAT)


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


def test_all_other_moves_can_be_typed():
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


def test_an_unreadable_deal_is_refused_with_a_question():
    table = Table("Canoe / 50", "Canoe /", "Canoe /", deck="Trap")
    for text, sentence in [
        ("deal yacht ben 50", r"I don't know the item “yacht ben 50”\. You can deal for a Canoe\."),
        ("deal trap ben 50", r"You can't deal for a Trap now\. You can deal for a Canoe\."),
        ("deal canoe zoe 50", "Who do you mean"),
        ("deal canoe", r"With whom\? You can deal with Ben or Cat\."),
        ("deal canoe ben fan", "Name the cards you lay down, like 50, or nothing"),
        ("deal canoe ben 70", r"no \$70 card"),
    ]:
        with pytest.raises(Refusal, match=sentence):
            type_in(table, ANN, text)
    assert isinstance(type_in(table, ANN, "deal canoe ben"), Form)


def test_the_name_of_the_only_partner_can_be_left_out():
    table = Table("Canoe / 50", "Canoe /", "Trap /", deck="Buoy")
    expected = Challenge(item="Canoe", target=BEN, cards=(50,), fanned=False)
    assert type_in(table, ANN, "deal canoe 50") == expected
    assert isinstance(type_in(table, ANN, "deal canoe"), Form)


def test_partners_with_confusing_names_are_found():
    table = Table("Canoe / 50", "Canoe /", "Canoe /", "Canoe /", deck="Buoy")
    view, way = table.view(ANN), WAYS["deal"]
    field = way.fields[0]
    for called in (["Ann", "With", "with a", "Of"], ["Ann", "50", "seat 2", "50 10"], ["Ann"] * 4):
        for value in field.offer(view, {}):
            written = field.write(value, Names(called))
            assert field.read(written, view, Names(called)) == (value, "")
            assert field.read(f"{written} 50 10", view, Names(called)) == (value, "50 10")


def test_a_meaningless_line_is_answered_with_an_example():
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


@pytest.mark.parametrize("options", TERMS)
def test_limit_without_an_amount_withdraws_nothing_in_random_games(options: Options):
    tried_out = 0
    for step in game(3, options, seed=771)[::5]:
        for seat in range(3):
            view, called = RULES.view(step.state, seat), names(step.state)
            for text in ("limit", "secret limit", "Limit.", "limit,"):
                line_read = read_line(FACE.ways, text, view, called, legal(view))
                assert line_read is not None
                tried_out += 1
                if legal(view).of(WAYS["limit"]):
                    move = resolve(line_read[0], line_read[1], view, called, legal(view), line=True)
                    assert move != SetLimit(limit=None)
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
        ann, ben, cat = (replace(holding, items=items) for holding in table.state.holdings)
        table.state = replace(table.state, holdings=(ann, ben, cat))
        expected = Challenge(item=item, target=BEN, cards=(50,), fanned=False)
        for line in (f"deal {text} with Ben 50", f"Deal {text} Ben $50", f"deal {text}, ben, 50"):
            assert type_in(table, ANN, line) == expected, line
        assert command(table, ANN, "deal", what=f"{text} with ben", cash="50") == expected
    assert some_item(deck, item) in written


def some_item(deck, name: str) -> str:
    return some(name, 1) if deck in DECKS else ""


@pytest.mark.parametrize("called", ["Offerman", "Of Course", "Withers", "With Love", "From Here"])
def test_a_name_that_begins_with_a_preposition_is_read_whole(called: str):
    table = Table("Canoe / 50", "Canoe /", "Canoe /", deck="Trap")
    seated = Names(["Ann", "Course", called])
    for line in (f"canoe {called} 50", f"canoe with {called} 50", f"canoe from {called}, 50"):
        read_as, rest = WAYS["deal"].fields[0].read(line, table.view(ANN), seated)
        assert (read_as, rest) == (("Canoe", CAT), "50"), line
    for line in ("canoe with course 50", "canoe course 50"):
        read_as, _ = WAYS["deal"].fields[0].read(line, table.view(ANN), seated)
        assert read_as == ("Canoe", BEN)


def test_an_ambiguous_name_is_refused_with_seat_numbers():
    table = Table("Canoe / 50", "Canoe /", "Canoe /", deck="Trap")
    twins, field = Names(["Zoe", "Ann", "ann"]), WAYS["deal"].fields[0]
    for line in ("canoe with ann 50", "canoe ann", "canoe of Ann 50"):
        with pytest.raises(
            Refusal, match="Several players here are called Ann: say `seat 2` or `seat 3`"
        ):
            field.read(line, table.view(ANN), twins)
    assert field.read("canoe with seat 3 50", table.view(ANN), twins) == (("Canoe", CAT), "50")
    assert field.read("canoe seat 2 50", table.view(ANN), twins) == (("Canoe", BEN), "50")


def test_a_player_called_seat_2_is_not_seat_2():
    table = Table("Canoe / 50", "Canoe /", "Canoe /", deck="Trap")
    seated, field = Names(["Ann", "Ben", "seat 2"]), WAYS["deal"].fields[0]
    assert field.read("canoe with seat 2 50", table.view(ANN), seated) == (("Canoe", BEN), "50")
    assert field.write(("Canoe", CAT), seated) == "Canoe with seat 3"
    fifty = Names(["Ann", "50 Cent", "Cat"])
    one = Table("Canoe / 50", "Canoe /", "/", deck="Trap")
    assert field.read("canoe 50 cent 50", one.view(ANN), fifty) == (("Canoe", BEN), "50")
    assert field.read("canoe 50", one.view(ANN), fifty) == (("Canoe", BEN), "50")


@pytest.mark.parametrize("text", ["100,0", "80,00", "80.50", "1.000", "70'000"])
def test_a_broken_amount_is_refused(text: str):
    """Otherwise the rest of the number would be read as a secret limit."""
    table = Table("/", "/ 500", START, deck="Canoe").turn_over(ANN)
    for line in (f"bid {text}", f"bid 10 limit {text}"):
        with pytest.raises(Refusal):
            type_in(table, BEN, line)


@pytest.mark.parametrize("text", ["8²", "１２", "1_000", "٨٠", "80.50", "8e1", "①"])
def test_only_ascii_digits_are_amounts(text: str):
    table = Table("/", START, START, deck="Canoe").turn_over(ANN)
    for line in (f"bid {text}", f"bid 10 limit {text}", f"limit {text}"):
        with pytest.raises(Refusal):
            type_in(table if line[0] == "b" else table.bid(BEN, 10), BEN, line)
    for line in (f"seal {text}", f"seal 10x{text}", f"seal {text}x10", f"seal {text} checks"):
        with pytest.raises(Refusal):
            type_in(sealing(), BEN, line)


def test_button_labels_can_be_typed():
    assert type_in(sealing(), BEN, "Bid nothing") == Seal(cards=())
    assert type_in(sealing(), BEN, "bid 50 c") == Seal(cards=(50, 0))
    assert type_in(bidding(), BEN, "bid 50") == Raise(amount=50, limit=None)
    limited = bidding().bid(BEN, 60, 80)
    assert type_in(limited, BEN, "Withdraw the limit") == SetLimit(limit=None)
    assert type_in(dealing(), BEN, "take the offer") == Surrender()


def test_an_invalid_limit_is_refused_with_the_valid_ones():
    table = bidding()
    with pytest.raises(
        Refusal, match=r"“x” isn't a limit\. Give \$10 to \$90, in tens or `none`\."
    ):
        type_in(table, BEN, "bid 60 limit x")
    table.bid(BEN, 60)
    with pytest.raises(Refusal, match=r"“x” isn't a limit\. Give \$60 to \$90, in tens\."):
        type_in(table, BEN, "limit x")
    with pytest.raises(Refusal, match=r"Give \$60 to \$90, in tens or `none`\."):
        type_in(table.limit(BEN, 70), BEN, "limit x")
    none = bidding(limits=False)
    with pytest.raises(Refusal, match=r"“x” isn't a limit\. Give `none`\."):
        type_in(none, BEN, "bid 60 x")


def test_suggested_bids_stay_within_the_given_limit():
    table = bidding()
    assert values(completed("amount", "bid", table, CAT, limit=30)) == ["$10", "$20", "$30"]
    assert completed("amount", "bid", table.bid(BEN, 60), CAT, limit=30) == []
