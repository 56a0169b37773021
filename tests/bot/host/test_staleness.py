"""What is typed or pressed answers the question that its author had before them, and no other."""

import pytest

from bot.host.pace import PACES
from bot.host.staleness import READING, Stale, id_at
from tests.bot.house import ANN, BEN, CAT, House, refused
from tests.small.game.moves import Guess, Hide, Hurry, Ponder


@pytest.fixture
def house(idle_house: House) -> House:
    """Nothing is drawn here; nobody reads faster than a second."""
    idle_house.host.reading = READING
    return idle_house


@pytest.fixture
def quick(idle_house: House) -> House:
    """Nothing is drawn here; what is pressed is not asked how fast its author reads."""
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


# --- what was drawn: by its public step, however fast somebody reads ------------------------------


async def step_of(house: House, table: int) -> int:
    return (await house.seen(table)).step


async def test_a_press_is_too_late_once_its_owner_has_moved_before_all_eyes(quick: House):
    table = await quick.dealt(ANN, BEN)
    drawn = await step_of(quick, table)
    await quick.play(table, BEN, Hide(coins=1), drawn_at=drawn)
    await quick.play(table, ANN, Hide(coins=1), drawn_at=drawn)  # Ben's move does not matter here
    for holds in ("key", "subject", "game"):
        again = quick.play(table, ANN, Ponder(), drawn_at=drawn, holds=holds)  # type: ignore[arg-type]
        assert "You have moved" in await refused(again, Stale)
    await quick.play(table, ANN, Guess(total=1), drawn_at=await step_of(quick, table))


async def test_what_was_drawn_before_the_deal_is_too_late_for_everybody(quick: House):
    table = await quick.dealt(ANN, BEN)
    before = await step_of(quick, table) - 1
    for person in (ANN, BEN):
        await refused(quick.play(table, person, Hide(coins=1), drawn_at=before), Stale)


async def test_a_press_that_rests_on_the_key_is_late_once_more_was_said(quick: House):
    """Ann hurries whoever guesses: after the next guess that would be somebody else."""
    table = await quick.dealt(ANN, BEN, CAT)
    await quick.hide(table, CAT, ANN, BEN)
    drawn = await step_of(quick, table)
    await quick.play(table, ANN, Guess(total=1))
    late = quick.play(table, CAT, Hurry(), drawn_at=drawn, holds="key")
    assert "gone on" in await refused(late, Stale)
    await quick.play(table, CAT, Hurry(), drawn_at=await step_of(quick, table), holds="key")


async def test_a_press_that_rests_on_the_subject_holds_while_more_is_said_on_it(quick: House):
    table = await quick.dealt(ANN, BEN, CAT)
    await quick.hide(table, CAT, ANN)
    hiding = await step_of(quick, table)
    await quick.hide(table, BEN)
    guessing = await step_of(quick, table)
    await quick.play(table, ANN, Guess(total=1))
    late = quick.play(table, CAT, Hurry(), drawn_at=hiding, holds="subject")
    assert "gone on" in await refused(late, Stale)
    await quick.play(table, CAT, Hurry(), drawn_at=guessing, holds="subject")


async def test_a_press_that_names_its_object_holds_as_long_as_the_game(quick: House):
    table = await quick.dealt(ANN, BEN, CAT)
    await quick.hide(table, CAT)
    drawn = await step_of(quick, table)
    await quick.hide(table, ANN, BEN)
    await quick.play(table, ANN, Guess(total=1))
    await quick.play(table, CAT, Hurry(), drawn_at=drawn, holds="game")


async def test_a_call_makes_no_press_late(quick: House):
    """It changes neither what is asked nor what was said on it."""
    table = await quick.dealt(ANN, BEN)
    await quick.hide(table, ANN, BEN)
    drawn = await step_of(quick, table)
    await quick.play(table, BEN, Hurry())
    await quick.play(table, ANN, Guess(total=1), drawn_at=drawn)


async def test_what_was_drawn_before_the_clock_moved_for_somebody_is_late(quick: House):
    table = await quick.dealt(ANN, BEN)
    drawn = await step_of(quick, table)
    quick.clock.advance(PACES["live"].decision)
    await quick.host.play_absent(table, 1)
    await refused(quick.play(table, BEN, Hide(coins=3), drawn_at=drawn), Stale)


# --- ids ------------------------------------------------------------------------------------------


def test_an_id_holds_its_milliseconds():
    """As Discord documents it: 175928847299117063 was made at 1462015105.796."""
    assert id_at(1462015105.796) <= 175928847299117063 < id_at(1462015105.797)
    assert id_at(0.0) == 0
