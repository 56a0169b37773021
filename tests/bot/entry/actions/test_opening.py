"""Tests of opening tables (test_table_actions.py has more)."""

from bot.show.deliver.queues.messenger import Refused
from tests.bot.entry.arriving import arrives
from tests.bot.entry.asking import reply_to
from tests.bot.house import ANN, House
from tests.bot.recording import problem
from tests.small.game.state import Options


async def test_a_table_stays_open_if_its_board_cannot_be_shown(house: House):
    reply = reply_to(house, arrives(ANN), late=True)
    house.messenger.fail("notify", problem(Refused))
    table = await house.router.actions.opening.opened(
        reply, "small", Options(), pace="live", laid_open=True, stand_in=0, house=0
    )
    assert (await house.seen(table, ANN)).phase == "open"
