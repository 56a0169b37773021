import asyncio
from dataclasses import replace

import pytest

from bot.host.reading import contacts
from bot.host.reading.contacts import Contacts, notice_place
from db.people import people
from db.people.people import Person
from tests.bot.house import ANN, BEN, CAT, House


async def in_file(house: House, person: int) -> Person:
    return await people.load(house.database.reader, person)


async def test_settings_survive_a_restart(house: House):
    assert await house.contacts.of(ANN) == Person(None, dm_closed=False)
    await house.contacts.note(ANN, Person(77, dm_closed=True))
    for wanted in ("channel", "none", "dm"):
        await house.contacts.change(ANN, lambda old: replace(old, notices=wanted))  # noqa: B023
        for memory in (house.contacts, Contacts(house.database)):
            known = await memory.of(ANN)
            assert (known.notices, known.dm_channel) == (wanted, 77)


async def test_unchanged_settings_are_not_written(house: House):
    await house.contacts.reachable(ANN, 77)
    with house.counting() as asked:
        for _ in range(3):
            await house.contacts.reachable(ANN, 77)
    assert (asked.transactions, asked.reads) == (0, 0)


async def test_a_message_or_a_new_seat_reopens_a_closed_dm(house: House):
    await house.contacts.note(ANN, Person(None, dm_closed=True))
    await house.contacts.reachable(ANN, 77)
    assert await in_file(house, ANN) == Person(77, dm_closed=False)
    await house.contacts.note(ANN, Person(77, dm_closed=True))
    for person in (ANN, BEN):
        await house.contacts.try_again(person)
    assert await in_file(house, ANN) == Person(77, dm_closed=False)
    assert await in_file(house, BEN) == Person()


async def test_contacts_cache_is_bounded(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(contacts, "PEOPLE_KEPT", 2)
    for person in (ANN, BEN, CAT):
        await house.contacts.reachable(person, person + 1000)
    assert len(house.contacts._known) == 2
    assert await house.contacts.of(ANN) == Person(ANN + 1000), "read again from the file"


STORED = Person(77, notices="channel", here=False, zone="Asia/Tokyo", awake_from=9, awake_until=24)


async def test_updating_a_dm_keeps_other_settings(house: House):
    await house.contacts.change(ANN, lambda _: STORED)
    await house.contacts.note(ANN, Person(None, dm_closed=True))
    assert await in_file(house, ANN) == replace(STORED, dm_channel=None, dm_closed=True)
    await house.contacts.reachable(ANN, 78)
    assert await in_file(house, ANN) == replace(STORED, dm_channel=78)
    await house.contacts.note(ANN, Person(78, dm_closed=True))
    await house.contacts.try_again(ANN)
    assert await in_file(house, ANN) == replace(STORED, dm_channel=78)
    assert await house.contacts.of(ANN) == replace(STORED, dm_channel=78)


@pytest.mark.parametrize(
    ("known", "place"),
    [
        (Person(), "dm"),
        (Person(77), "dm"),
        (Person(77, dm_closed=True), "channel"),
        (Person(77, notices="channel"), "channel"),
        (Person(77, dm_closed=True, notices="channel"), "channel"),
        (Person(77, notices="none"), "none"),
        (Person(77, dm_closed=True, notices="none"), "none"),
    ],
)
def test_notices_go_to_the_channel_if_the_dm_is_closed(known: Person, place: str):
    assert notice_place(known) == place


async def test_settings_of_a_table_take_one_query_then_none(house: House):
    await house.contacts.change(BEN, lambda _: STORED)
    fresh = Contacts(house.database)
    await fresh.of(ANN)
    with house.counting() as asked:
        found = await fresh.of_all([ANN, BEN, CAT, BEN])
    assert dict(found) == {ANN: Person(), BEN: STORED, CAT: Person()}
    assert asked.reads == 1
    with house.counting() as asked:
        assert await fresh.of_all([ANN, BEN, CAT]) == found
        assert await fresh.of_all([]) == {}
    assert (asked.transactions, asked.reads) == (0, 0)


async def test_two_simultaneous_changes_are_both_kept(house: House):
    await house.contacts.of(ANN)
    await asyncio.gather(
        house.contacts.reachable(ANN, 77),
        house.contacts.change(ANN, lambda old: replace(old, zone="UTC")),
        house.contacts.change(ANN, lambda old: replace(old, here=False)),
    )
    assert await in_file(house, ANN) == Person(77, here=False, zone="UTC")
    assert await house.contacts.of(ANN) == Person(77, here=False, zone="UTC")


async def test_a_read_begun_before_a_change_is_not_cached(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    load_all, mine = people.load_all, house.contacts
    change = asyncio.Event()

    async def slow(reads: object, some: list[int]) -> dict[int, Person]:
        found = await load_all(house.database.reader, some)
        monkeypatch.setattr(people, "load_all", load_all)
        change.set()
        await asyncio.sleep(0.05)
        return found

    monkeypatch.setattr(people, "load_all", slow)
    reading = asyncio.create_task(mine.of(ANN))
    await change.wait()
    await mine.change(ANN, lambda old: replace(old, notices="none"))
    await reading
    assert (await mine.of(ANN)).notices == "none"


async def test_a_cancelled_change_is_read_again(house: House, monkeypatch: pytest.MonkeyPatch):
    await house.contacts.reachable(ANN, 77)

    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(people, "save", fail)
        with pytest.raises(ZeroDivisionError):
            await house.contacts.reachable(ANN, 78)
    with house.counting() as asked:
        assert await house.contacts.of(ANN) == Person(77)
    assert asked.reads == 1


async def test_a_message_that_was_on_its_way_does_not_bring_back_who_was_forgotten(house: House):
    await house.contacts.change(ANN, lambda _: STORED)
    since = house.contacts.forgettings
    await house.host.forgetting.forget(ANN)
    await house.contacts.note(ANN, Person(77, dm_closed=True), since)
    assert await house.database.read("SELECT * FROM people") == []
    assert await house.contacts.of(ANN) == Person()
    await house.contacts.note(ANN, Person(78), house.contacts.forgettings)
    assert await in_file(house, ANN) == Person(78), "but a later one may"
