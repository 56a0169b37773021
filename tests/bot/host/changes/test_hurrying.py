"""Tests of votes that the house answers one question for a player who takes long."""

import pytest

from bot.host.time.pace import PACES
from games.rules import Refusal
from tests.bot.host.changes.test_stand_in import Housed, kinds
from tests.bot.house import ANN, BEN, CAT, House

QUARTER = PACES["live"].decision / 4


async def guessing(house: House, *people: int) -> int:
    """Deal a table at which Ann is to guess."""
    house.played_by(Housed())
    table = await house.dealt(*people)
    await house.hide(table, *people)
    return table


async def agrees(house: House, table: int, person: int) -> None:
    await house.host.hurrying.agree(table, person, house.receipt())


async def test_the_house_answers_once_all_others_agree(house: House):
    table = await guessing(house, ANN, BEN, CAT)
    house.clock.advance(QUARTER)
    await agrees(house, table, BEN)
    assert "house" not in await kinds(house, table)
    assert (await house.seen(table)).hurried_by == {1}
    await house.crash()
    await agrees(house, table, CAT)
    assert (await kinds(house, table))[-1] == "house"
    seen = await house.seen(table)
    assert seen.to_move == {1}
    assert seen.hurried_by == frozenset(), "that was about one question"
    assert seen.unanswered == (0, 0, 0), "nobody has missed anything"


async def test_nobody_is_hurried_before_a_quarter_of_their_time(house: House):
    table = await guessing(house, ANN, BEN, CAT)
    house.clock.advance(QUARTER - 1)
    with pytest.raises(Refusal, match="Ann still has time"):
        await agrees(house, table, BEN)


async def test_one_person_alone_hurries_nobody(house: House):
    table = await guessing(house, ANN, BEN)
    house.clock.advance(QUARTER)
    with pytest.raises(Refusal, match="at least two other people"):
        await agrees(house, table, BEN)


async def test_who_is_awaited_answers_first(house: House):
    table = await guessing(house, ANN, BEN, CAT)
    house.clock.advance(QUARTER)
    with pytest.raises(Refusal, match="answer first"):
        await agrees(house, table, ANN)
