"""Runs of raises and passes in TRUMP The Game, told in shared lines."""

from bot.ui.panels.words import Names
from cogs.trump import FACE
from games.trump.events import Event
from games.trump.events_sales import BidPassed, KnockedOut, PlanNoted, Raised
from tests.cogs.trump.face import ANN, BEN, CALLED, CAT, names
from tests.games.trump.selling import I20, I50, OUT, Sale, opening


def told(*events: Event, to: int | None = None) -> list[str]:
    return FACE.tell.sentences(events, Names(CALLED), to)


def raised(seat: int, to: int, *investors: str) -> Raised:
    return Raised(seat=seat, to=to, cash=10, investors=investors, leader=seat)


def passed(seat: int, *, out: bool = False, asked: bool = True) -> BidPassed:
    return BidPassed(seat=seat, out=out, asked=asked)


def test_cash_raises_that_outbid_each_other_share_a_sentence():
    run = (raised(ANN, 110), raised(BEN, 120), raised(ANN, 130), passed(BEN))
    assert told(*run) == [
        "Ann and Ben outbid each other in cash, up to $130M. Ann leads. Ben passed."
    ]
    assert told(*run, to=ANN) == [
        "Ben and you outbid each other in cash, up to $130M. You lead. Ben passed."
    ]
    assert told(raised(ANN, 110), raised(ANN, 120)) == [
        "Ann raised again and again in cash, up to $120M. Ann leads."
    ]

    run = (raised(ANN, 110), passed(CAT), raised(BEN, 120), passed(CAT), raised(ANN, 130))
    assert told(*run) == [
        "Ann and Ben outbid each other in cash, up to $130M. Ann leads. Cat passed."
    ]
    unasked = (raised(ANN, 110), passed(CAT, asked=False), raised(BEN, 120))
    assert told(*unasked) == ["Ann and Ben outbid each other in cash, up to $120M. Ben leads."]


def test_every_card_played_is_named():
    run = (
        raised(ANN, 110, I20),
        raised(BEN, 120),
        raised(ANN, 130),
        KnockedOut(seat=BEN, target=ANN, leader=BEN),
        raised(CAT, 140, I50),
    )
    assert told(*run) == [
        "Ann raised to $110M, with Investor 20 and $10M in cash.",
        "Ben and Ann outbid each other in cash, up to $130M. Ann leads.",
        "Ben knocked Ann out and leads.",
        "Cat raised to $140M, with Investor 50 and $10M in cash.",
    ]

    run = (raised(ANN, 110), PlanNoted(seat=BEN, limit=150), raised(BEN, 120))
    assert told(*run, to=BEN)[1] == "You planned to go up to $150M in this sale."


def test_passes_share_the_line_of_what_came_before():
    assert told(passed(BEN), passed(CAT)) == ["Ben and Cat passed."]
    assert told(passed(BEN), passed(CAT, out=True)) == ["Ben passed. Cat stayed out."]
    assert told(passed(BEN)) == ["Ben passed."]
    assert told(raised(ANN, 110), passed(BEN)) == [
        "Ann raised to $110M, with $10M in cash. Ben passed."
    ]
    assert told(passed(CAT), raised(ANN, 110), passed(BEN), raised(CAT, 150, I50), passed(ANN)) == [
        "Cat passed.",
        "Ann raised to $110M, with $10M in cash. Ben passed.",
        "Cat raised to $150M, with Investor 50 and $10M in cash. Ann passed.",
    ]
    assert told(passed(BEN, asked=False)) == []


def test_rich_plans_leave_room_on_the_board():
    sale = Sale([I50], [I20], [OUT], cash=(900, 900, 900))
    sale.open(opening(100, 600, "use"), opening(80, 580, "use"), opening(10, 10))
    events = [news.event for news in sale.told if news.to is None]
    assert len([event for event in events if isinstance(event, Raised)]) > 20
    lines = FACE.tell.sentences(events, names(sale.state), None)
    assert any(line.startswith("Bids for the Hotel") for line in lines[-6:]), lines
    assert "outbid each other in cash, up to $590M. Ann leads." in lines[-2]
    assert lines[-1].startswith("The Hotel goes to Ann for $590M")
