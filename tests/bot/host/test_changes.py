"""Public steps: what is secret raises none, and a press comes too late by them alone."""

from typing import Any

import pytest

from bot.host.loaded import NEWS_SHOWN
from bot.host.table_view import TableView
from games.chance import Chance
from games.rules import Step
from tests.bot.house import ANN, BEN, CAT, DAN, House
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide, Hurry, Move, Ponder
from tests.small.game.state import Options, State


@pytest.fixture
def house(idle_house: House) -> House:
    """Nothing is drawn here."""
    return idle_house


# --- what is secret raises no public step ---------------------------------------------------------


async def test_a_public_move_is_a_step_and_a_secret_one_is_none(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    steps: list[tuple[int, int]] = []
    for person, move in (
        (BEN, Hide(coins=1)),  # everybody sees the fist close
        (BEN, Hide(coins=2)),  # and nobody that there is something else in it now
        (ANN, Hide(coins=2)),
        (CAT, Hide(coins=2)),
        (ANN, Ponder()),
        (ANN, Guess(total=1)),
    ):
        before = await house.stored(table)
        after = (await house.play(table, person, move)).table
        steps.append((after.rev - before.rev, after.step - before.step))
    assert steps == [(1, 1), (1, 0), (1, 1), (1, 1), (1, 0), (1, 1)]


async def test_a_secret_move_changes_nothing_that_others_are_shown(house: House):
    """Not the deadline on the board, not the order in which tables are listed."""
    table = await house.dealt(ANN, BEN, CAT)
    other = await house.open(BEN, CAT)
    await house.hide(table, ANN, BEN, CAT)
    await house.host.join(other, DAN, "Dan", house.receipt())
    house.clock.advance(7)
    readers = (None, BEN)
    before = [shown(await house.seen(table, one)) for one in readers]
    listed = await house.queries.of_person(BEN), await house.queries.in_channel(2)
    for _ in range(NEWS_SHOWN + 1):
        house.clock.advance(7)
        await house.play(table, ANN, Ponder())
    assert [shown(await house.seen(table, one)) for one in readers] == before
    assert (await house.queries.of_person(BEN), await house.queries.in_channel(2)) == listed


def shown(seen: TableView) -> dict[str, Any]:
    """Return all of a view that can reach a reader; a rev is shown to nobody."""
    found = {key: value for key, value in vars(seen).items() if key not in ("rev", "legal")}
    found["names"] = list(seen.names)
    found["news"] = [(one.step, one.event, one.absent) for one in seen.news]
    return found


async def test_a_secret_move_does_not_make_others_presses_late_or_its_owner_s(house: House):
    table = await house.dealt(ANN, BEN)
    drawn = (await house.seen(table)).step
    await house.play(table, ANN, Hide(coins=1), drawn_at=drawn)
    own = (await house.seen(table)).step
    await house.play(table, ANN, Hide(coins=2), drawn_at=own)
    await house.play(table, ANN, Hide(coins=3), drawn_at=own)
    await house.play(table, BEN, Hide(coins=1), drawn_at=drawn)


def test_moves_of_the_small_game_are_what_these_tests_think():
    """If its secret moves were public, half of this file would prove nothing."""
    rules = SmallRules()
    state = rules.start(2, Options(), Chance.tape([0])).state
    for seat, move in ((0, Hide(coins=1)), (1, Hide(coins=1))):
        state = rules.play(state, seat, move, Chance.tape()).state
    step: Step[State, Any] = rules.play(state, 0, Ponder(), Chance.tape())
    assert step.state == state
    assert [one.to for one in step.told] == [frozenset({0})]
    legal: list[Move] = list(rules.legal_moves(rules.view(state, 1)))
    assert legal == [Hurry()]
