import pytest

from bot.host.commit.staleness import READING, Stale
from bot.host.time.discord_ids import lowest_id_at
from bot.host.time.pace import PACES
from tests.bot.house import ANN, BEN, CAT, House, refused
from tests.small.game.moves import Guess, Hide, Hurry, Ponder


@pytest.fixture
def house(house: House) -> House:
    house.host.committer.reading = READING
    return house


async def hidden(house: House) -> int:
    table = await house.dealt(ANN, BEN)
    house.clock.advance(10)
    await house.play(table, ANN, Hide(coins=1))
    house.clock.advance(10)
    await house.play(table, BEN, Hide(coins=1))
    house.clock.advance(10)
    return table


async def test_staleness_accepts_a_line_typed_now(house: House):
    table = await hidden(house)
    await house.play(table, ANN, Guess(total=1))


async def test_staleness_of_a_line_older_than_the_question(house: House):
    table = await hidden(house)
    typed = house.receipt()
    house.clock.advance(0.01)
    await house.play(table, ANN, Guess(total=1))
    house.clock.advance(60)
    late = house.play(table, BEN, Hurry(), receipt=typed)
    assert "just as you typed" in await refused(late, Stale)


@pytest.mark.parametrize("after", [0.0, 0.5, READING - 0.01])
async def test_staleness_within_the_reading_time(house: House, after: float):
    table = await hidden(house)
    await house.play(table, ANN, Guess(total=1))
    house.clock.advance(after)
    await refused(house.play(table, BEN, Guess(total=2)), Stale)
    house.clock.advance(READING)
    await house.play(table, BEN, Guess(total=2))


async def test_staleness_of_a_word_typed_twice(house: House):
    table = await house.dealt(ANN, BEN)
    house.clock.advance(10)
    await house.play(table, BEN, Hide(coins=1))
    house.clock.advance(10)
    await house.play(table, ANN, Hide(coins=1))
    house.clock.advance(0.2)
    await refused(house.play(table, ANN, Guess(total=1)), Stale)


async def test_staleness_ignores_unrelated_changes(house: House):
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


async def test_staleness_of_a_line_depends_on_holds(house: House):
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


async def test_staleness_after_a_move_of_the_clock(house: House):
    table = await house.dealt(ANN, BEN)
    house.clock.advance(PACES["live"].decision - 1)
    typed = house.receipt()
    house.clock.advance(1)
    assert await house.host.moves.play_absent(table, 0)
    house.clock.advance(60)
    await refused(house.play(table, ANN, Hide(coins=3), receipt=typed), Stale)
    await house.play(table, ANN, Hide(coins=3))


async def test_staleness_ignores_changes_older_than_the_history(house: House):
    table = await hidden(house)
    for _ in range(70):
        await house.play(table, ANN, Ponder())
    house.clock.advance(2)
    await house.play(table, ANN, Guess(total=1))


async def test_staleness_compares_discord_ids_only(house: House):
    table = await hidden(house)
    ahead = lowest_id_at(house.clock.now() + 300)
    await house.play(table, ANN, Guess(total=1), receipt=ahead)
    await refused(house.play(table, BEN, Guess(total=2), receipt=ahead + 7), Stale)
    await house.play(table, BEN, Guess(total=2), receipt=lowest_id_at(house.clock.now() + 302))


async def step_of(house: House, table: int) -> int:
    return (await house.seen(table)).step


async def test_staleness_after_ones_own_public_move(idle_house: House):
    table = await idle_house.dealt(ANN, BEN)
    drawn = await step_of(idle_house, table)
    await idle_house.play(table, BEN, Hide(coins=1), drawn_at=drawn)
    await idle_house.play(table, ANN, Hide(coins=1), drawn_at=drawn)
    for holds in ("key", "subject", "game"):
        again = idle_house.play(table, ANN, Ponder(), drawn_at=drawn, holds=holds)  # type: ignore[arg-type]
        assert "You've moved" in await refused(again, Stale)
    await idle_house.play(table, ANN, Guess(total=1), drawn_at=await step_of(idle_house, table))


async def test_staleness_of_a_button_drawn_before_the_deal(idle_house: House):
    table = await idle_house.dealt(ANN, BEN)
    before = await step_of(idle_house, table) - 1
    for person in (ANN, BEN):
        await refused(idle_house.play(table, person, Hide(coins=1), drawn_at=before), Stale)


async def test_staleness_of_a_press_that_holds_to_the_key(idle_house: House):
    table = await idle_house.dealt(ANN, BEN, CAT)
    await idle_house.hide(table, CAT, ANN, BEN)
    drawn = await step_of(idle_house, table)
    await idle_house.play(table, ANN, Guess(total=1))
    late = idle_house.play(table, CAT, Hurry(), drawn_at=drawn, holds="key")
    assert "moved on" in await refused(late, Stale)
    await idle_house.play(
        table, CAT, Hurry(), drawn_at=await step_of(idle_house, table), holds="key"
    )


async def test_staleness_of_a_press_that_holds_to_the_subject(idle_house: House):
    table = await idle_house.dealt(ANN, BEN, CAT)
    await idle_house.hide(table, CAT, ANN)
    hiding = await step_of(idle_house, table)
    await idle_house.hide(table, BEN)
    guessing = await step_of(idle_house, table)
    await idle_house.play(table, ANN, Guess(total=1))
    late = idle_house.play(table, CAT, Hurry(), drawn_at=hiding, holds="subject")
    assert "moved on" in await refused(late, Stale)
    await idle_house.play(table, CAT, Hurry(), drawn_at=guessing, holds="subject")


async def test_staleness_of_a_press_that_holds_to_the_game(idle_house: House):
    table = await idle_house.dealt(ANN, BEN, CAT)
    await idle_house.hide(table, CAT)
    drawn = await step_of(idle_house, table)
    await idle_house.hide(table, ANN, BEN)
    await idle_house.play(table, ANN, Guess(total=1))
    await idle_house.play(table, CAT, Hurry(), drawn_at=drawn, holds="game")


async def test_staleness_ignores_a_call(idle_house: House):
    table = await idle_house.dealt(ANN, BEN)
    await idle_house.hide(table, ANN, BEN)
    drawn = await step_of(idle_house, table)
    await idle_house.play(table, BEN, Hurry())
    await idle_house.play(table, ANN, Guess(total=1), drawn_at=drawn)


async def test_staleness_of_a_button_after_the_clock_moved(idle_house: House):
    table = await idle_house.dealt(ANN, BEN)
    drawn = await step_of(idle_house, table)
    idle_house.clock.advance(PACES["live"].decision)
    await idle_house.host.moves.play_absent(table, 1)
    await refused(idle_house.play(table, BEN, Hide(coins=3), drawn_at=drawn), Stale)
