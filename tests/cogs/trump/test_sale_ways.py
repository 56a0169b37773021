"""Bids, raises and plans in a sale of TRUMP The Game: buttons, forms, commands, typed lines."""

import pytest

from games.rules import Refusal
from games.trump.moves import ComeBack, DropPlan, KnockOut, Pass, Plan, Raise
from tests.cogs.trump.face import (
    ANN,
    BEN,
    OPEN,
    SHOWN,
    board,
    command,
    completed,
    entry,
    hand,
    labels,
    press,
    read,
    submit,
    type_in,
)
from tests.games.trump import selling as sales
from tests.games.trump.selling import BACK, I20, I50, OUT

bid = sales.opening


def opening(*, options=None, **more) -> sales.Sale:
    return sales.Sale([I50, I20], [OUT], [BACK], options=options, **more)


def test_an_opening_bid_has_quick_buttons_and_a_form_tr_62():
    sale = opening()
    drawn = hand(sale.state, ANN)
    assert labels(drawn) == ["Bid $10M", "Bid $50M", "Bid…", "No bid"]
    assert read(sale.state, ANN, press(drawn, "No bid")) == bid(0, None)
    assert read(sale.state, ANN, press(drawn, "Bid $50M")) == bid(50, 50)
    assert labels(board(sale.state)) == labels(drawn)
    form = read(sale.state, ANN, press(drawn, "Bid…"))
    assert form.title == "A bid for the Hotel"
    assert [field.key for field in form.entries] == [
        "?amount",
        "?up_to",
        "*investors",
        "*out",
        "*back",
    ]
    assert [field.required for field in form.entries] == [True, False, False, False, False]
    assert entry(form, "amount").hint == "$10M to $400M, in tens, or no bid"
    assert submit(sale.state, ANN, form) == bid(50, 50)

    forms = [
        read(sale.state, ANN, press(hand(sale.state, ANN), "Bid…"))
        for sale in (opening(), sales.Sale(["Tax"], [OUT], [BACK]), opening(options=OPEN))
    ]
    keys = [[field.key for field in form.entries] for form in forms]
    assert keys[0] == keys[1] == keys[2]
    assert len(keys[0]) == 5


def test_a_bid_without_a_limit_has_a_plan_with_once_only_tr_62():
    sale = opening()
    for line in ("100", "bid 100", "$100M", "bid $100m"):
        assert type_in(sale.state, ANN, line) == bid(100, 100), line
    assert command(sale.state, ANN, "bid", amount="100") == bid(100, 100)
    assert command(sale.state, ANN, "bid", amount="no bid") == bid(0, None)
    assert type_in(sale.state, ANN, "no bid") == bid(0, None)
    assert type_in(sale.state, ANN, "bid 100 ask in turn") == bid(100, None)
    form = read(sale.state, ANN, press(hand(sale.state, ANN), "Bid…"))
    assert submit(sale.state, ANN, form, amount="100", up_to="") == bid(100, 100)
    assert submit(sale.state, ANN, form, amount="100", up_to="150") == bid(100, 150)
    assert submit(sale.state, ANN, form, amount="100", up_to="ask in turn") == bid(100, None)

    sale = opening(options=OPEN)
    assert type_in(sale.state, ANN, "100") == bid(100, None)
    assert read(sale.state, ANN, press(hand(sale.state, ANN), "Bid $50M")) == bid(50, None)
    assert type_in(sale.state, ANN, "100 up to 150") == bid(100, 150)


def test_the_parts_of_a_bid_can_be_typed_in_any_order():
    sale = opening()
    whole = bid(100, 150, "use", "yes", "ask")
    for line in (
        "bid 100 up to 150 use investors out yes back ask",
        "bid 100, out yes, back ask me, use my investors, limit 150",
        "100 150 use yes ask",
        "bid $100M $150M use yes ask",
    ):
        assert type_in(sale.state, ANN, line) == whole, line
    given = {"amount": "100", "up_to": "150", "investors": "use", "out": "yes", "back": "ask"}
    assert command(sale.state, ANN, "bid", **given) == whole
    assert type_in(sale.state, ANN, "bid 100 back yes") == bid(100, 100, back="yes")
    assert type_in(sale.state, ANN, "bid 100 use") == bid(100, 100, "use")
    with pytest.raises(Refusal, match="I don't understand “perhaps” there"):
        type_in(sale.state, ANN, "bid 100 perhaps")
    with pytest.raises(Refusal, match=r"isn't an amount\. Give \$10M to \$400M, in tens"):
        type_in(sale.state, ANN, "bid much")


def test_the_suggested_bid_is_the_money_inside_if_that_is_shown():
    sale = opening(inside=130)
    assert "Bid $50M" in labels(hand(sale.state, ANN))
    mine = opening(inside=130, owner=ANN)
    assert "Bid $130M" in labels(hand(mine.state, ANN))
    assert "Bid $50M" in labels(hand(mine.state, BEN))
    assert "Bid $130M" not in labels(board(mine.state))
    shown = opening(inside=130, options=SHOWN)
    assert "Bid $130M" in labels(hand(shown.state, BEN))
    assert "Bid $130M" in labels(board(shown.state))
    poor = opening(cash=(30, 400, 400))
    assert labels(hand(poor.state, ANN)) == ["Bid $10M", "Bid…", "No bid"]
    form = read(poor.state, ANN, press(hand(poor.state, ANN), "Bid…"))
    assert entry(form, "amount").default == "$10M"


def test_a_plan_can_be_made_changed_and_withdrawn():
    sale = opening(options=OPEN).open(50, 40, 30)
    assert type_in(sale.state, BEN, "plan 120 use out yes") == Plan(
        limit=120, investors="use", out="yes", back="no"
    )
    assert type_in(sale.state, BEN, "plan up to $120M") == Plan(
        limit=120, investors="keep", out="no", back="no"
    )
    assert labels(hand(sale.state, BEN)) == ["Plan…"]
    form = read(sale.state, BEN, press(hand(sale.state, BEN), "Plan…"))
    assert [field.key for field in form.entries] == ["?up_to", "*investors", "*out", "*back"]
    assert form.note == "You have $360M in hand."
    sale.plans(BEN, 120)
    assert labels(hand(sale.state, BEN)) == ["Change the plan…", "Withdraw the plan"]
    assert type_in(sale.state, BEN, "unplan") == DropPlan()
    assert type_in(sale.state, BEN, "withdraw my plan") == DropPlan()


def test_a_bidder_can_pass_for_the_rest_of_the_sale_tr_53():
    sale = opening(options=OPEN).open(50, 40, 30)
    stand_by = Plan(limit=0, investors="keep", out="no", back="no")
    button = press(hand(sale.state, ANN), "Pass for the rest of the sale")
    assert read(sale.state, ANN, button) == stand_by
    for line in ("pass for the rest", "plan up to nothing", "plan nothing"):
        assert type_in(sale.state, ANN, line) == stand_by, line
    assert type_in(sale.state, ANN, "pass") == Pass()
    assert "Pass for the rest of the sale" not in labels(hand(sale.state, BEN))


def test_raises_are_offered_with_their_investors_tr_30():
    sale = opening(options=OPEN).open(50, 100, 30)
    drawn = hand(sale.state, ANN)
    with_each = ["Raise to $110M with 20", "Raise to $110M with 50", "Raise to $120M with 20+50"]
    assert labels(drawn)[:4] == [*with_each, "Raise…"]
    for label, to, investors in zip(
        with_each, (110, 110, 120), ((I20,), (I50,), (I20, I50)), strict=True
    ):
        assert read(sale.state, ANN, press(drawn, label)) == Raise(to=to, investors=investors)
    assert labels(board(sale.state))[0] == "Raise…", "no cash yet, and cards are hidden"
    assert completed(sale.state, ANN, "raise", "to", "120") == ["$120M with 20+50"]
    form = read(sale.state, ANN, press(drawn, "Raise…"))
    assert form.note == "You have $350M in hand, and Investor 20, Investor 50."
    to, twenties, fifties = form.entries
    assert (to.label, to.default) == ("Raise your bid to", "$110M")
    assert to.hint == "In tens, investors' money included"
    assert [twenties.label, fifties.label] == ["$20M Outside Investors", "$50M Outside Investors"]
    assert submit(sale.state, ANN, form) == Raise(to=110, investors=(I20,))
    both = {twenties.key: twenties.choices[1].value, fifties.key: fifties.choices[1].value}
    filled = form.request.with_args({to.key: "150", **both})
    assert read(sale.state, ANN, filled) == Raise(to=150, investors=(I20, I50))


def test_the_investors_of_a_raise_can_be_typed_in_any_order():
    sale = opening(options=OPEN).open(50, 100, 30)
    both = Raise(to=150, investors=(I20, I50))
    for line in (
        "raise 150 with 50+20",
        "raise to $150M with investor 50 and investor 20",
        "150 with 20 + 50",
        "raise 150 with my outside investors 50, 20",
    ):
        assert type_in(sale.state, ANN, line) == both, line
    assert type_in(sale.state, ANN, "raise 150") == Raise(to=150, investors=())
    with pytest.raises(Refusal, match=r"There's no Investor 70\. There are Investor 20"):
        type_in(sale.state, ANN, "raise 150 with 70")
    with pytest.raises(Refusal, match="With which Outside Investors"):
        type_in(sale.state, ANN, "raise 150 with love")


def test_cash_raises_are_offered_after_an_investor_was_played_tr_29():
    sale = opening(options=OPEN).open(50, 100, 30).raises(ANN, 150, I50)
    drawn = hand(sale.state, BEN)
    assert "Raise to $160M" in labels(drawn)
    assert labels(board(sale.state))[:3] == ["Raise to $160M", "Raise to $200M", "Raise…"]
    assert read(sale.state, BEN, press(board(sale.state), "Raise to $200M")) == Raise(
        to=200, investors=()
    )
    form = read(sale.state, BEN, press(drawn, "Raise…"))
    assert form.entries[0].hint == "$160M or more, in tens, then any investors"
    assert type_in(sale.state, BEN, "160") == Raise(to=160, investors=())


def test_a_bidder_can_be_knocked_out_and_come_back():
    sale = sales.Sale([OUT], [BACK], [OUT], options=OPEN).open(50, 100, 30)
    drawn = hand(sale.state, ANN)
    assert "You're Out: Ben" in labels(drawn)
    for line in ("out ben", "you're out Ben", "knock out Ben", "play you’re out on ben"):
        assert type_in(sale.state, ANN, line) == KnockOut(seat=BEN), line
    sale.outs(ANN, BEN)
    assert "I'm Back" in labels(board(sale.state))
    for line in ("back", "i'm back", "I’m Back!"):
        assert type_in(sale.state, BEN, line) == ComeBack(), line
    assert type_in(sale.state, BEN, "stay out") == Pass()
