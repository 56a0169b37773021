"""Tests of seats that change hands during a game."""

import pytest

from bot.host.proof.verify import verify
from bot.host.time.deadlines import NEWCOMER
from bot.host.time.pace import PACES
from db.tables.shown import HandKey, Shown
from games.rules import Refusal
from tests.bot.host.seating.test_stand_in import Housed, kinds
from tests.bot.house import ANN, BEN, CAT, DAN, House
from tests.small.game.moves import Guess, Ponder
from tests.small.game.orders import GuessAhead


async def dealt(house: House) -> int:
    house.played_by(Housed())
    table = await house.dealt(ANN, BEN, CAT)
    await house.hide(table, ANN, BEN, CAT)
    return table


async def gives_up(house: House, table: int, person: int) -> None:
    await house.host.tenures.give_up(table, person, house.receipt())


async def takes(house: House, table: int, person: int, seat: int | None = None) -> None:
    take = house.host.tenures.take
    await take(table, person, {DAN: "Dan", BEN: "Ben"}[person], seat, house.receipt())


async def test_the_house_plays_a_seat_that_was_given_up(house: House):
    table = await dealt(house)
    await gives_up(house, table, ANN)
    assert (await kinds(house, table))[-1] == "house", "Ann was to guess"
    seen = await house.seen(table)
    assert [*seen.names] == ["Barnacle", "Ben", "Cat"]
    assert seen.open_seats == {0}
    assert seen.former[0] == "Ann"
    assert seen.opener == BEN, "somebody who is left can close the table"
    assert (await house.seen(table, ANN)).seat is None, "she sees what everybody sees"


async def test_what_a_seat_said_ahead_goes_with_its_owner(house: House):
    table = await dealt(house)
    await house.give_order(table, BEN, GuessAhead(totals=(7,)))
    await gives_up(house, table, BEN)
    assert (await house.store.loaded(table)).orders == {}
    await house.crash()
    assert (await house.store.loaded(table)).orders == {}


async def test_a_newcomer_sees_the_seat_but_nothing_private_from_before(house: House):
    table = await dealt(house)
    await house.play(table, ANN, Guess(total=8))
    await house.play(table, BEN, Ponder())
    story = await house.queries.story(table, BEN)
    assert any("Pondered" in repr(news) for news in story.news)
    await gives_up(house, table, BEN)
    await takes(house, table, DAN)
    seen = await house.seen(table, DAN)
    assert seen.seat == 1
    assert seen.view is not None
    story = await house.queries.story(table, DAN)
    assert not any("Pondered" in repr(news) for news in story.news)
    assert (await house.seen(table)).open_seats == frozenset()


async def test_a_newcomer_was_not_away_while_the_house_played(house: House):
    table = await dealt(house)
    await gives_up(house, table, ANN)
    assert (await kinds(house, table))[-1] == "house"
    await takes(house, table, DAN)
    news = (await house.seen(table, DAN)).news
    assert news, "they are told what everybody was told"
    assert not any(entry.for_me for entry in news)


async def test_who_has_held_a_seat_can_take_only_that_one(house: House):
    table = await dealt(house)
    await gives_up(house, table, BEN)
    await gives_up(house, table, CAT)
    with pytest.raises(Refusal, match="Several seats are free"):
        await takes(house, table, DAN)
    with pytest.raises(Refusal, match="the cards of another seat"):
        await takes(house, table, BEN, 2)
    await takes(house, table, BEN, 1)
    with pytest.raises(Refusal, match="already at table"):
        await takes(house, table, BEN, 2)
    await takes(house, table, DAN)
    assert [*(await house.seen(table)).names] == ["Ann", "Ben", "Dan"]
    with pytest.raises(Refusal, match="no seat is free"):
        await house.host.tenures.take(table, 109, "Eve", None, house.receipt())


async def test_a_game_closes_when_its_last_person_leaves(house: House):
    table = await dealt(house)
    await gives_up(house, table, ANN)
    await gives_up(house, table, BEN)
    await gives_up(house, table, CAT)
    assert (await house.stored(table)).phase == "ended"


async def test_a_transcript_names_all_who_held_a_seat(house: House):
    table = await dealt(house)
    await gives_up(house, table, ANN)
    await takes(house, table, DAN)
    people = {"Dan": DAN, "Ben": BEN, "Cat": CAT}
    seen = await house.seen(table)
    while seen.phase == "playing":
        taken = {getattr(news.event, "total", None) for news in seen.news}
        total = next(number for number in range(9) if number not in taken)
        [name] = (seen.names[seat] for seat in seen.to_move)
        await house.play(table, people[name], Guess(total=total))
        seen = await house.seen(table)
    written = await house.queries.transcript(table)
    assert written["transcript"] == 5
    ann, *others = written["players"]
    assert [tuple(held.values()) for held in ann] == [
        (0, "Ann", "person"),
        (4, "Barnacle", "house"),
        (5, "Dan", "person"),
    ]
    assert [[held["name"] for held in seat] for seat in others] == [["Ben"], ["Cat"]]
    assert "Ann, then Barnacle (the house), then Dan" in verify(written, {"small": Housed()})


async def test_a_seat_at_a_table_of_an_older_release_cannot_be_given_up(house: House):
    table = await dealt(house)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET deal_press=NULL WHERE id=?", (table,))
    house.store.cache.drop(table)
    with pytest.raises(Refusal, match="your seat stays yours"):
        await gives_up(house, table, BEN)


async def asked_together(house: House, pace: str) -> int:
    house.played_by(Housed())
    return await house.dealt(ANN, BEN, CAT, pace=pace)


@pytest.mark.parametrize(("pace", "enough"), [("day", NEWCOMER), ("live", PACES["live"].decision)])
async def test_a_newcomer_gets_a_quarter_of_an_hour_once_a_question(
    house: House, pace: str, enough: float
):
    table, decision = await asked_together(house, pace), PACES[pace].decision
    house.clock.advance(decision - 10)
    await gives_up(house, table, BEN)
    await takes(house, table, DAN)
    assert await house.due(table) == {"Ann": 10, "Dan": enough, "Cat": 10}
    house.clock.advance(5)
    for person in (DAN, BEN):  # the seat goes back and forth
        if person == BEN:
            await takes(house, table, BEN)
        else:
            await gives_up(house, table, DAN)
    assert (await house.due(table))["Ben"] == 5, "the question is as old as it is"


async def test_a_former_holder_gets_no_new_time_and_uses_nobody_elses_up(house: House):
    table = await asked_together(house, "day")
    house.clock.advance(PACES["day"].decision - 10)
    await gives_up(house, table, BEN)
    await takes(house, table, BEN)
    assert (await house.due(table))["Ben"] == 10
    await gives_up(house, table, BEN)
    await takes(house, table, DAN)
    assert (await house.due(table))["Dan"] == NEWCOMER


async def test_a_newcomer_with_more_time_left_keeps_it(house: House):
    table = await asked_together(house, "day")
    house.clock.advance(3600)
    await gives_up(house, table, BEN)
    await takes(house, table, DAN)
    left = PACES["day"].decision - 3600
    assert await house.due(table) == {"Ann": left, "Dan": left, "Cat": left}


async def test_a_seat_that_the_house_kept_meanwhile_gets_an_outage_back(house: House):
    table = await asked_together(house, "day")
    await gives_up(house, table, BEN)
    house.store.connection.lost()
    house.clock.advance(2 * PACES["day"].decision)
    await house.deadlines.back()
    await takes(house, table, DAN)
    assert (await house.due(table))["Dan"] == PACES["day"].decision


async def test_a_newcomer_finds_no_draft_of_whoever_had_the_seat(house: House):
    """A draft says what its author wanted, and with what cards."""
    table = await dealt(house)
    await house.host.drafts.begin(table, BEN, "deal", "1")
    await gives_up(house, table, BEN)
    await takes(house, table, DAN)
    assert await house.host.drafts.of(table, DAN) == []


async def test_a_newcomer_has_read_nothing_and_has_no_panel_yet(house: House):
    """What was shown of a seat belongs to the person whose DM it was shown in."""
    table = await dealt(house)
    await house.store.note_now(table, Shown(HandKey(1), message=77, looked_rev=3, notice=78))
    await gives_up(house, table, BEN)
    await takes(house, table, DAN)
    await house.crash()
    assert await house.shown(table, HandKey(1)) is None
