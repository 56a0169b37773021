"""Tests that the board says for whom the house plays, and how they come back."""

from bot.show.draw import frame
from tests.bot.entry.asking import ask
from tests.bot.host.changes.test_stand_in import absent
from tests.bot.house import BEN, House
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
