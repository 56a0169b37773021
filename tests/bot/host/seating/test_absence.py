"""Tests of people who are away, back, or no longer in the server. Meanwhile the house plays."""

import pytest

from bot.host.time.pace import PACES
from bot.host.time.time_of_day import UNTIL_BACK
from games.rules import Refusal
from tests.bot.host.seating.test_stand_in import Housed, kinds
from tests.bot.house import ANN, BEN, CAT, GUILD, House
from tests.small.game.moves import Guess

LIVE = PACES["live"].decision


async def dealt(house: House) -> int:
    house.played_by(Housed())
    table = await house.dealt(ANN, BEN, CAT)
    await house.hide(table, ANN, BEN, CAT)
    return table


async def test_the_house_plays_at_once_for_who_is_away(house: House):
    table = await dealt(house)
    await house.host.absence.away(table, ANN, "", house.receipt())
    assert (await kinds(house, table))[-1] == "house", "Ann was to guess"
    seen = await house.seen(table)
    assert seen.stand_in_seats == {0}
    assert seen.away[0] == UNTIL_BACK
    await house.play(table, BEN, Guess(total=8))
    assert (await house.stored(table)).players[0].away_until == UNTIL_BACK


async def test_any_act_of_somebody_who_is_away_brings_them_back(house: House):
    table = await dealt(house)
    await house.host.absence.away(table, BEN, "", house.receipt())
    await house.host.absence.back(table, BEN, house.receipt())
    await house.play(table, ANN, Guess(total=8))
    assert (await house.seen(table)).to_move == {1}


async def test_an_absence_ends_at_the_time_that_was_said(house: House):
    table = await dealt(house)
    await house.contacts.change(BEN, lambda ben: ben.__class__(zone="Etc/UTC"))
    await house.host.absence.away(table, BEN, "18:00", house.receipt())
    until = (await house.stored(table)).players[1].away_until
    assert until is not None
    assert (until % 86400) == 18 * 3600
    house.clock.advance(until - house.clock.now())
    await house.play(table, ANN, Guess(total=8))
    seen = await house.seen(table)
    assert seen.to_move == {1}, "it is after six"
    assert seen.stand_in_seats == frozenset()


async def test_a_time_that_cannot_be_read_is_refused(house: House):
    table = await dealt(house)
    with pytest.raises(Refusal, match="don't know your time zone"):
        await house.host.absence.away(table, BEN, "18:00", house.receipt())
    await house.contacts.change(BEN, lambda ben: ben.__class__(zone="Etc/UTC"))
    with pytest.raises(Refusal, match="/table away 18:00"):
        await house.host.absence.away(table, BEN, "soon", house.receipt())


async def test_who_left_the_server_is_played_for_at_once_if_the_terms_say_so(house: House):
    house.played_by(Housed())
    table = await house.dealt(ANN, BEN, CAT, stand_in=2)
    await house.hide(table, ANN, BEN, CAT)
    await house.host.absence.gone(ANN, GUILD)
    assert (await kinds(house, table))[-1] == "house"
    assert (await house.seen(table)).to_move == {1}


async def test_going_away_and_coming_back_gives_nobody_more_time(house: House):
    """Two people could hold a table up for ever: each return began a whole new deadline."""
    house.played_by(Housed())
    table = await house.dealt(ANN, BEN, CAT, stand_in=2)
    house.clock.advance(LIVE - 60)
    for person in (ANN, BEN, ANN, BEN):
        await house.host.absence.away(table, person, "", house.receipt())
        await house.host.absence.back(table, person, house.receipt())
    assert await house.due(table) == {"Ann": 60, "Ben": 60, "Cat": 60}
    house.clock.advance(60)
    await house.deadlines.tick()
    players = (await house.stored(table)).players
    assert [player.unanswered for player in players] == [1, 1, 1]


async def test_an_outage_while_somebody_was_away_is_still_given_back(house: House):
    house.played_by(Housed())
    table = await house.dealt(ANN, BEN, CAT, stand_in=2)
    await house.host.absence.away(table, ANN, "", house.receipt())
    house.store.connection.lost()
    house.clock.advance(10 * LIVE)
    await house.deadlines.back()
    await house.host.absence.back(table, ANN, house.receipt())
    assert await house.due(table) == {"Ann": LIVE, "Ben": LIVE, "Cat": LIVE}
