"""Tests of joining, leaving and absence: who plays a seat, and how people come back."""

from bot.show.draw import frame
from tests.bot.entry.asking import ask
from tests.bot.host.changes.test_stand_in import Housed, absent
from tests.bot.house import ANN, BEN, CAT, DAN, House
from tests.bot.recording import buttons


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
    assert (await house.seen(table)).stood_in == frozenset()


async def test_who_is_back_says_so_on_the_board(house: House):
    await house.start()
    table = await absent(house, stand_in=1)
    await ask(house, BEN, table, frame.BACK, message=house.board().id)
    assert (await house.seen(table)).stood_in == frozenset()


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
    assert "Barnacle plays on for Cat, who left this seat free." in house.board().text
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
