"""How to reach a person is remembered, and nothing else of them."""

from db import people
from db.database import Transaction
from db.people import Person


async def test_who_is_unknown_can_be_written_to(tx: Transaction):
    assert await people.load(tx, 101) == Person(dm_channel=None, dm_closed=False)


async def test_how_to_reach_a_person_is_kept_and_changed(tx: Transaction):
    for known in (Person(7), Person(7, dm_closed=True), Person(None, dm_closed=True), Person(8)):
        await people.save(tx, 101, known)
        await people.save(tx, 102, Person(9))
        assert await people.load(tx, 101) == known
    assert await people.load(tx, 102) == Person(9)
