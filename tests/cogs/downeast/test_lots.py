"""Secret answers and automatic payment on Discord (DD-43 to DD-45)."""

from dataclasses import replace
from typing import Any

import pytest

from bot.ui.panels.panel import Form, request
from bot.ui.panels.words import Names
from bot.ui.ways.resolve import NotNow
from cogs.downeast import FACE
from cogs.downeast.lots import suggested_amounts
from games.downeast.cash import money
from games.downeast.decks import CLASSIFIED
from games.downeast.events import AskMeSet, LotAnswered, Settled, WordGiven
from games.downeast.moves import AnswerLot, AskMe, Keep, Pass, Sell
from games.downeast.state import Options
from games.rules import IllegalMove, Refusal
from tests.cogs.downeast.face import (
    CALLED_PLAINLY,
    START,
    board,
    command,
    completed,
    filled,
    hand,
    labels,
    names,
    press,
    read,
    said,
    type_in,
    values,
)
from tests.cogs.terms import help_of
from tests.games.downeast.table import ANN, BEN, CAT, DAN, Table

WELL_OFF = "/ 100 50 10 10 10 10 10"  # $200


def lot(*seats: str, deck: str = "Canoe Trap", **options: Any) -> Table:
    """Return a table where Ann has turned over the first card for secret answers."""
    terms = {"bidding": "once", "payments": "house", **options}
    return Table(*(seats or (START,) * 4), deck=deck, **terms).turn_over(ANN)


def situation(table: Table, seat: int | None) -> str:
    return FACE.asked.situation(table.view(seat), names(table.state))


def test_dd_43_the_board_shows_who_has_answered_and_offers_amounts():
    table = lot()
    drawn = board(table)
    assert labels(drawn) == [
        *("Up to $20", "Up to $50", "Other…", "Pass", "Sell it", "Keep it for up to…")
    ]
    assert "Ann is auctioning a Canoe (a set is worth 80★)." in drawn.text()
    assert "Everybody answers once, in secret. Answered so far: nobody yet." in drawn.text()
    table.answers(BEN, 30).passes(CAT)
    assert "Answered so far: Ben and Cat." in board(table).text()
    assert labels(board(table)) == labels(drawn)


def test_dd_43_suggested_amounts_use_only_public_facts():
    assert suggested_amounts(lot(START, START, "/").view(None)) == suggested_amounts(
        lot(*(["/"] * 3)).view(None)
    )
    names_of = [item.name for item in CLASSIFIED.items]
    shown = {name: suggested_amounts(lot(deck=f"{name} Buoy").view(None)) for name in names_of}
    assert shown["Canoe"] == (20, 50)
    assert shown["Trophy"] == (20, 60)
    assert shown["Buoy"] == (10,)
    assert shown["Chest"][1] > 50  # the first chest has paid $50 each
    later = lot()
    later.state = replace(later.state, chests=4)
    assert suggested_amounts(later.view(None)) == (200, 500)


def test_dd_43_a_bidder_sees_the_question_and_their_own_answer():
    table = lot()
    assert situation(table, BEN) == (
        "Ann is auctioning a Canoe (a set is worth 80★). What's the most you'd pay?"
    )
    assert labels(hand(table, BEN)) == ["Up to $20", "Up to $50", "Other…", "Pass"]
    table.answers(BEN, 50)
    assert situation(table, BEN) == (
        "Ann is auctioning a Canoe (a set is worth 80★). You'd pay up to $50. You can change that"
        " until everybody has answered."
    )
    assert labels(hand(table, BEN)) == ["Up to $20", "Other…", "Pass"]
    assert "You've passed. You can change that" in situation(table.passes(BEN), BEN)
    assert labels(hand(table, BEN)) == ["Up to $20", "Up to $50", "Other…"]


def test_dd_43_a_bidder_without_cash_is_told_to_pass():
    table = lot(START, "/ 0", START)
    assert situation(table, BEN) == (
        "Ann is auctioning a Canoe (a set is worth 80★). You can only pass. You have $0, and a bid"
        " is at least $10."
    )
    assert labels(hand(table, BEN)) == ["Pass"]
    table.passes(BEN)
    assert situation(table, BEN) == (
        "Ann is auctioning a Canoe (a set is worth 80★). You've passed."
    )
    assert labels(hand(table, BEN)) == []


def test_dd_44_the_auctioneer_is_asked_at_the_same_time():
    table = lot()
    assert situation(table, ANN) == (
        "You're auctioning a Canoe (a set is worth 80★). Sell it, or name the most you'd pay to"
        " keep it."
    )
    assert labels(hand(table, ANN)) == ["Sell it", "Keep it for up to $20", "Keep it for up to…"]
    table.keeps(ANN, 40, {BEN: 60, CAT: 0}, ask=True)
    assert (
        "You'll keep it for up to $40, but up to $60 if Ben bids most and sell it if Cat bids most"
        in (situation(table, ANN))
    )
    assert labels(hand(table, ANN)) == ["Sell it", "Keep it for up to $20", "Keep it for up to…"]
    poor = lot("/ 0", START, START)
    assert labels(hand(poor, ANN)) == ["Sell it"]
    assert situation(poor, ANN).endswith(
        "You can only sell it, because $0 is too little to keep it."
    )


def test_dd_43_answers_are_asked_in_private():
    table = lot()
    assert FACE.private(table.view(None)) == {ANN, BEN, CAT, DAN}
    table.answers(BEN, 50)
    assert FACE.private(table.view(None)) == {ANN, CAT, DAN}


def test_dd_45_the_board_names_the_players_who_pick_their_cards():
    table = lot()
    assert "pick" not in board(table).text()
    table.ask_me(BEN).ask_me(CAT)
    assert "-# Ben and Cat pick their own cards when they pay. I pick for the others." in (
        board(table).text()
    )
    assert "pick" not in board(lot(payments="asked")).text()


def test_dd_43_an_amount_on_the_board_answers_for_its_presser():
    table = lot()
    wanted = press(board(table), "Up to $20")
    for seat in (BEN, CAT):
        assert read(table, seat, wanted) == AnswerLot(most=20, ask=False)
    assert read(table, BEN, press(board(table), "Pass")) == Pass()
    assert read(table, ANN, press(board(table), "Sell it")) == Sell()


def test_dd_43_a_form_takes_any_other_amount():
    table = lot()
    form = read(table, BEN, press(board(table), "Other…"))
    assert isinstance(form, Form)
    assert (form.title, form.note) == (
        "Your answer for the Canoe",
        "You have $90. Nobody else sees this before the end.",
    )
    amount, ask = form.entries
    assert (amount.label, amount.hint) == ("The most you'd pay, in tens", "$10 to $90, in tens")
    assert amount.default == "$50"
    assert [(choice.label, choice.chosen) for choice in ask.choices] == [
        ("as usual", True),
        ("ask me", False),
    ]
    assert read(table, BEN, filled(form)) == AnswerLot(most=50, ask=False)
    assert read(table, BEN, filled(form, amount="70", ask="true")) == AnswerLot(most=70, ask=True)
    table.answers(BEN, 30)
    form = read(table, BEN, press(hand(table, BEN), "Other…"))
    assert form.entries[0].default == "$30"  # the current answer


def test_dd_44_a_form_takes_the_auctioneers_prices():
    table = lot(WELL_OFF, START, START, START)
    form = read(table, ANN, press(board(table), "Keep it for up to…"))
    assert [entry.label for entry in form.entries] == [
        "Keep it if it costs at most",
        "A different price for single bidders",
        "Who picks the cards if you pay",
    ]
    assert form.entries[0].hint == "$10 to $200, in tens"
    assert read(table, ANN, filled(form)) == Keep(most=50, against=(), ask=False)
    given = filled(form, price="40", against="60 against Ben, 0 against Cat")
    assert read(table, ANN, given) == Keep(most=40, against=((BEN, 60), (CAT, 0)), ask=False)
    given = filled(form, price="sell", against="$60 against Ben", ask="true")
    assert read(table, ANN, given) == Keep(most=None, against=((BEN, 60),), ask=True)
    given = filled(form, price="60", against="60 against Ben")  # same price, so not needed
    assert read(table, ANN, given) == Keep(most=60, against=(), ask=False)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("50", AnswerLot(most=50, ask=False)),
        ("$50", AnswerLot(most=50, ask=False)),
        ("up to 50", AnswerLot(most=50, ask=False)),
        ("bid 50", AnswerLot(most=50, ask=False)),
        ("most 50", AnswerLot(most=50, ask=False)),
        ("50 ask me", AnswerLot(most=50, ask=True)),
        ("50, ask me", AnswerLot(most=50, ask=True)),
        ("pass", Pass()),
        ("ask me", AskMe(on=True)),
        ("askme on", AskMe(on=True)),
        ("askme yes", AskMe(on=True)),
    ],
)
def test_dd_43_a_bidder_types_an_amount_or_pass(line: str, move: Any):
    assert type_in(lot(), BEN, line) == move


def keep(most: int | None, *against: tuple[int, int], ask: bool = False) -> Keep:
    return Keep(most=most, against=against, ask=ask)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("sell", Sell()),
        ("sell it", Sell()),
        ("keep 40", keep(40)),
        ("keep it up to $40", keep(40)),
        ("keep it for up to $40", keep(40)),
        ("keep it at most 40", keep(40)),
        ("keep 40 ask me", keep(40, ask=True)),
        ("keep 40, 60 against Ben", keep(40, (BEN, 60))),
        ("keep 40 60 against ben ask me", keep(40, (BEN, 60), ask=True)),
        ("keep 40, but up to 60 against ben", keep(40, (BEN, 60))),
        ("keep 40, 0 against cat, 60 to ben", keep(40, (BEN, 60), (CAT, 0))),
        ("keep 40, 60 against Ben and 10 against Cat", keep(40, (BEN, 60), (CAT, 10))),
        ("keep 40, sell to cat", keep(40, (CAT, 0))),
        ("keep 40, not against cat", keep(40, (CAT, 0))),
        ("keep 40, 60 against seat 2", keep(40, (BEN, 60))),
        ("keep 60 against Ben", keep(None, (BEN, 60))),
        ("keep up to 60 against Ben", keep(None, (BEN, 60))),
        ("keep sell, 60 against Ben", keep(None, (BEN, 60))),
    ],
)
def test_dd_44_an_auctioneer_types_sell_or_keep(line: str, move: Any):
    assert type_in(lot(), ANN, line) == move


@pytest.mark.parametrize(
    ("seat", "line", "sentence"),
    [
        (BEN, "most Canoe", r"“canoe” isn't an amount\. Amounts go in tens, from `\$10` up\."),
        (BEN, "50.5", r"“50\.5” isn't an amount\. Amounts go in tens"),
        (BEN, "50 hello", r"Who picks the cards if you pay: `as usual` or `ask me`\?"),
        (ANN, "keep Canoe", r"“Canoe” isn't a price\. Give \$10 to \$90, in tens, or `sell`\."),
        (ANN, "keep 40, 60", "“60” names no bidder"),
        (ANN, "keep 40, 60 against Zed", "Who do you mean"),
        (ANN, "keep 40, 60 against Ben, 70 against Ben", "You named Ben twice"),
        (ANN, "askme maybe", r"I pick the cards for you now: `on` changes that\."),
    ],
)
def test_an_invalid_answer_is_refused_with_the_valid_ones(seat: int, line: str, sentence: str):
    with pytest.raises(Refusal, match=sentence):
        type_in(lot(), seat, line)


def test_dd_13_auctioneer_who_types_a_bid_is_told_that_only_the_others_bid():
    table = lot().sell(ANN)
    bid: Any = type_in(table, ANN, "bid 200")
    with pytest.raises(IllegalMove, match="You're auctioning the Canoe, so only the others bid"):
        table.play(ANN, bid)


def test_each_is_told_what_they_can_type():
    assert said(lot(), BEN).endswith("You can type `$10` or `pass`.")
    assert said(lot(), ANN).endswith("You can type `sell` or `keep $10`.")
    assert "askme" not in said(lot(), BEN)


def test_answers_can_be_given_as_commands():
    table = lot()
    assert command(table, BEN, "most", amount="50") == AnswerLot(most=50, ask=False)
    assert command(table, BEN, "most", amount="50", ask="ask me") == AnswerLot(most=50, ask=True)
    assert command(table, BEN, "pass") == Pass()
    assert command(table, ANN, "keep", price="40") == keep(40)
    assert command(table, ANN, "keep", price="40", against="60 against Ben") == keep(40, (BEN, 60))
    assert command(table, ANN, "sell") == Sell()
    assert command(table, CAT, "askme", on="on") == AskMe(on=True)
    assert values(completed("amount", "most", table, BEN, "5")) == ["$50"]
    assert "$90 against Ben" in values(completed("against", "keep", table, ANN, "ben"))
    for seat, verb in [(ANN, "most"), (BEN, "keep"), (BEN, "bid")]:
        with pytest.raises(NotNow):
            command(table, seat, verb)
    with pytest.raises(NotNow):
        read(Table(START, START, START, deck="Canoe").turn_over(ANN), BEN, request("most"))


def test_dd_45_ask_me_is_a_quiet_button_on_every_hand():
    table = lot()
    quiet = [
        button
        for part in hand(table, DAN).parts
        for button in getattr(part, "buttons", ())
        if button.style == "quiet"
    ]
    assert [button.label for button in quiet] == ["Choose my own payments"]
    assert read(table, DAN, quiet[0].request) == AskMe(on=True)
    drawn = hand(table.ask_me(DAN), DAN)
    assert "Pay for me automatically" in [
        button.label for part in drawn.parts for button in getattr(part, "buttons", ())
    ]


def end(*, kept: bool = False, paid: bool = True, others: tuple[int, ...] = (BEN, CAT)) -> Settled:
    payer, payee = (ANN, DAN) if kept else (DAN, ANN)
    return Settled(
        payer=payer, payee=payee, price=40, others=others, kept=kept, paid=paid, item="Quilt"
    )


@pytest.mark.parametrize(
    ("event", "to", "text"),
    [
        (end(), None, "Dan gets the Quilt for $40 (Ben and Cat bid too)."),
        (end(), DAN, "You get the Quilt for $40 (Ben and Cat bid too)."),
        (end(), BEN, "Dan gets the Quilt for $40 (Cat and you bid too)."),
        (end(others=()), None, "Dan gets the Quilt for $40 (nobody else bid)."),
        (end(paid=False), None, "Dan wins the Quilt and owes Ann $40 (Ben and Cat bid too)."),
        (end(kept=True), None, "Ann kept the Quilt and paid Dan $40 (Ben and Cat bid too)."),
        (end(kept=True), DAN, "Ann kept the Quilt and paid you $40 (Ben and Cat bid too)."),
        (
            end(kept=True, paid=False, others=(BEN,)),
            ANN,
            "You keep the Quilt and owe Dan $40 (Ben bid too).",
        ),
        (
            LotAnswered(seat=BEN, item="Quilt", most=60, ask=True),
            BEN,
            "You would pay up to $60 for the Quilt, and pick the cards yourself.",
        ),
        (
            LotAnswered(seat=BEN, item="Quilt", most=60, ask=False),
            None,
            "Ben would have paid up to $60 for the Quilt.",
        ),
        (
            LotAnswered(seat=BEN, item="Quilt", most=None, ask=False),
            BEN,
            "You passed on the Quilt.",
        ),
        (
            WordGiven(seat=ANN, item="Quilt", most=None, against=(), ask=False),
            ANN,
            "Your secret answer for the Quilt: sell it.",
        ),
        (
            WordGiven(seat=ANN, item="Quilt", most=40, against=((BEN, 60), (CAT, 0)), ask=False),
            None,
            "Ann's secret answer for the Quilt: keep it for up to $40, but up to $60 if Ben bids"
            " most"
            " and sell it if Cat bids most.",
        ),
        (AskMeSet(seat=BEN, on=False), None, "From now on I pick the cards when Ben pays."),
        (
            AskMeSet(seat=BEN, on=True),
            BEN,
            "From now on you pick your own cards when there's something to pay.",
        ),
    ],
)
def test_each_event_of_a_lot_is_told_in_a_sentence(event: Any, to: int | None, text: str):
    assert FACE.tell.sentence(event, Names(CALLED_PLAINLY), to) == text


def told_of(table: Table, seat: int | None = None) -> list[str]:
    return FACE.tell.sentences(table.heard(seat), Names(CALLED_PLAINLY), seat)


def test_a_lot_takes_one_line_and_the_next_item_is_in_the_headline():
    table = lot().answers(BEN, 20).passes(CAT).answers(DAN, 50).sell(ANN)
    assert told_of(table) == [
        "Ann turned over a Canoe.",
        "Dan gets the Canoe for $30 (Ben bid too).",
    ]
    assert "Ben is auctioning a Trap" in FACE.asked.situation(table.view(), Names(CALLED_PLAINLY))
    assert "Dan paid Ann $30" not in " ".join(told_of(table, DAN))
    assert "Dan handed you $30 (10 ×3)." in told_of(table, ANN)


def test_dd_45_an_automatically_paid_sale_takes_one_line():
    table = Table(START, START, START, deck="Canoe Trap", payments="house").turn_over(ANN)
    table.bid(BEN, 30).passes(CAT).sell(ANN)
    assert told_of(table)[3:] == [
        "The bidding for the Canoe closed at $30, Ben's bid.",
        "Ben paid Ann $30 and got the Canoe.",
    ]


def test_dd_45_a_sale_paid_by_hand_takes_two_lines():
    table = Table(START, START, START, deck="Canoe Trap").turn_over(ANN)
    table.bid(BEN, 30).passes(CAT).sell(ANN)
    assert told_of(table)[-1] == "Ann sold the Canoe to Ben for $30."
    table.pay(BEN, "10 10 10")
    assert told_of(table)[-1] == "Ben paid Ann $30 and got the Canoe."


@pytest.mark.parametrize(
    ("pace", "said", "bidding"),
    [
        ("live", {}, "open"),
        ("evening", {}, "open"),
        ("day", {}, "once"),
        ("week", {}, "once"),
        ("day", {"bluffs": False}, "once"),
        ("day", {"bluffs": True}, "open"),
    ],
)
def test_dd_43_slow_tables_use_secret_answers(pace: str, said: dict[str, Any], bidding: str):
    assert FACE.usual(pace, said)["bidding"] == bidding
    options = FACE.options({**FACE.usual(pace, said), **said})
    assert (options.bidding, options.payments) == (bidding, "house")


def test_dd_43_missing_options_mean_open_bidding_and_asked_payments():
    assert FACE.options({}) == Options(bidding="open", payments="asked")


def test_the_help_explains_what_secret_answers_change():
    text = help_of(FACE)
    for bent in (
        "You don't see other bids",
        "nobody can jump ahead or call",
        "before knowing who bids and how much",
    ):
        assert bent in text
    assert "overpay" in text
    assert "without secret limits and without bluffs" in text
    assert money(10) in text
