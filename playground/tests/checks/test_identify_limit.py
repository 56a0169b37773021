from discord_playground.checks.identify_limit import A_DAY, DAY, EVERY, IdentifyLimit

from playground.tests.checks.conftest import Clock


def test_one_identify_in_five_seconds_is_accepted_and_all_count(clock: Clock):
    counted = IdentifyLimit()
    assert counted.spend() == "in"
    clock.now += EVERY - 0.1
    assert counted.spend() == "too soon"
    clock.now += 0.1  # five seconds after the last accepted identify, whatever came in between
    assert counted.spend() == "in"
    assert counted.remaining == A_DAY - 3, "one that comes too soon counts as well"


def test_a_thousand_identifies_a_day_are_the_limit(clock: Clock):
    counted = IdentifyLimit()
    for _ in range(A_DAY):
        assert counted.spend() == "in"
        clock.now += EVERY
    assert counted.remaining == 0
    assert counted.spend() == "too many"
    assert counted.remaining == 0


def test_an_identify_stops_counting_after_a_day(clock: Clock):
    counted = IdentifyLimit()
    counted.a_day = 2
    assert counted.reset_after == 0, "nothing was used, so nothing comes back"
    counted.spend()
    clock.now += 100
    counted.spend()
    assert counted.reset_after == round((DAY - 100) * 1000), "in milliseconds, from the oldest on"
    assert counted.spend() == "too many"
    clock.now += DAY - 99
    assert counted.remaining == 1
    assert counted.spend() == "in"
    assert counted.spend() == "too many"


def test_a_disabled_identify_limit_counts_nothing(clock: Clock):
    counted = IdentifyLimit(on=False)
    for _ in range(A_DAY + 1):
        assert counted.spend() == "in"
    assert counted.remaining == A_DAY
