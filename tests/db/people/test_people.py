from db.database import Transaction
from db.people import people
from db.people.people import Person


async def test_the_settings_of_a_person_are_stored(tx: Transaction):
    other = Person(9, zone="Europe/Berlin", awake_from=8, awake_until=23)
    await people.save(tx, 102, other)
    for known in (
        *(Person(7), Person(7, dm_closed=True), Person(None, dm_closed=True)),
        *(Person(notices="channel"), Person(7, dm_closed=True, notices="none", here=False)),
        *(Person(zone="Asia/Tokyo", awake_from=0, awake_until=24), Person(zone="UTC"), Person()),
        Person(7, avatar=False),
    ):
        await people.save(tx, 101, known)
        assert await people.load(tx, 101) == known
    assert await people.load(tx, 102) == other


async def test_several_people_are_loaded_at_once(tx: Transaction):
    await people.save(tx, 101, Person(7))
    await people.save(tx, 103, Person(notices="none"))
    assert await people.load_all(tx, [101, 102, 103]) == {
        101: Person(7),
        102: Person(),
        103: Person(notices="none"),
    }
    assert await people.load_all(tx, []) == {}
