"""Tests of when the question of a rematch ends."""

from bot.host.agreements.rematches import ASKED_FOR
from bot.show.draw.parts import frame
from tests.bot.entry.asking import ask
from tests.bot.entry.rematches import NOT_NOW, questions, rematch_of, three_over
from tests.bot.house import ANN, BEN, House, refused
from tests.bot.show.at_table import restarted


async def test_the_question_goes_after_a_day_even_after_a_restart(house: House):
    await house.start()
    again = await rematch_of(house, await three_over(house, pace="week"))
    await restarted(house)
    await house.leaps(ASKED_FOR - 120)
    assert len(questions(house)) == 1
    await house.passes(60)
    assert questions(house) == []
    assert "over" in await refused(ask(house, ANN, again, NOT_NOW))
    assert await house.host.rematches.next_at() is None


async def test_the_table_stays_open_after_that_and_is_dealt_by_hand(house: House):
    await house.start()
    old = await three_over(house, pace="week")
    again = await rematch_of(house, old)
    await house.leaps(ASKED_FOR)
    await ask(house, ANN, old, frame.REMATCH)
    await ask(house, BEN, again, frame.JOIN)
    assert (await house.stored(again)).phase == "open"
    await ask(house, BEN, again, frame.DEAL)
    assert (await house.stored(again)).phase == "playing"


async def test_a_question_gets_the_time_back_in_which_the_bot_was_down(house: House):
    await house.start()
    await rematch_of(house, await three_over(house, pace="week"))
    await house.leaps(ASKED_FOR - 3600)
    await house.close()
    house.clock.advance(ASKED_FOR)
    await restarted(house)
    assert len(questions(house)) == 1
    await house.leaps(3600)
    assert questions(house) == []


async def test_nothing_is_done_while_discord_is_out_of_reach(house: House):
    await house.start()
    await rematch_of(house, await three_over(house, pace="week"))
    house.store.connection.lost()
    await house.leaps(ASKED_FOR)
    assert len(questions(house)) == 1
    house.store.connection.found()
    await house.passes(60)
    assert questions(house) == []
