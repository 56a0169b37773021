"""Tests of whom a rematch asks, and of the press that deals it."""

from dataclasses import replace

import pytest

from bot.host.proof.verify import verify
from db.people.people import Person
from db.tables.rematches import Invited, Rematch
from games.rules import Refusal
from tests.bot.entry.rematches import rematch_of, three_over
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, GUILD, NAMES, House


async def joins(house: House, table: int, person: int) -> int:
    receipt = house.receipt()
    await house.host.seats.join(table, person, NAMES[person], receipt)
    return receipt


async def dealt(house: House, table: int) -> None:
    """Deal a frozen table, as the display does once it has posted the message of the deal."""
    assert await house.host.deals.deal_frozen(table, (house.messenger.new_id(), CHANNEL))


async def asked(house: House, table: int) -> tuple[Invited, ...]:
    rematch = (await house.store.loaded(table)).rematch
    return () if rematch is None else rematch.people


async def test_it_asks_the_others_who_are_still_there(house: House):
    old = await three_over(house)
    await house.contacts.change(BEN, lambda _: Person(notices="none"))
    seen = replace(await house.seen(old), gone=(True, False, False))
    planned = await house.host.rematches.planned(seen, CAT)
    assert planned == Rematch(old, planned.expires_at, (Invited(BEN, "Ben", None),))


async def test_one_row_of_the_log_seats_the_last_person_and_freezes_the_table(house: House):
    again = await rematch_of(house, await three_over(house))
    await joins(house, again, ANN)
    press = await joins(house, again, BEN)
    [row] = [row for row in await house.log(again) if row.receipt == press]
    assert (row.kind, row.person) == ("freeze", BEN)
    stored = await house.stored(again)
    assert (stored.deal_press, stored.players[2].joined) == (press, press)
    assert await asked(house, again) == ()


async def test_a_crash_after_the_last_press_deals_at_the_next_start(house: House):
    again = await rematch_of(house, await three_over(house))
    await joins(house, again, ANN)
    held = house.messenger.hold("publish")
    await joins(house, again, BEN)
    await house.quiet()
    assert (await house.stored(again)).is_frozen
    house.messenger.drop(held)
    await house.crash()
    await house.start()
    await house.passes(1)
    assert (await house.stored(again)).phase == "playing"


async def test_the_same_press_delivered_twice_seats_and_deals_once(house: House):
    again = await rematch_of(house, await three_over(house))
    await joins(house, again, ANN)
    press = await joins(house, again, BEN)
    await dealt(house, again)
    log = await house.log(again)
    await house.host.seats.join(again, BEN, "Ben", press)
    assert await house.log(again) == log
    assert not await house.host.deals.deal_frozen(again, (house.messenger.new_id(), CHANNEL))


async def test_a_deal_by_itself_can_be_verified(house: House):
    again = await rematch_of(house, await three_over(house))
    for person in (ANN, BEN):
        await joins(house, again, person)
    await dealt(house, again)
    people = (CAT, ANN, BEN)
    await house.hide(again, *people)
    while (table := await house.seen(again)).phase == "playing":
        [seat] = table.to_move
        mine = await house.seen(again, people[seat])
        await house.play(again, people[seat], mine.legal.moves[0])
    said = verify(await house.queries.transcript(again), house.games)
    assert "the seal opens" in said


async def test_a_table_that_keeps_its_secrets_is_dealt_by_itself_too(house: House):
    again = await rematch_of(house, await three_over(house, laid_open=False))
    for person in (ANN, BEN):
        await joins(house, again, person)
    await dealt(house, again)
    assert (await house.stored(again)).phase == "playing"


async def test_a_newcomer_does_not_stand_for_somebody_who_is_asked(house: House):
    again = await rematch_of(house, await three_over(house))
    await joins(house, again, ANN)
    await joins(house, again, DAN)
    assert (await house.stored(again)).phase == "open"
    await joins(house, again, BEN)
    assert len((await house.stored(again)).players) == 4
    assert (await house.stored(again)).deal_press is not None


async def test_whoever_is_blocked_after_the_question_cannot_play(house: House):
    again = await rematch_of(house, await three_over(house))
    await house.host.moderation.block(GUILD, "this server", DAN, BEN)
    [ben] = [invited for invited in await asked(house, again) if invited.person == BEN]
    assert ben.declined
    with pytest.raises(Refusal, match="blocked you"):
        await joins(house, again, BEN)
