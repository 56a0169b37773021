from db.database import Transaction
from db.people.people import Person
from db.rows import names_of, read, values_of


async def test_an_object_comes_back_from_the_row_that_it_was_written_into(tx: Transaction):
    ann = Person(dm_channel=7, dm_closed=True, zone="UTC", awake_until=22, avatar=False)
    names = names_of(Person)
    marks = ",".join("?" * len(names))
    await tx.run(
        f"INSERT INTO people (person, {','.join(names)}) VALUES (1,{marks})",
        values_of(ann, names),
    )
    row = await tx.one("SELECT * FROM people WHERE person=1")
    assert row is not None
    assert read(Person, row) == ann
    assert read(Person, row).dm_closed is True, "not 1"


def test_fields_can_be_left_out():
    assert names_of(Person, "zone", "here")[:3] == ("dm_channel", "dm_closed", "notices")
    assert "here" not in names_of(Person, "here")
