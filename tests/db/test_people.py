"""How to reach a person, and what they have said of themselves, is remembered."""

from db import people
from db.database import Transaction
from db.people import Person


async def test_an_unknown_person_has_default_settings(tx: Transaction):
    assert await people.load(tx, 101) == Person(dm_channel=None, dm_closed=False)


async def test_the_dm_of_a_person_is_stored(tx: Transaction):
    for known in (Person(7), Person(7, dm_closed=True), Person(None, dm_closed=True), Person(8)):
        await people.save(tx, 101, known)
        await people.save(tx, 102, Person(9))
        assert await people.load(tx, 101) == known
    assert await people.load(tx, 102) == Person(9)


async def test_the_settings_of_a_person_are_stored(tx: Transaction):
    for known in (
        Person(notices="channel"),
        Person(7, dm_closed=True, notices="none", here=False),
        Person(zone="Asia/Tokyo", awake_from=0, awake_until=24),
        Person(zone="UTC"),
        Person(),
    ):
        await people.save(tx, 101, known)
        await people.save(tx, 102, Person(9, zone="Europe/Berlin", awake_from=8, awake_until=23))
        assert await people.load(tx, 101) == known


async def test_several_people_are_loaded_at_once(tx: Transaction):
    await people.save(tx, 101, Person(7))
    await people.save(tx, 103, Person(notices="none"))
    assert await people.load_all(tx, [101, 102, 103]) == {
        101: Person(7),
        102: Person(),
        103: Person(notices="none"),
    }
    assert await people.load_all(tx, []) == {}
