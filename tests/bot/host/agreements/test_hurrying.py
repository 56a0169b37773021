"""Tests of votes that the house answers one question for a player who takes long."""

from dataclasses import replace

import pytest

from bot.host.time.pace import PACES
from db.base.codec import codec_of
from games.rules import Question, Refusal
from tests.bot.host.seating.test_stand_in import Housed, kinds
from tests.bot.house import ANN, BEN, CAT, DAN, GUILD, House
from tests.small.game.moves import Hide
from tests.small.game.orders import HideLast
from tests.small.game.views import View

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
    with pytest.raises(Refusal, match="t least two other people"):
        await agrees(house, table, BEN)


async def test_who_is_awaited_answers_first(house: House):
    table = await guessing(house, ANN, BEN, CAT)
    house.clock.advance(QUARTER)
    with pytest.raises(Refusal, match="answer first"):
        await agrees(house, table, ANN)


class AskedAnew(Housed):
    """Hidden Coins in which everybody is asked anew whenever somebody has hidden coins."""

    def question(self, public: View) -> Question:
        asked, ready = super().question(public), sum(public.seen.ready)
        return replace(asked, key=f"{asked.key} {ready}")


async def hiding(house: House, rules: Housed) -> int:
    """Deal a table at which Ann and Ben have hidden their coins, and Cat and Dan take long."""
    house.played_by(rules)
    table = await house.dealt(ANN, BEN, CAT, DAN)
    await house.hide(table, ANN, BEN)
    house.clock.advance(QUARTER)
    return table


async def test_what_was_said_ahead_goes_before_the_house(house: House):
    """Otherwise the house would decide for somebody who has decided already."""
    table = await hiding(house, Housed())
    await house.give_order(table, DAN, HideLast(coins=0))
    await agrees(house, table, ANN)
    await agrees(house, table, BEN)
    entries = await house.log(table)
    by = {entry.person: (entry.kind, entry.move) for entry in entries if entry.move}
    assert by[DAN] == ("order", codec_of(Housed()).move.dump(Hide(coins=0)))
    assert by[CAT][0] == "house"
    assert len(by) == 4, "each has answered once"


async def test_the_others_agree_to_one_question_only(house: House):
    """If an answer changes the question, whoever is asked anew has their time again."""
    table = await hiding(house, AskedAnew())
    await agrees(house, table, ANN)
    await agrees(house, table, BEN)
    assert (await kinds(house, table)).count("house") == 1
    assert (await house.seen(table)).to_move == {3}


async def test_somebody_who_left_the_server_is_not_waited_for(house: House):
    table = await guessing(house, ANN, BEN, CAT, DAN)
    await house.host.absence.gone(DAN, GUILD)
    house.clock.advance(QUARTER)
    await agrees(house, table, BEN)
    assert "house" not in await kinds(house, table)
    await agrees(house, table, CAT)
    assert (await kinds(house, table))[-1] == "house"
