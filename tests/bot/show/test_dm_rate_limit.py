"""DMs that are opened with people who have none yet: one after another, and each in their turn."""

import pytest

from bot.show.dm_rate_limit import BURST, COOLDOWN, PACE, TURN_EXPIRES, DMRateLimit
from bot.show.messenger import TryLater
from tests.bot.recording import HandClock


def taken(new: DMRateLimit, person: int) -> bool:
    """Say whether somebody has their turn now."""
    try:
        new.take(person)
    except TryLater:
        return False
    return True


def test_new_dms_are_opened_one_after_another():
    clock = HandClock()
    new = DMRateLimit(clock)
    asking = list(range(1, BURST + 4))
    opened: list[int] = []
    for _ in range(4):
        asking = [person for person in asking if not taken(new, person)]
        opened.append(BURST + 3 - len(asking))
        clock.advance(PACE)
    assert opened == [BURST, BURST + 1, BURST + 2, BURST + 3]


def test_who_comes_too_early_for_a_new_dm_hears_when_their_turn_is():
    clock = HandClock()
    new = DMRateLimit(clock)
    for person in range(1, BURST + 1):
        new.take(person)
    for person in (10, 11, 10):  # who asks again is still in the same place
        with pytest.raises(TryLater) as raised:
            new.take(person)
        assert raised.value.after == (person - 9) * PACE
    clock.advance(PACE)
    new.take(10)
    with pytest.raises(TryLater):
        new.take(11)


def test_a_turn_that_nobody_comes_for_is_not_kept_for_ever():
    clock = HandClock()
    new = DMRateLimit(clock)
    for person in range(1, BURST + 2):
        taken(new, person)
    clock.advance(TURN_EXPIRES + PACE)
    for person in range(20, 20 + BURST):
        new.take(person)
    assert not taken(new, BURST + 1)


def waits(new: DMRateLimit, person: int) -> float:
    """Say for how long somebody who comes now is sent away."""
    with pytest.raises(TryLater) as raised:
        new.take(person)
    return raised.value.after


def test_who_comes_back_when_they_were_told_to_has_their_turn():
    clock = HandClock()
    new = DMRateLimit(clock)
    for person in range(BURST):
        new.take(person)
    for person in range(20, 30):
        waits(new, person)
    for person in range(20, 30):
        clock.advance(waits(new, person))
        new.take(person)


def test_a_turn_is_for_once():
    clock = HandClock()
    new = DMRateLimit(clock)
    for _ in range(BURST):
        new.take(7)
    assert waits(new, 7) == PACE


def test_after_a_rest_several_may_be_opened_at_once_again_but_no_more_than_at_first():
    clock = HandClock()
    new = DMRateLimit(clock)
    for person in range(BURST):
        new.take(person)
    clock.advance(3 * PACE)
    assert [taken(new, person) for person in range(10, 14)] == [True, True, True, False]
    clock.advance(24 * 3600)
    assert sum(taken(new, person) for person in range(20, 20 + 2 * BURST)) == BURST


def test_after_discord_has_had_enough_nobody_s_is_opened_and_nobody_loses_their_place():
    clock = HandClock()
    new = DMRateLimit(clock)
    new.take(1)
    new.too_fast()
    assert waits(new, 2) == COOLDOWN
    clock.advance(COOLDOWN / 2)
    assert waits(new, 3) == COOLDOWN / 2
    new.too_fast()
    clock.advance(COOLDOWN - 1)
    assert waits(new, 2) == 1, "it had enough once more"
    clock.advance(1)
    new.take(3)
    new.take(2)


def test_a_turn_is_kept_for_longer_than_anybody_is_told_to_wait_by_discord():
    assert TURN_EXPIRES > COOLDOWN + BURST * PACE
