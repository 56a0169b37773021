"""A typed line or a command answers the question that stood when Discord made it, and no other."""

import pytest

from bot.host.fresh import READING, Stale, id_at
from bot.host.pace import PACES
from tests.bot.house import ANN, BEN, CAT, House, refused
from tests.small.game.moves import Guess, Hide, Hurry, Ponder


@pytest.fixture
def house(idle_house: House) -> House:
    """Nothing is drawn here; nobody reads faster than a second."""
    idle_house.host.reading = READING
    return idle_house


async def hidden(house: House) -> int:
    """Deal, and have everybody hide a coin, long ago: Ann is to guess."""
    table = await house.dealt(ANN, BEN)
    house.clock.advance(10)
    await house.play(table, ANN, Hide(coins=1))
    house.clock.advance(10)
    await house.play(table, BEN, Hide(coins=1))
    house.clock.advance(10)
    return table


async def test_what_is_typed_now_is_never_late(house: House):
    table = await hidden(house)
    await house.play(table, ANN, Guess(total=1))


async def test_a_line_that_was_made_before_the_question_changed_is_late(house: House):
    """It was delivered, or served, after what came after it."""
    table = await hidden(house)
    typed = house.receipt()
    house.clock.advance(0.01)
    await house.play(table, ANN, Guess(total=1))
    house.clock.advance(60)
    late = house.play(table, BEN, Hurry(), receipt=typed)
    assert "just as you typed" in await refused(late, Stale)


@pytest.mark.parametrize("after", [0.0, 0.5, READING - 0.01])
async def test_nobody_can_have_read_what_has_just_changed(house: House, after: float):
    table = await hidden(house)
    await house.play(table, ANN, Guess(total=1))
    house.clock.advance(after)
    await refused(house.play(table, BEN, Guess(total=2)), Stale)
    house.clock.advance(READING)
    await house.play(table, BEN, Guess(total=2))


async def test_one_word_typed_twice_is_one_answer(house: House):
    """The second would answer a question that its writer has never seen."""
    table = await house.dealt(ANN, BEN)
    house.clock.advance(10)
    await house.play(table, BEN, Hide(coins=1))
    house.clock.advance(10)
    await house.play(table, ANN, Hide(coins=1))
    house.clock.advance(0.2)
    await refused(house.play(table, ANN, Guess(total=1)), Stale)


async def test_a_line_is_not_late_by_what_it_does_not_rest_on(house: House):
    """Others hide their coins, somebody ponders, somebody hurries: it is the same question."""
    table = await house.dealt(ANN, BEN, CAT)
    house.clock.advance(10)
    typed = house.receipt()
    house.clock.advance(0.01)
    await house.play(table, BEN, Hide(coins=1))
    await house.play(table, ANN, Hide(coins=1), receipt=typed)
    house.clock.advance(10)
    await house.play(table, CAT, Hide(coins=1))
    house.clock.advance(10)
    typed = house.receipt()
    await house.play(table, ANN, Ponder())
    await house.play(table, BEN, Hurry())
    await house.play(table, ANN, Guess(total=1), receipt=typed)


async def test_what_holds_longer_is_late_by_less(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await hide_all(house, table)
    typed = house.receipt()
    house.clock.advance(0.01)
    await house.play(table, ANN, Guess(total=1))
    await refused(house.play(table, CAT, Hurry(), receipt=typed), Stale)
    await house.play(table, CAT, Hurry(), receipt=typed, holds="subject")


async def hide_all(house: House, table: int) -> None:
    for person in (ANN, BEN, CAT):
        house.clock.advance(10)
        await house.play(table, person, Hide(coins=1))
    house.clock.advance(10)


async def test_a_line_is_late_by_a_move_of_the_clock(house: House):
    """The clock has no interaction: the id of its instant is as good."""
    table = await house.dealt(ANN, BEN)
    house.clock.advance(PACES["live"].decision - 1)
    typed = house.receipt()
    house.clock.advance(1)
    assert await house.host.play_absent(table, 0)
    house.clock.advance(60)
    await refused(house.play(table, ANN, Hide(coins=3), receipt=typed), Stale)
    await house.play(table, ANN, Hide(coins=3))


async def test_a_change_so_long_ago_that_nobody_remembers_makes_nothing_late(house: House):
    table = await hidden(house)
    for _ in range(70):
        await house.play(table, ANN, Ponder())
    house.clock.advance(2)
    await house.play(table, ANN, Guess(total=1))


async def test_our_own_clock_is_not_asked_when_a_line_was_made(house: House):
    """It may be wrong by minutes; both ids are Discord's."""
    table = await hidden(house)
    ahead = id_at(house.clock.now() + 300)
    await house.play(table, ANN, Guess(total=1), receipt=ahead)
    await refused(house.play(table, BEN, Guess(total=2), receipt=ahead + 7), Stale)
    await house.play(table, BEN, Guess(total=2), receipt=id_at(house.clock.now() + 302))


def test_an_id_holds_its_milliseconds():
    """As Discord documents it: 175928847299117063 was made at 1462015105.796."""
    assert id_at(1462015105.796) <= 175928847299117063 < id_at(1462015105.797)
    assert id_at(0.0) == 0
