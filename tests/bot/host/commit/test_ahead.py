"""Tests of which seats answer without waiting for a person, and how long the house thinks."""

from dataclasses import replace

from bot.host.commit.ahead import house_seats, stands_in, thinking_time
from bot.host.time.deadlines import PRESENT_WITHIN
from db.tables.tables import Player
from tests.bot.host.seating.test_stand_in import Housed
from tests.bot.house import ANN, BEN, House

ANNS = Player(0, ANN, "Ann")
BENS = Player(1, BEN, "Ben")
BARNACLE = Player(2, None, "Barnacle")
EVERYBODY = frozenset({0, 1, 2})


async def test_the_house_answers_for_its_seats_and_for_who_does_not(house: House):
    rules, table = Housed(), (await house.store.loaded(await house.open())).table
    table = replace(table, stand_in=2, mixed="0f", deal_press=1)
    silent = replace(BENS, unanswered=2)
    assert house_seats(rules, table, [ANNS, BENS, BARNACLE], EVERYBODY) == {2}
    assert house_seats(rules, table, [ANNS, silent, BARNACLE], EVERYBODY) == {1, 2}
    assert house_seats(rules, table, [ANNS, silent, BARNACLE], frozenset({0})) == frozenset()
    assert not stands_in(rules, replace(table, stand_in=0), silent), "it waits for them"
    assert stands_in(rules, table, replace(BENS, gone=True))


async def test_the_house_never_plays_at_a_table_of_an_older_release(house: House):
    """Its transcript could not say from which luck the house chose."""
    rules, table = Housed(), (await house.store.loaded(await house.open())).table
    silent = replace(BENS, unanswered=2)
    now = replace(table, stand_in=2, mixed="0f", deal_press=1)
    assert stands_in(rules, now, silent)
    assert not stands_in(rules, replace(now, deal_press=None), silent), "dealt by release 0.2"
    assert not stands_in(rules, replace(now, mixed=None), silent), "dealt by the first release"
    assert stands_in(rules, replace(now, deal_press=None, laid_open=False), silent)
    assert stands_in(rules, replace(now, deal_press=None, practice=True), silent)


async def test_a_table_without_anybody_is_not_played_out(house: House):
    rules, table = Housed(), (await house.store.loaded(await house.open())).table
    table = replace(table, stand_in=2, mixed="0f", deal_press=1)
    silent = [replace(ANNS, unanswered=2), replace(BENS, unanswered=2), BARNACLE]
    assert house_seats(rules, table, silent, EVERYBODY) == frozenset()


async def test_the_house_thinks_only_while_somebody_watches(house: House):
    table = (await house.store.loaded(await house.open())).table
    here = replace(ANNS, acted_at=100.0)
    times = {
        thinking_time(replace(table, step=step), [here, BARNACLE], 130.0, 1.0) for step in range(50)
    }
    assert all(1 <= time <= 4 for time in times)
    assert len(times) > 40
    assert thinking_time(table, [here, BARNACLE], 101.0 + PRESENT_WITHIN, 1.0) == 0
    assert thinking_time(table, [ANNS, BARNACLE], 130.0, 1.0) == 0
