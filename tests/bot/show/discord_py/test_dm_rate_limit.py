"""Tests of the rate limit for opening new DMs."""

import pytest

from bot.show.deliver.queues.messenger import TryLater
from bot.show.discord_py.dm_rate_limit import BURST, COOLDOWN, PACE, TURN_EXPIRES, DMRateLimit
from tests.bot.recording import HandClock


def taken(new: DMRateLimit, person: int) -> bool:
    try:
        new.take(person)
    except TryLater:
        return False
    return True


def test_the_rate_limit_opens_new_dms_one_after_another():
    new = DMRateLimit(clock := HandClock())
    asking = list(range(1, BURST + 4))
    opened: list[int] = []
    for _ in range(4):
        asking = [person for person in asking if not taken(new, person)]
        opened.append(BURST + 3 - len(asking))
        clock.advance(PACE)
    assert opened == [BURST, BURST + 1, BURST + 2, BURST + 3]


def test_an_early_caller_hears_when_its_turn_comes():
    new = DMRateLimit(clock := HandClock())
    for person in range(1, BURST + 1):
        new.take(person)
    for person in (10, 11, 10):  # asking again keeps the same place
        with pytest.raises(TryLater) as raised:
            new.take(person)
        assert raised.value.after == (person - 9) * PACE
    clock.advance(PACE)
    new.take(10)
    with pytest.raises(TryLater):
        new.take(11)


def test_an_unused_turn_expires():
    new = DMRateLimit(clock := HandClock())
    for person in range(1, BURST + 2):
        taken(new, person)
    clock.advance(TURN_EXPIRES + PACE)
    for person in range(20, 20 + BURST):
        new.take(person)
    assert not taken(new, BURST + 1)


def waits(new: DMRateLimit, person: int) -> float:
    with pytest.raises(TryLater) as raised:
        new.take(person)
    return raised.value.after


def test_a_caller_that_returns_in_time_gets_its_turn():
    new = DMRateLimit(clock := HandClock())
    for person in range(BURST):
        new.take(person)
    for person in range(20, 30):
        waits(new, person)
    for person in range(20, 30):
        clock.advance(waits(new, person))
        assert taken(new, person), f"person {person} came back in time and was sent away"


def test_a_turn_can_be_used_once():
    new = DMRateLimit(HandClock())
    for _ in range(BURST):
        new.take(7)
    assert waits(new, 7) == PACE


def test_after_a_quiet_while_only_the_first_burst_is_allowed_again():
    new = DMRateLimit(clock := HandClock())
    for person in range(BURST):
        new.take(person)
    clock.advance(3 * PACE)
    assert [taken(new, person) for person in range(10, 14)] == [True, True, True, False]
    clock.advance(24 * 3600)
    assert sum(taken(new, person) for person in range(20, 20 + 2 * BURST)) == BURST


def test_a_cooldown_opens_no_dm_and_keeps_every_turn():
    new = DMRateLimit(clock := HandClock())
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


def test_a_turn_outlives_every_wait_that_discord_asks_for():
    assert TURN_EXPIRES > COOLDOWN + BURST * PACE
