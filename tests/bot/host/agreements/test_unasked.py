from bot.host.agreements.unasked import PAUSE, ping_at
from db.people.people import Person
from db.tables import unasked
from tests.bot.house import ANN, BEN, CAT, DAN, House


async def test_somebody_is_pinged_once_in_ten_minutes_for_the_same_seat(house: House):
    table, now = await house.dealt(ANN, BEN), house.clock.now()
    assert await ping_at(house.store, table, 1, DAN) == now
    async with house.database.transaction() as tx:
        await unasked.note(tx, table, 1, [DAN], now)
    assert await ping_at(house.store, table, 1, DAN) == now + PAUSE
    assert await ping_at(house.store, table, 0, DAN) == now
    house.clock.advance(PAUSE)
    assert await ping_at(house.store, table, 1, DAN) == house.clock.now()


async def test_who_declined_or_wants_no_notices_is_never_pinged_and_nobody_in_their_sleep(
    house: House,
):
    table = await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await unasked.decline(tx, table, 1, DAN)
    await house.contacts.change(CAT, lambda _: Person(notices="none"))
    asleep = Person(zone="UTC", awake_from=8, awake_until=22)  # it's 22:13
    await house.contacts.change(BEN, lambda _: asleep)
    assert await ping_at(house.store, table, 1, DAN) is None
    assert await ping_at(house.store, table, 1, CAT) is None
    at = await ping_at(house.store, table, 1, BEN)
    assert at is not None
    assert at > house.clock.now() + 9 * 3600
