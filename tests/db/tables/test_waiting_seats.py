from dataclasses import replace

from db.database import Transaction
from db.people import people
from db.people.people import Person
from db.tables import tables, waiting_seats
from db.tables.tables import Player
from db.tables.waiting_seats import Waiting
from tests.db.table_rows import NEW, inserted

SLEEPER = Person(7, zone="UTC", awake_from=8, awake_until=23)


async def test_waiting_seats_come_with_their_owners_settings(tx: Transaction):
    players = (
        Player(0, 101, "Ann", due=50.0, notice_at=20.5, asked_at=10.0),
        Player(1, 102, "Ben", due=50.0),  # has told us nothing
        Player(2, 103, "Cat"),  # is not to move
        Player(3, None, "Duck", due=50.0),  # the house
        Player(4, 104, "Dan", due=60.0),
    )
    for person in (101, 103, 104):
        await people.save(tx, person, SLEEPER)
    await people.save(tx, 102, Person(zone="UTC"))
    one = await inserted(tx, pace="day", players=players)
    two = await inserted(tx, pace="live", players=players[:1])
    first = Waiting(one.id, 0, "day", 50.0, 20.5, 10.0, SLEEPER)
    assert await waiting_seats.with_waking_hours(tx) == [
        first,
        Waiting(one.id, 4, "day", 60.0, None, None, SLEEPER),
        replace(first, table=two.id, pace="live"),
    ]


async def test_postpone_changes_one_seat_only(tx: Transaction):
    await people.save(tx, 101, SLEEPER)
    player = Player(0, 101, "Ann", due=50.0, notice_at=20.5, asked_at=10.0)
    tables_of_ann = [await inserted(tx, players=(player,)) for _ in range(2)]
    seat = (await waiting_seats.with_waking_hours(tx))[0]
    await waiting_seats.postpone(tx, replace(seat, due=90.0, notice_at=None, asked_at=30.0))
    found = [await tables.load(tx, table.id, 0) for table in tables_of_ann]
    assert [loaded_table[0].players for loaded_table in found if loaded_table is not None] == [
        (replace(player, due=90.0, notice_at=None, asked_at=30.0),),
        (player,),
    ]


async def test_without_deadlines_no_seat_waits(tx: Transaction):
    assert await waiting_seats.with_waking_hours(tx) == []


async def test_the_next_table_of_a_person_is_the_one_that_needs_them_soonest(tx: Transaction):
    ann, ben = replace(NEW.players[0], due=50.0), replace(NEW.players[1], due=10.0)
    later = await inserted(tx, phase="playing", players=(ann, ben))
    sooner = await inserted(tx, phase="playing", players=(replace(ann, due=20.0), ben))
    await inserted(tx, phase="playing", players=(replace(ann, due=5.0), ben), practice=True)
    await inserted(tx, phase="over", players=(replace(ann, due=5.0), ben))
    await inserted(tx, phase="playing", players=(replace(ann, due=None), ben))
    assert await waiting_seats.next_of(tx, 101, 0) == (sooner.id, "toy")
    assert await waiting_seats.next_of(tx, 101, sooner.id) == (later.id, "toy")
    await tx.run("INSERT INTO blocks (guild, person) VALUES (?, 101)", (NEW.guild,))
    assert await waiting_seats.next_of(tx, 101, 0) is None
