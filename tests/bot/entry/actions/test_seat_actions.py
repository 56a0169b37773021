"""Tests of joining, leaving and absence: who plays a seat, and how people come back."""

import pytest

from bot.host.agreements.unasked import PAUSE
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import Notice
from bot.ui.panels.panel import Button, Request
from games.rules import Refusal
from tests.bot.entry.asking import ask
from tests.bot.host.seating.test_replacing import EVE
from tests.bot.host.seating.test_stand_in import Housed, absent
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, NAMES, House
from tests.bot.recording import Sent, buttons


async def test_the_board_says_for_whom_the_house_plays_until_they_look_at_their_hand(house: House):
    await house.start()
    table = await absent(house, stand_in=1)
    await house.quiet()
    await house.passes(3)
    assert "The house plays for Ben until Ben is back." in house.board().text
    assert "I'm back" in buttons(house.board().panel)
    await ask(house, BEN, table, frame.HAND, message=house.board().id)
    await house.passes(3)
    assert "The house plays" not in house.board().text
    assert (await house.seen(table)).stand_in_seats == frozenset()


async def test_who_is_back_says_so_on_the_board(house: House):
    await house.start()
    table = await absent(house, stand_in=1)
    await ask(house, BEN, table, frame.BACK, message=house.board().id)
    assert (await house.seen(table)).stand_in_seats == frozenset()


async def test_leaving_a_game_asks_once_and_frees_the_seat(house: House):
    await house.start()
    table = await absent(house, stand_in=1)
    reply = await ask(house, CAT, table, frame.LEAVE)
    assert "Leave table 1 for good?" in reply.said[-1].panel.text()
    assert (await house.seen(table, CAT)).seat == 2, "she is only asked"
    sure = frame.LEAVE.with_args({"sure": "yes"})
    reply = await ask(house, CAT, table, sure)
    assert "You have left table 1." in reply.said[-1].panel.text()
    await house.passes(3)
    assert "Barnacle plays for Cat, who left. Anyone may take that seat." in house.board().text
    found = buttons(house.board().panel)["Take Cat's seat"]
    await ask(house, DAN, table, found.request, message=house.board().id)
    assert (await house.seen(table, DAN)).seat == 2
    await house.passes(3)
    assert "Take Cat's seat" not in buttons(house.board().panel)


async def test_who_is_away_is_told_how_to_come_back(house: House):
    await house.start()
    table = await absent(house, stand_in=0)
    reply = await ask(house, CAT, table, frame.AWAY.with_args({"until": ""}))
    assert "The house plays for you at table 1 until you're back." in reply.said[-1].panel.text()
    assert "I'm back" in buttons(reply.said[-1].panel)


async def test_the_notice_of_who_leaves_goes_with_them(house: House):
    await house.start()
    house.played_by(Housed())
    table = await house.dealt(ANN, BEN, CAT)
    await house.passes(60)
    assert house.messenger.notices(CAT)
    await ask(house, CAT, table, frame.LEAVE.with_args({"sure": "yes"}))
    assert house.messenger.notices(CAT) == [], "it would ask her for a move"
    assert house.messenger.notices(BEN)


def offered(house: House) -> list[Sent]:
    """Return the messages that offer Dan a seat."""
    return [sent for sent in house.messenger.there(channel=CHANNEL) if f"<@{DAN}>" in sent.text]


def answers(ping: Sent) -> dict[str, Button]:
    """Return the buttons of a notice by their labels."""
    notice = ping.shown[-1]
    assert isinstance(notice, Notice)
    return {button.label: button for button in notice.row.buttons}


def offer(to: int, name: str) -> Request:
    return frame.REPLACE.with_args({"to": str(to), "name": name, "seat": ""})


async def test_a_seat_is_offered_with_a_ping_and_taken_on_it(house: House):
    await house.start()
    table = await absent(house, stand_in=1)
    reply = await ask(house, ANN, table, offer(DAN, "Dan"))
    assert "I've asked Dan" in reply.said[-1].panel.text()
    await house.passes(3)
    assert "Ann offers Ben's seat to Dan." in house.board().text
    [ping] = offered(house)
    assert ping.text.startswith(f"<@{DAN}> Hidden Coins, table 1: Ann offers Ben's seat to Dan.")
    take = answers(ping)["Take Ben's seat"]
    await ask(house, DAN, table, take.request, message=ping.id)
    await house.passes(3)
    assert (await house.seen(table, DAN)).seat == 1
    assert "offers" not in house.board().text
    assert ping.text == "Dan now plays for Ben at table 1."


async def test_the_board_asks_all_others_before_it_offers_a_seat(house: House):
    await house.start()
    table = await absent(house, stand_in=1)
    reply = await ask(house, CAT, table, offer(DAN, "Dan"))
    assert reply.said[-1].panel.text() == "The board now asks the others. Ann must agree."
    assert offered(house) == []
    await house.passes(3)
    agree = buttons(house.board().panel)["Let Dan play for Ben"]
    await ask(house, ANN, table, agree.request, message=house.board().id)
    assert len(offered(house)) == 1
    await house.passes(3)
    assert "Take Ben's seat" in buttons(house.board().panel)
    await ask(house, ANN, table, agree.request, message=house.board().id)
    assert len(offered(house)) == 1, "that rings once"


async def test_a_seat_can_be_declined(house: House):
    await house.start()
    table = await absent(house, stand_in=1)
    await ask(house, ANN, table, offer(DAN, "Dan"))
    [ping] = offered(house)
    no = answers(ping)["Not now"]
    with pytest.raises(Refusal, match="offered to Dan, not to you"):
        await ask(house, CAT, table, no.request, message=ping.id)
    await ask(house, DAN, table, no.request, message=ping.id)
    await house.passes(3)
    assert (await house.seen(table)).offer is None
    assert "Take Ben's seat" not in buttons(house.board().panel)
    assert ping.text == "Dan can't take Ben's seat just now."


async def test_nobody_is_pinged_again_and_again_for_a_seat(house: House):
    await house.start()
    NAMES[EVE] = "Eve"
    table, pings = await absent(house, stand_in=1), house.messenger.count("notify")
    for _ in range(3):
        await ask(house, ANN, table, offer(DAN, "Dan"))
        reply = await ask(house, ANN, table, offer(EVE, "Eve"))
    assert "I haven't pinged them just now" in reply.said[-1].panel.text()
    assert house.messenger.count("notify") == pings + 2, "each of them once"
    assert offered(house) == [], "the message for Dan went with his offer"
    await ask(house, EVE, table, frame.REPLACE.with_args({"say": "no"}))
    house.clock.advance(PAUSE)  # in which Ann's time was up, too
    await ask(house, ANN, table, offer(EVE, "Eve").with_args({"seat": "1"}))
    assert house.messenger.count("notify") == pings + 2, "she has said that she can't"
    await ask(house, ANN, table, offer(DAN, "Dan").with_args({"seat": "1"}))
    assert len(offered(house)) == 1


async def test_an_old_button_for_an_offer_is_refused(house: House):
    await house.start()
    table = await absent(house, stand_in=1)
    with pytest.raises(Refusal, match="That offer has ended"):
        await ask(house, ANN, table, frame.REPLACE.with_args({"to": str(DAN), "seat": "1"}))
    with pytest.raises(Refusal, match="That offer has ended"):
        await ask(house, ANN, table, frame.REPLACE.with_args({"to": "nobody", "name": "x"}))
