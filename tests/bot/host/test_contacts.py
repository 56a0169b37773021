"""How people can be reached: kept in memory and in the file, and written when it is news."""

import pytest

from bot.host import contacts
from bot.host.contacts import Contacts
from db import people
from db.people import Person
from tests.bot.house import ANN, BEN, CAT, House


async def in_file(house: House, person: int) -> Person:
    return await people.load(house.database.reader, person)


async def test_of_a_stranger_nothing_is_known(idle_house: House):
    assert await idle_house.contacts.of(ANN) == Person(None, dm_closed=False)


async def test_what_was_noted_outlives_the_process(idle_house: House):
    await idle_house.contacts.note(ANN, Person(77, dm_closed=True))
    assert await idle_house.contacts.of(ANN) == Person(77, dm_closed=True)
    assert await Contacts(idle_house.database).of(ANN) == Person(77, dm_closed=True)


async def test_only_news_are_written(idle_house: House):
    """Every press in a DM notes that it is open: that must not be a transaction each."""
    await idle_house.contacts.reachable(ANN, 77)
    with idle_house.counting() as asked:
        for _ in range(3):
            await idle_house.contacts.reachable(ANN, 77)
    assert (asked.transactions, asked.reads) == (0, 0)


async def test_who_writes_in_a_dm_that_was_closed_has_opened_it(idle_house: House):
    await idle_house.contacts.note(ANN, Person(None, dm_closed=True))
    await idle_house.contacts.reachable(ANN, 77)
    assert await in_file(idle_house, ANN) == Person(77, dm_closed=False)


async def test_who_takes_a_seat_is_tried_again_in_the_same_channel(idle_house: House):
    await idle_house.contacts.note(ANN, Person(77, dm_closed=True))
    for person in (ANN, BEN):
        await idle_house.contacts.try_again(person)
    assert await in_file(idle_house, ANN) == Person(77, dm_closed=False)
    assert await in_file(idle_house, BEN) == Person()


async def test_it_does_not_remember_without_end(idle_house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(contacts, "KEPT", 2)
    for person in (ANN, BEN, CAT):
        await idle_house.contacts.reachable(person, person + 1000)
    assert len(idle_house.contacts._known) == 2
    assert await idle_house.contacts.of(ANN) == Person(ANN + 1000), "read again from the file"
